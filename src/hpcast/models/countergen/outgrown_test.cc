#include "hpcast/models/countergen/outgrown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/models/countergen/loops_for_tests.h"

namespace hpcast::countergen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<double> five_sizes = {5000, 10'000, 20'000, 40'000, 80'000};

TEST(Outgrown, IsWhereDataAreFetchedAgain) {
  const Loop loop = [](double n) { return LoopCounts{16 * n, {n < 30'000 ? n / 8 : n}}; };
  EXPECT_THAT(outgrown_caches(learned_of(five_sizes, {loop})),
              ElementsAre("data outgrow L1 between n=20000 and n=40000 (PAPI_L1_DCM)"));
  EXPECT_THAT(
      outgrown_caches(learned_of({10'000, 20'000, 40'000}, {loop})),
      ElementsAre(HasSubstr("between n=20000 and n=40000, beyond which there is no other")));
  EXPECT_THAT(outgrown_caches(learned_of(five_sizes, {[](double n) {
                                           return LoopCounts{16 * n, {n / 8}};
                                         }})),
              IsEmpty());
}

// Of loops none of which has most of the misses, and the first never fits into the cache.
TEST(Outgrown, IsWhatSomeDataDo) {
  const auto misses = [](const std::function<double(double)>& count) {
    return [count](double n) { return LoopCounts{n, {count(n)}}; };
  };
  const Loop never_fits = misses([](double n) { return 0.11 * n; });
  const Loop outgrows = misses([](double n) { return n < 30'000 ? 0 : n / 15; });
  const Loop hardly_matters = misses([](double n) { return n < 30'000 ? 0 : 200; });
  const std::vector<double> sizes = {10'000, 20'000, 40'000};
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {never_fits, outgrows, outgrows})),
              ElementsAre(HasSubstr("data outgrow L1 between n=20000 and n=40000")));
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {never_fits, hardly_matters})), IsEmpty());
}

// Data of 32 KB, some of which lie where others were: first touches bend, and no cache is full.
TEST(Outgrown, IsNoCacheThatHoldsAllData) {
  const Loop loop = [](double n) {
    const double touched = n < 1500 ? 3 : n / 8;
    return LoopCounts{100 * n, {touched, touched, touched}};
  };
  const std::vector<double> sizes = {500, 1000, 2000, 3000, 4000};
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {loop})), IsEmpty());
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {loop}, {64, 128, 100})),
              ElementsAre(HasSubstr("L1"), HasSubstr("L2"), HasSubstr("L3")))
      << "that is more than L3 holds";
}

// How large it is is known: what is first touched beyond 1 MiB is no more than that either.
TEST(Outgrown, IsNoLargerCacheThanItIs) {
  const Loop loop = [](double n) {
    const double touched = n < 300'000 ? 3 : n / 8, again = n < 300'000 ? 0 : n;
    return LoopCounts{16 * n, {touched + again, touched}};
  };
  const std::vector<double> sizes = {100'000, 200'000, 400'000, 600'000, 800'000};
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {loop})),
              ElementsAre(HasSubstr("L1"), HasSubstr("L2")));
  EXPECT_THAT(outgrown_caches(learned_of(sizes, {loop}, {512, 500'000})),
              ElementsAre(HasSubstr("data outgrow L1 between n=200000 and n=400000")));
}

// A program that takes another way from some size on.
TEST(Outgrown, IsNoneByMoreReferences) {
  const Loop loop = [](double n) {
    const double references = n * (n < 30'000 ? 16 : 160);
    return LoopCounts{references, {references / 8}};
  };
  EXPECT_THAT(outgrown_caches(learned_of(five_sizes, {loop})), IsEmpty());
}

}  // namespace
}  // namespace hpcast::countergen
