#include "hpcast/memsim/fixed_ways.h"

#include <gtest/gtest.h>

#include <vector>

namespace hpcast::memsim {
namespace {

// `Ways` and WaysAny side by side, through everything that caches do with a set.
template <class Ways>
void compare_with_any() {
  using Word = typename Ways::Word;
  std::vector<Word> fast(Ways::fixed_count), slow(Ways::fixed_count);
  std::uint64_t random = 1;
  for (int i = 0; i < 20000; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    Ways a(fast.data(), Ways::fixed_count);
    WaysAny<Word> b(slow.data(), Ways::fixed_count);
    const auto high = static_cast<std::uint64_t>(sizeof(Word) == 8 ? 1ULL << 41 : 1U << 29);
    const auto tag = static_cast<Word>(tag_of(high + (random >> 33) % 24));
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
    ASSERT_EQ(fast, slow);
  }
}

TEST(FixedWays, Sse2DoesWhatAnyDoes) {
  compare_with_any<WaysSse2<std::uint32_t>>();
  compare_with_any<WaysSse2<std::uint64_t>>();
}

TEST(FixedWays, Avx2DoesWhatAnyDoes) {
  if (!has_avx2()) GTEST_SKIP() << "this processor has no AVX2";
  compare_with_any<WaysAvx2<std::uint32_t>>();
  compare_with_any<WaysAvx2<std::uint64_t>>();
}

}  // namespace
}  // namespace hpcast::memsim
