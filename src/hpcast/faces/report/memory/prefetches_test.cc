#include "hpcast/faces/report/memory/prefetches.h"

#include <gmock/gmock.h>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::report {
namespace {

TEST(Prefetches, AreToldByClass) {
  EXPECT_THAT(prefetch_words(answers::sample_with_prefetchers()),
              testing::ElementsAre("L2_rome: brought 128 k lines ahead, 25 % of them in vain",
                                   "ddr4_3200_x2: of 24 MiB read, prefetchers asked for 8.0 MiB"));
}

TEST(Prefetches, NoneAreNothing) {
  EXPECT_THAT(prefetch_words(answers::large_sample()), testing::IsEmpty());
}

}  // namespace
}  // namespace hpcast::report
