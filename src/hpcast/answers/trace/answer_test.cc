#include "hpcast/answers/kind_for_tests.h"
#include "hpcast/answers/trace/sample_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(TraceSummary, HasItsSchema) { expect_schema_is_checked_in<TraceSummary>(); }

TEST(TraceSummary, IsReadBackAsItWas) {
  expect_round_trip(sample_trace_summary());
  expect_round_trip(TraceSummary{});
}

TEST(TraceSummary, SaysWhereItsTimeGoes) {
  EXPECT_EQ(sample_trace_summary().verdict,
            "chase.trace: 1 k instructions of 2 threads, 80 % of them in the loop at follow<int>, "
            "chase.c:31");
  TraceSummary s = sample_trace_summary();
  s.loops.erase(s.loops.begin());
  EXPECT_THAT(verdict_line(s), testing::EndsWith("10 % of them in the loop at superblock 9"));
  s.loops.clear();
  EXPECT_THAT(verdict_line(s), testing::EndsWith("of 2 threads, in no loop"));
}

}  // namespace
}  // namespace hpcast::answers
