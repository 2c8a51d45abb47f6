#include "hpcast/inputs/counters/user_and_kernel.h"

#include <gtest/gtest.h>

#include <string>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

std::string mode(const char* count, const char* event) {
  return std::string(count) + ",," + event + ",1000,100.00,,\n";
}

TEST(UserAndKernel, AreTheWhole) {
  const Table table =
      table_in(mode("3", "cycles:u") + mode("1", "cycles:k") + mode("6", "cpu/instructions/u") +
               mode("2", "cpu/instructions/k") + mode("7", "loads:u"));
  EXPECT_EQ(value_at(table, "cycles"), 4);
  EXPECT_EQ(value_at(table, "instructions"), 8);
  EXPECT_TRUE(has_note(table, "the kernel are added up: cycles:u and cycles:k"));
  EXPECT_TRUE(has_note(table, "counted in user mode only: loads:u"));
  EXPECT_FALSE(has_note(table, "cycles:k is what"));
  EXPECT_FALSE(has_note(table, "counted in the kernel only"));
}

TEST(UserAndKernel, AreNotAddedWhereOneLacksOrAllWasCountedToo) {
  const Table lacks = table_in(mode("3", "cycles:u") + mode("<not supported>", "cycles:k"));
  EXPECT_EQ(value_at(lacks, "cycles"), 3);
  EXPECT_TRUE(has_note(lacks, "counted in user mode only: cycles:u"));
  const Table whole = table_in(mode("3", "cycles:u") + mode("1", "cycles:k") + mode("5", "cycles"));
  EXPECT_EQ(value_at(whole, "cycles"), 5);
  EXPECT_EQ(value_at(whole, "cycles:k"), 1);
}

}  // namespace
}  // namespace hpcast::counters
