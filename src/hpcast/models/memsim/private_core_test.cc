#include "hpcast/models/memsim/private_core.h"

#include <gtest/gtest.h>

#include <vector>

namespace hpcast::memsim {
namespace {

struct Unheard {
  void emit(reftrace::Word) {}
};

PrivateConfig two_levels() {
  PrivateConfig config{};
  config.levels = 2;
  config.level[0] = {4, 2, 6, Replacement::lru, WritePolicy::write_back, Inclusion::nine, {}};
  config.level[1] = {8, 4, 7, Replacement::lru, WritePolicy::write_back, Inclusion::nine, {}};
  return config;
}

class HeldLines : public testing::Test {
 protected:
  explicit HeldLines(const PrivateConfig& config = two_levels())
      : storage_(storage_words(config)), core_(config, storage_.data(), counters_, sink_) {}

  // What each_held_in() calls for.
  std::vector<std::uint64_t> in(std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> held, found;
    core_.each_held_in(
        begin, end,
        [&](std::uint64_t words) {
          held.resize(words);
          return held.data();
        },
        [&](std::uint64_t address, std::uint32_t) { found.push_back(address); });
    return found;
  }

  std::vector<std::uint64_t> storage_;
  PrivateCounters counters_{};
  Unheard sink_;
  PrivateCore<Unheard> core_;
};

TEST_F(HeldLines, AllOfAShortRange) {
  EXPECT_EQ(in(4096, 4096 + 512), (std::vector<std::uint64_t>{4096, 4224, 4352, 4480}));
}

TEST_F(HeldLines, ThoseThereOfALongOneByAddress) {
  for (const std::uint64_t address : {9000, 5000, 5010, 70000, 4095}) core_.read(address, 1);
  EXPECT_EQ(in(4096, std::uint64_t{1} << 40), (std::vector<std::uint64_t>{4992, 8960, 69888}));
}

struct NoCaches : HeldLines {
  NoCaches() : HeldLines(PrivateConfig{}) {}
};
TEST_F(NoCaches, HoldNothing) { EXPECT_TRUE(in(0, std::uint64_t{1} << 40).empty()); }

}  // namespace
}  // namespace hpcast::memsim
