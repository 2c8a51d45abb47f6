// A reference into private caches where somebody wants to know who answers it: those caches, or who
// is behind them. Freestanding.
#pragma once

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/models/memsim/private_core.h"

namespace hpcast::memsim {

// The first level that answers what lies in one line; one more than there are where none does.
template <class Caches>
[[gnu::always_inline]] inline unsigned demand_and_tell(Caches& caches,
                                                       const PrivateCounters& counts,
                                                       reftrace::Op op, std::uint64_t address,
                                                       std::uint32_t bytes) {
  // Of a store: what it writes through, or lets be evicted, misses no read.
  const auto misses = [&](unsigned i) {
    return op == reftrace::Op::write ? counts.cache[i].write_misses : counts.cache[i].read_misses;
  };
  std::uint64_t misses_before[reftrace::max_private_levels];
  for (unsigned i = 0; i < caches.levels(); ++i) misses_before[i] = misses(i);
  caches.demand(op, address, bytes);
  if (op == reftrace::Op::nontemporal_write) return caches.levels();
  unsigned level = 0;
  while (level < caches.levels() && misses(level) != misses_before[level]) ++level;
  return level;
}

// The same of any reference; `counts` are the caches'. What is prefetched for it goes to
// tell(blocks::prefetched()) before: true where who answers that is to be told as well.
template <class Caches, class Tell>
unsigned refer_and_tell(Caches& caches, PrivateCounters& counts, Word reference, Tell&& tell) {
  const reftrace::Op op = reftrace::op_of(reference);
  const auto prefetched = [&](unsigned to, std::uint64_t line, unsigned from) {
    const bool asks = from == caches.levels();
    return tell(blocks::prefetched(line, to, asks ? blocks::unanswered : from)) && asks;
  };
  unsigned level = 0;
  in_lines(counts, op, reftrace::address_of(reference), reftrace::log2_size_of(reference),
           caches.log2_line(), [&](std::uint64_t address, std::uint32_t bytes) {
             const unsigned answers = demand_and_tell(caches, counts, op, address, bytes);
             if (answers > level) level = answers;
             if (caches.has_prefetchers())
               caches.prefetch(op, address, reftrace::site_of(reference), prefetched);
           });
  return level;
}

}  // namespace hpcast::memsim
