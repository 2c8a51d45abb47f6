#include "hpcast/forecast/latency/study_scale.h"

#include <gtest/gtest.h>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/forecast/memory/machine_input.h"

namespace hpcast::forecast {
namespace {

// L1 of 1 KiB in 8 sets of 128 B, L2 of 8 KiB in 32 sets of 256 B.
dat::Machine small_machine() {
  return load_machine(source_tree() + "/tests/golden/two-cores.dat.json", {}).machine;
}
dat::Machine phi() {
  return load_machine(source_tree() + "/machines/xeon-phi-7210.dat.json", {}).machine;
}

TEST(StudyScale, IsTheSmallestPowerOfTwoThatDoes) {
  EXPECT_EQ(scale_for(small_machine(), 32768, 4), 1u);
  EXPECT_EQ(scale_for(small_machine(), 32767, 4), 2u);
  EXPECT_EQ(scale_for(small_machine(), 16384, 4), 2u);
  EXPECT_EQ(scale_for(small_machine(), 10000, 4), 4u);
  EXPECT_EQ(scale_for(small_machine(), 10000, 1), 1u);
  EXPECT_EQ(scale_for(phi(), 1 << 20, 4), 32768u);
}

TEST(StudyScale, EndsWithOneSet) {
  EXPECT_EQ(scale_for(small_machine(), 0, 4), 32u);
  EXPECT_EQ(scale_for(small_machine(), 10, 1e6), 32u);
}

TEST(StudyScale, ChangesEveryClassAlike) {
  using Changes = std::vector<std::string>;
  EXPECT_EQ(scaled_caches(small_machine(), 1), Changes());
  EXPECT_EQ(scaled_caches(small_machine(), 4), Changes({"L1.capacity=256", "L2.capacity=2048"}));
  EXPECT_EQ(scaled_caches(small_machine(), 32), Changes({"L1.capacity=128", "L2.capacity=256"}));
}

TEST(StudyScale, MakesMachinesThatAreSound) {
  const std::string path = source_tree() + "/machines/xeon-phi-7210.dat.json";
  for (std::uint64_t scale = 2; scale <= std::uint64_t{1} << 28; scale *= 2)
    EXPECT_NO_THROW(load_machine(path, scaled_caches(phi(), scale))) << scale;
}

// 11 ways and 19.25 MiB, say: no power of two.
TEST(StudyScale, RoundsDownToWholeSets) {
  const std::string path = source_tree() + "/tests/golden/two-cores.dat.json";
  const dat::Machine odd = load_machine(path, {"L2.associativity=11", "L2.capacity=7744"}).machine;
  EXPECT_EQ(scaled_caches(odd, 2).back(), "L2.capacity=3520");  // 5 of its 11 sets
}

}  // namespace
}  // namespace hpcast::forecast
