#include "hpcast/models/memsim/asked_pages.h"

#include <gtest/gtest.h>

namespace hpcast::memsim {
namespace {

TEST(AskedPages, HasWhatWasAddedAndNotItsNeighbours) {
  AskedPages pages;
  const std::uint64_t far = std::uint64_t{7} << 33 | 64;
  EXPECT_FALSE(pages.may_have(0));
  for (const std::uint64_t page : {std::uint64_t{0}, std::uint64_t{63}, far}) pages.add(page);
  for (const std::uint64_t page : {std::uint64_t{0}, std::uint64_t{63}, far})
    EXPECT_TRUE(pages.may_have(page)) << page;
  for (const std::uint64_t page : {std::uint64_t{1}, std::uint64_t{62}, far - 2, far + 1})
    EXPECT_FALSE(pages.may_have(page)) << page;
}

TEST(AskedPages, HasMoreThanCanBeToldApart) {
  AskedPages pages;
  for (std::uint64_t page = 0; page < (std::uint64_t{1} << 20); page += 5) pages.add(page);
  for (std::uint64_t page = 0; page < (std::uint64_t{1} << 20); page += 5)
    ASSERT_TRUE(pages.may_have(page)) << page;
}

}  // namespace
}  // namespace hpcast::memsim
