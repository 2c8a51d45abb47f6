#include "hpcast/inputs/reftrace/name_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace hpcast::reftrace {
namespace {

class NameTableTest : public testing::Test {
 protected:
  std::uint32_t index(const std::string& name) {
    return name_index(*table_, name.data(), name.size(), "(more)");
  }
  std::string entry(std::uint32_t i) const { return table_->names[i]; }

  std::unique_ptr<NameTable<8>> table_ = std::make_unique<NameTable<8>>();
};

TEST_F(NameTableTest, CountsNamesInTheOrderOfTheirFirstUse) {
  EXPECT_EQ(index("b"), 0U);
  EXPECT_EQ(index("a"), 1U);
  EXPECT_EQ(index("b"), 0U);
  EXPECT_EQ(index(""), 2U);
  EXPECT_EQ(table_->count.load(), 3U);
  EXPECT_EQ(entry(0) + entry(1) + entry(2), "ba");
}

TEST_F(NameTableTest, ZeroedMemoryHoldsTheEmptyName) {
  table_->count.store(1);
  EXPECT_EQ(index(""), 0U);
  EXPECT_EQ(index("x"), 1U);
}

TEST_F(NameTableTest, WhatFindsNoPlaceSharesTheLastEntry) {
  for (int i = 0; i < 7; ++i) EXPECT_EQ(index("n" + std::to_string(i)), static_cast<unsigned>(i));
  EXPECT_EQ(index("n7"), 7U);
  EXPECT_EQ(index("n8"), 7U);
  EXPECT_EQ(entry(7), "(more)");
  EXPECT_EQ(index("n3"), 3U);
  EXPECT_EQ(table_->count.load(), 8U);
}

TEST_F(NameTableTest, CutsLongNamesBetweenCharacters) {
  EXPECT_EQ(index(std::string(255, 'x')), 0U);
  EXPECT_EQ(index(std::string(300, 'x')), 0U);
  EXPECT_EQ(index(std::string(254, 'x') + "\xc3\xbc"), 1U);
  EXPECT_EQ(entry(1), std::string(254, 'x'));
}

TEST_F(NameTableTest, ThreadsAgree) {
  std::vector<std::thread> threads;
  std::vector<std::vector<std::uint32_t>> found(4);
  for (std::vector<std::uint32_t>& mine : found)
    threads.emplace_back([&] {
      for (const char* const name : {"a", "b", "c", "d", "e"}) mine.push_back(index(name));
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<std::uint32_t>& mine : found) EXPECT_EQ(mine, found[0]);
  EXPECT_EQ(table_->count.load(), 5U);
}

}  // namespace
}  // namespace hpcast::reftrace
