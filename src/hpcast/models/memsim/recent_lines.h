// Which references need nothing but a look at a set's most recent lines:
// PrivateCore::hits_recent(), for many references in turn.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/tags.h"

namespace hpcast::memsim {

// `ways`: from 4 on. Sets: a power of two.
template <std::uint32_t log2_line, std::uint32_t ways>
class RecentLines {
 public:
  explicit RecentLines(const Cache& cache)
      : tags_(cache.most_recent_first(0)), sets_(cache.shape().sets - 1) {
    for (unsigned c = 0; c < classes; ++c) {
      const auto op = static_cast<reftrace::Op>(c / 8);
      const bool fits = c % 8 <= log2_line;
      const bool is_plain = op == reftrace::Op::read || op == reftrace::Op::write;
      elsewhere_[c] = fits && is_plain ? (std::uint64_t{1} << c % 8) - 1 : ~std::uint64_t{0};
      any_state_[c] = op == reftrace::Op::read ? dirty_bit : 0;
    }
  }

  // False also for what is not aligned to its size, for non-temporal stores and for events.
  [[gnu::always_inline]] bool hits(reftrace::Word word) const {
    const auto c = static_cast<unsigned>(word >> reftrace::size_shift) % classes;
    if ((word & elsewhere_[c]) != 0) return false;
    constexpr std::uint64_t lines = reftrace::address_mask >> log2_line;
    const Tag wanted = tag_of(word >> log2_line & lines) | dirty_bit;
    Tag* const set = tags_ + (word >> log2_line & sets_) * ways;
    return (set[0] | any_state_[c]) == wanted || hits_next_ways(set, wanted, any_state_[c]);
  }

 private:
  static constexpr unsigned classes = 32;  // op and log2 of the size
  static_assert(ways > 3);

  Tag* tags_;
  std::uint64_t sets_;
  std::uint64_t elsewhere_[classes];  // bits of an address that must not be set
  Tag any_state_[classes];
};

}  // namespace hpcast::memsim
