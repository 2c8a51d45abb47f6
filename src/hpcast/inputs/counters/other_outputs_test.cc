#include "hpcast/inputs/counters/other_outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

TEST(OtherOutputs, OfPapiAreNamed) {
  const std::string fault = fault_of(
      "{\n \"papi_version\": \"7.1.0.0\",\n \"cpu_info\": \"x\",\n \"threads\": {\"0\": {\n"
      "  \"regions\": {\"0\": {\"name\": \"loop\", \"cycles\": \"5\"}}}}\n}\n");
  EXPECT_THAT(fault, HasSubstr("PAPI's high-level library"));
  EXPECT_THAT(fault, HasSubstr("region,thread,duration_s,PAPI_TOT_CYC"));
}

TEST(OtherOutputs, OfLikwidAreNamed) {
  const std::string fault = fault_of(
      "--------------------------------------------------------------------------------\n"
      "CPU name:\tIntel(R) Xeon(R) Gold 6148\nCPU type:\tx\nCPU clock:\t2.40 GHz\n"
      "--------------------------------------------------------------------------------\n"
      "Group 1: MEM\n"
      "+-----------------------+---------+------------+\n"
      "|         Event         | Counter | HWThread 0 |\n"
      "+-----------------------+---------+------------+\n"
      "|   INSTR_RETIRED_ANY   |  FIXC0  |       1000 |\n"
      "+-----------------------+---------+------------+\n");
  EXPECT_THAT(fault, HasSubstr("LIKWID's tables for people"));
  EXPECT_THAT(fault, HasSubstr("likwid-perfctr -O"));
}

// jq -s makes such a one.
TEST(OtherOutputs, ArraysOfPerfsObjects) {
  for (const char* const start : {"[", "[\n  "})
    EXPECT_THAT(fault_of(std::string(start) +
                         R"({"counter-value" : "820", "unit" : "msec", "event" : "task-clock", )"
                         R"("metric-value" : "0.98", "metric-unit" : "CPUs utilized"},)"
                         "\n{\"counter-value\" : \"24\", \"event\" : \"cycles\"}]\n"),
                HasSubstr("made an array, which is not read\n  jq -c '.[]'"));
}

}  // namespace
}  // namespace hpcast::counters
