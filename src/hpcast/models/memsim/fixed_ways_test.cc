#include "hpcast/models/memsim/fixed_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace hpcast::memsim {
namespace {

// `Ways`, so many, and WaysAny side by side, through everything that caches do with a set.
template <class Ways>
void compare_with_any(std::uint32_t ways) {
  using Word = typename Ways::Word;
  std::vector<Word> fast(ways + 1), slow(ways);
  fast.back() = 77;  // of the next set
  std::uint64_t random = 1;
  for (int i = 0; i < 20000; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    Ways a(fast.data(), ways);
    WaysAny<Word> b(slow.data(), ways);
    const auto high = static_cast<std::uint64_t>(sizeof(Word) == 8 ? 1ULL << 41 : 1U << 29);
    const auto tag = static_cast<Word>(tag_of(high + (random >> 33) % (ways + ways / 2)));
    const std::uint32_t w = a.find(tag);
    ASSERT_EQ(w, b.find(tag));
    if (w < a.count() && random >> 62 == 0) {
      a.take_out(w);
      b.take_out(w);
    } else {
      const Tag dirty = random >> 32 & dirty_bit;
      const std::uint32_t last = w < a.count() ? w : a.count() - 1;
      const Tag first = tag | dirty | (w < a.count() ? a[w] : 0);
      a.push_front(last, first);
      b.push_front(last, first);
    }
    ASSERT_TRUE(std::equal(slow.begin(), slow.end(), fast.begin()));
    ASSERT_EQ(fast.back(), 77U);
  }
}

TEST(FixedWays, Sse2DoesWhatAnyDoes) {
  compare_with_any<WaysSse2<std::uint32_t>>(16);
  compare_with_any<WaysSse2<std::uint64_t>>(8);
}

template <class Word, std::uint32_t... ways>
void compare_avx2_with_any() {
  (compare_with_any<WaysAvx2<Word, ways>>(ways), ...);
}

TEST(FixedWays, Avx2DoesWhatAnyDoes) {
  if (!has_avx2()) GTEST_SKIP() << "this processor has no AVX2";
  compare_avx2_with_any<std::uint32_t, 4, 8, 12, 16, 20>();
  compare_avx2_with_any<std::uint64_t, 2, 4, 8, 10, 12, 16, 20>();
}

}  // namespace
}  // namespace hpcast::memsim
