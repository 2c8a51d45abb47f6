// Which chains of plain_chain.h there are, and the fastest of them for a core's caches.
// Freestanding.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "hpcast/inputs/reftrace/private_config.h"
#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/fixed_ways.h"

namespace hpcast::memsim {

// Core: void reference_by<Ways...>(bool is_write, uint64_t address), by PlainChain<..., Ways...>.
template <class Core>
class PlainChains {
 public:
  using Reference = void (*)(Core&, bool is_write, std::uint64_t address);

  // `caches`: LRU, and their tags wide.
  PlainChains(const Cache* caches, unsigned levels) : caches_(caches), levels_(levels) {}

  // As processors have them: a first cache of 8, 12 or 4 ways, alone or with one of these second
  // ones. What has other ways, or a third level, is simulated as well, but more slowly.
  Reference fastest() const {
    const Reference by_avx2 =
        first_of({with_l1<8, 4, 8, 16, 20>(), with_l1<12, 8, 10, 16, 20>(), with_l1<4, 8, 16>()});
    if (by_avx2 != nullptr && has_avx2()) return by_avx2;
    using Eight = WaysSse2<Tag>;
    using Any = WaysAny<Tag>;
    static_assert(reftrace::max_private_levels == 3);
    return first_of({plain<Eight>(), plain<Eight, Eight>(), plain<Any>(), plain<Any, Any>(),
                     plain<Any, Any, Any>()});
  }

 private:
  template <class... Ways>
  [[gnu::flatten]] static void reference_as(Core& core, bool is_write, std::uint64_t address) {
    core.template reference_by<Ways...>(is_write, address);
  }
  template <class... Ways>
  [[gnu::flatten]] HPCAST_AVX2 static void reference_by_avx2(Core& core, bool is_write,
                                                             std::uint64_t address) {
    core.template reference_by<Ways...>(is_write, address);
  }

  // These are null where the caches are others.
  template <std::uint32_t l1, std::uint32_t... l2>
  Reference with_l1() const {
    return first_of({avx2<l1>(), avx2<l1, l2>()...});
  }
  template <std::uint32_t... ways>
  Reference avx2() const {
    return are<WaysAvx2<Tag, ways>...>() ? &reference_by_avx2<WaysAvx2<Tag, ways>...> : nullptr;
  }
  template <class... Ways>
  Reference plain() const {
    return are<Ways...>() ? &reference_as<Ways...> : nullptr;
  }

  template <class... Ways>
  bool are() const {
    const Cache* cache = caches_;
    return levels_ == sizeof...(Ways) && (cache++->template has<Ways>() && ...);
  }
  static Reference first_of(std::initializer_list<Reference> references) {
    for (const Reference reference : references)
      if (reference != nullptr) return reference;
    return nullptr;
  }

  const Cache* caches_;
  unsigned levels_;
};

}  // namespace hpcast::memsim
