#include "hpcast/inputs/reftrace/operations_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/schema_for_tests.h"

namespace hpcast::reftrace {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const OperationTable table{
    {0, "solve", ProgramPart::main, {20, 10, 5, 3, {1, 2, 4, 0}, {0, 8, 0, 16}, 6}},
    {1, std::nullopt, ProgramPart::main, {7, 0, 0, 0, {}, {}, 0}},
    {std::nullopt, std::nullopt, ProgramPart::start_up, {9, 0, 0, 0, {}, {}, 0}},
};

std::string complaint(const std::string& text) {
  try {
    operations_in(text, "counts");
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(OperationsFile, ComesBackFromJson) {
  const std::string json = operations_json(table);
  EXPECT_THAT(Conformance("operations.schema.json").faults(parse_json(json, "json").root),
              IsEmpty());
  EXPECT_EQ(operations_in(json, "json"), table);
}

TEST(OperationsFile, ComesBackFromCsv) {
  EXPECT_EQ(operations_in(operations_csv(table), "csv"), table);
}

TEST(OperationsFile, TakesFlopsOfUnknownWidthForScalarOnes) {
  const OperationTable read =
      operations_in("# from SDE\n\ndp_flops, instructions\r\n12, 30\r\n", "csv");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(all_dp_flops(read[0].counts), 12U);
  EXPECT_EQ(read[0].counts.instructions, 30U);
  EXPECT_FALSE(read[0].thread || read[0].phase || read[0].part != ProgramPart::main);
}

TEST(OperationsFile, SaysWhatIsWrong) {
  EXPECT_THAT(complaint(""), HasSubstr("is empty"));
  EXPECT_THAT(complaint("instructions\n"), HasSubstr("holds no counts"));
  EXPECT_THAT(complaint("instructions,dp_flops\n1\n"), HasSubstr("counts:2"));
  EXPECT_THAT(complaint("instructions\nmany\n"), HasSubstr("counts:2"));
  EXPECT_THAT(complaint("instructions\n-1\n"), HasSubstr("counts:2"));
  EXPECT_THAT(complaint("instruction\n1\n"), HasSubstr("did you mean 'instructions'"));
  EXPECT_THAT(complaint("part,instructions\nmiddle,1\n"),
              HasSubstr("'main', 'start-up' or 'spinning'"));
  EXPECT_THAT(complaint("phase,loads\n\xfe,1\n"), HasSubstr("counts:2: is not UTF-8"));
  EXPECT_THAT(complaint("{}"), HasSubstr("format"));
  EXPECT_THAT(complaint(R"({"format": "hpcast-operations", "operations": []})"),
              HasSubstr("holds no counts"));
  EXPECT_THAT(complaint(R"({"format": "hpcast-operations", "operations": [{"loads": 1.5}]})"),
              HasSubstr("loads"));
}

}  // namespace
}  // namespace hpcast::reftrace
