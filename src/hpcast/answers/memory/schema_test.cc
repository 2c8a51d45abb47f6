// schemas/result.schema.json is the contract with other programs: what hpcast writes conforms to
// it, and it names every member that hpcast writes.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/answers/memory/write.h"
#include "hpcast/base/file.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast::answers {
namespace {

std::vector<std::string> faults_of(const Json& value) {
  return Conformance("result.schema.json").faults(value);
}

Json plain(const MemoryResult& result) { return Json::parse(to_text(result)); }

using Faults = std::vector<std::string>;

TEST(ResultSchema, DescribesWhatIsWritten) {
  EXPECT_EQ(faults_of(plain(small_sample())), Faults());
  EXPECT_EQ(faults_of(plain(large_sample())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_ranks())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_core_time())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_page_faults())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_loaded_memory())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_threads())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_prefetchers())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_variants())), Faults());
  EXPECT_EQ(faults_of(plain(sample_with_libraries())), Faults());
  EXPECT_EQ(faults_of(plain(MemoryResult{})), Faults());
}

TEST(ResultSchema, KnowsOptionalMembers) {
  MemoryResult result = small_sample();
  result.partial = "disk full";
  result.run.exit_status = 1;
  result.sample = Sample{"sets", 16, 1, 0.0625, 4, 0.1};
  result.objects[1].margin = Margin{128, 0.05};
  EXPECT_EQ(faults_of(plain(result)), Faults());
}

TEST(ResultSchema, RefusesWhatIsWrong) {
  Json value = plain(small_sample());
  value["objects"][0]["time"] = "1 s";
  value["objects"][1].erase("kind");
  value["objects"][1].erase("writebacks");
  value["inputs"][0]["sha256"] = "XYZ";
  value["bottleneck"]["kind"] = "disk";
  EXPECT_EQ(faults_of(value).size(), 5u);
}

TEST(ResultSchema, HasRowsOfOperationsAsTheirOwnFileHasThem) {
  const auto schema = [](const std::string& name) {
    return read_json(source_tree() + "/schemas/" + name).root["definitions"];
  };
  EXPECT_EQ(schema("result.schema.json")["operations_row"],
            schema("operations.schema.json")["row"]);
}

// Names in all the schema's "properties".
void add_members(const Json& schema, std::set<std::string>& names) {
  if (schema.is_object() && schema.contains("properties"))
    for (const auto& member : schema["properties"].items()) names.insert(member.key());
  if (schema.is_structured())
    for (const Json& part : schema) add_members(part, names);
}

TEST(ResultSchema, HasNoMemberThatItsPageLeavesOut) {
  std::set<std::string> names, left_out;
  add_members(read_json(source_tree() + "/schemas/result.schema.json").root, names);
  const std::string page = read_file(source_tree() + "/docs/result.md");
  for (const std::string& name : names)
    if (page.find("`" + name + "`") == std::string::npos) left_out.insert(name);
  EXPECT_GT(names.size(), 100u);
  EXPECT_EQ(left_out, std::set<std::string>());
}

TEST(ResultSchema, IsOfTheVersionThatIsWritten) {
  Json value = plain(small_sample());
  value["schema_version"] = current_schema_version + 1;
  EXPECT_EQ(faults_of(value).size(), 1u);
}

}  // namespace
}  // namespace hpcast::answers
