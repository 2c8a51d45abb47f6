#include "hpcast/inputs/reftrace/key_set.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace hpcast::reftrace {
namespace {

std::uint64_t inserted(KeySet& set, std::uint64_t first, std::uint64_t count) {
  std::uint64_t fresh = 0;
  for (std::uint64_t key = first; key < first + count; ++key) fresh += set.insert(key) ? 1 : 0;
  return fresh;
}

// What a library polls: some hundred lines here and there, again and again.
TEST(KeySet, WhatIsPolledIsNewOnce) {
  const auto set = std::make_unique<KeySet>();
  std::mt19937_64 random(1);
  std::uint64_t first_turn = 0, later = 0;
  for (int run = 0; run < 100; ++run) {
    set->clear();
    std::vector<std::uint64_t> keys(400);
    for (std::uint64_t& key : keys) key = 1 + random() % (std::uint64_t{1} << 44);
    for (const std::uint64_t key : keys) first_turn += set->insert(key) ? 1 : 0;
    for (const std::uint64_t key : keys) later += set->insert(key) ? 1 : 0;
  }
  EXPECT_GT(first_turn, 39'900U);
  EXPECT_EQ(later, 0U);
}

// After what was moved through it, too.
TEST(KeySet, TheOldestAreForgotten) {
  const auto set = std::make_unique<KeySet>();
  EXPECT_EQ(inserted(*set, 1'000'000, 100'000), 100'000U);
  EXPECT_EQ(inserted(*set, 1, 300), 300U);
  EXPECT_EQ(inserted(*set, 1, 300), 0U);
  EXPECT_EQ(inserted(*set, 1'000'000, 1000), 1000U) << "long forgotten";
}

}  // namespace
}  // namespace hpcast::reftrace
