#include "hpcast/forecast/memory/merge_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hpcast/base/schema_for_tests.h"

namespace hpcast::forecast {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr MergeConditions conditions{1000, true};

std::string complaint(const std::string& text) {
  try {
    merge_log_of(parse_json(text, "merge.json"), conditions, 2);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(MergeFile, ComesBackAsItWasWritten) {
  const std::string path = testing::TempDir() + "hpcast-merge-file.json";
  const memsim::MergeLog log{{0, 0, true, 0}, {3, 1, false, 1234567890123}};
  write_merge_log(path, conditions, log);
  const Document document = read_json(path);
  std::filesystem::remove(path);
  EXPECT_THAT(Conformance("merge-log.schema.json").faults(document.root), IsEmpty());
  const auto read = merge_log_of(document, conditions, 2);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    EXPECT_EQ((*read)[i].pass, log[i].pass);
    EXPECT_EQ((*read)[i].thread, log[i].thread);
    EXPECT_EQ((*read)[i].resumes, log[i].resumes);
    EXPECT_EQ((*read)[i].words, log[i].words);
  }
  EXPECT_FALSE(merge_log_of(document, {1000, false}, 2)) << "of other conditions";
  EXPECT_FALSE(merge_log_of(document, {500, true}, 2)) << "of other conditions";
}

TEST(MergeFile, RefusesWhatIsNone) {
  for (const char* text :
       {"[]", "{}", R"({"schema_version": 1, "interval": 1000, "bounded": true, "decisions": []})",
        R"({"schema_version": 2, "interval": -1, "bounded": true, "decisions": []})",
        R"({"schema_version": 2, "interval": 1000, "bounded": 1, "decisions": []})",
        R"({"schema_version": 2, "interval": 1000, "bounded": true, "decisions": {}})"})
    EXPECT_THAT(complaint(text), HasSubstr("not a log of merge points of version 2")) << text;
  for (const char* decision : {"[]", "[1, 2, true, 0]", "[-1, 0, true, 0]", "[1, 0, 1, 0]"}) {
    const std::string text =
        R"({"schema_version": 2, "interval": 1000, "bounded": true, "decisions": [[0, 1, true, 0], )" +
        std::string(decision) + "]}";
    EXPECT_THAT(complaint(text), HasSubstr("/decisions/1: expected [pass, thread, resumes, words]"))
        << decision;
  }
  EXPECT_THAT(
      complaint(
          R"({"schema_version": 2, "interval": 1000, "bounded": true, "decisions": [[4, 0, true, 0], [3, 1, true, 0]]})"),
      HasSubstr("/decisions/1: expected passes in ascending order"));
}

}  // namespace
}  // namespace hpcast::forecast
