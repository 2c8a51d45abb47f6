#include "hpcast/inputs/reftrace/pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace hpcast::reftrace {
namespace {

std::vector<std::pair<std::uint64_t, unsigned>> pieces(std::uint64_t address, std::uint64_t bytes) {
  std::vector<std::pair<std::uint64_t, unsigned>> result;
  for (Pieces left(address, bytes); !left.done();) {
    const Piece piece = left.next();
    result.emplace_back(piece.address, 1U << piece.log2_size);
  }
  return result;
}

using testing::ElementsAre;
using testing::Pair;

TEST(Pieces, OneWordIsAPowerOfTwoUpTo32) {
  for (const unsigned bytes : {1U, 2U, 4U, 8U, 16U, 32U}) EXPECT_TRUE(is_one_reference(bytes));
  for (const unsigned bytes : {0U, 3U, 10U, 33U, 64U, 4096U}) EXPECT_FALSE(is_one_reference(bytes));
}

TEST(Pieces, OfTenBytes) {
  EXPECT_THAT(pieces(0x100, 10), ElementsAre(Pair(0x100, 8), Pair(0x108, 2)));
  EXPECT_THAT(pieces(0x13c, 10), ElementsAre(Pair(0x13c, 4), Pair(0x140, 4), Pair(0x144, 2)));
}

TEST(Pieces, AreAlignedAndAtMost32BytesAndLeaveNoGap) {
  for (std::uint64_t address = 0; address < 70; ++address) {
    for (std::uint64_t bytes = 1; bytes < 200; ++bytes) {
      std::uint64_t next = address;
      for (const auto& [at, size] : pieces(address, bytes)) {
        EXPECT_EQ(at, next);
        EXPECT_EQ(at % size, 0U);
        EXPECT_LE(size, 32U);
        next += size;
      }
      EXPECT_EQ(next, address + bytes);
    }
  }
}

TEST(Pieces, AreAsFewAsCanBe) {
  EXPECT_EQ(pieces(0x1000, 4096).size(), 128U);
  EXPECT_EQ(pieces(0x1001, 63).size(), 6U);  // 1 2 4 8 16 32
}

}  // namespace
}  // namespace hpcast::reftrace
