// The rules of hierarchy.h for private caches as most cores have them: every one LRU and
// write-back, of one line size, none exclusive; all of them with the same kind of `Ways`. Lines are
// not looked for in pieces, and a set is read and written as a whole. random_traces_test.cc holds
// both to the same counts. Freestanding.
//
// Environment: cache(i), counters(i), flow(i), size(), max_size, below() and victims_wanted() of
// Hierarchy's, and
//   bool inclusive(i) const
//   bool coherent() const        who writes must own the line
//   uint32_t line_bytes() const
#pragma once

#include <cstdint>

#include "hpcast/memsim/cache.h"
#include "hpcast/memsim/request.h"

namespace hpcast::memsim {

template <class Environment, class Ways>
class PlainChain {
 public:
  explicit PlainChain(Environment& environment) : env_(environment) {}

  // The core reads or writes (part of) the line. Returns whether the chain owned it before, or
  // asked for ownership below (of use for a write alone).
  bool reference(std::uint64_t line, bool is_write) {
    return look_up<0>(line, is_write, is_write ? dirty_bit : 0);
  }

 private:
  template <unsigned i>
  bool is_end() const {
    return i == Environment::max_size || i == env_.size();
  }
  void below(Ask ask, std::uint64_t line) {
    env_.below(ask, line * env_.line_bytes(), env_.line_bytes());
  }
  template <unsigned i>
  bool look_up(std::uint64_t line, bool own, Tag dirty) {
    Cache& cache = env_.cache(i);
    const auto tag = cache.template tag<Ways>(line);
    Ways set = cache.template set<Ways>(line);
    const std::uint32_t w = set.find(tag);
    if (w < set.count()) {
      const Tag before = set[w];
      set.push_front(w, before | dirty);
      return is_dirty(before) || (own && env_.coherent() && dirty_below<i + 1>(line));
    }
    CacheCounters& counters = env_.counters(i);
    ++(own ? counters.write_misses : counters.read_misses);
    const bool owned = demand<i + 1>(line, own);
    insert<i>(line, set, tag | dirty);
    return owned;
  }

  // A request for the line arrives at level i.
  template <unsigned i>
  bool demand(std::uint64_t line, bool own) {
    if (is_end<i>()) return below(own ? Ask::own : Ask::read, line), own;
    if constexpr (i < Environment::max_size) {
      count_read(env_.flow(i), env_.line_bytes());
      return look_up<i>(line, own, 0);
    }
    __builtin_unreachable();
  }

  // A dirty line of the level above arrives at level i.
  template <unsigned i>
  void writeback(std::uint64_t line) {
    if (is_end<i>()) return below(Ask::writeback, line);
    if constexpr (i < Environment::max_size) {
      count_write(env_.flow(i), env_.line_bytes());
      Cache& cache = env_.cache(i);
      const auto tag = cache.template tag<Ways>(line);
      Ways set = cache.template set<Ways>(line);
      const std::uint32_t w = set.find(tag);
      if (w == set.count()) return insert<i>(line, set, tag | dirty_bit);
      set.push_front(w, set[w] | dirty_bit);
    }
  }

  // `set` is the line's at level i, `tag` the line's there.
  template <unsigned i>
  void insert(std::uint64_t line, Ways set, Tag tag) {
    const auto victim = set[set.count() - 1];
    set.push_front(set.count() - 1, tag);
    if (victim != 0) evicted<i>(env_.cache(i).whole(line, victim));
  }

  template <unsigned i>
  void evicted(Tag tag) {
    const std::uint64_t line = line_of(tag);
    if (i > 0 && env_.inclusive(i)) tag |= taken_from_above<i>(line);
    if (is_dirty(tag)) {
      ++env_.counters(i).writebacks;
      writeback<i + 1>(line);
    } else if (is_end<i + 1>() && env_.victims_wanted()) {
      below(Ask::victim, line);
    }
  }

  // Inclusive level i lets the line go: so do the levels above. The dirty bit if it was dirty
  // there.
  template <unsigned i>
  Tag taken_from_above(std::uint64_t line) {
    Tag dirty = 0;
    for (unsigned above = 0; above < i; ++above) {
      Cache& cache = env_.cache(above);
      Ways set = cache.template set<Ways>(line);
      const std::uint32_t w = set.find(cache.template tag<Ways>(line));
      if (w == set.count()) continue;
      const Tag tag = set[w];
      set.take_out(w);
      ++env_.counters(above).invalidations;
      if (!is_dirty(tag)) continue;
      ++env_.counters(above).writebacks;
      count_write(env_.flow(i), env_.line_bytes());
      dirty = dirty_bit;
    }
    return dirty;
  }

  template <unsigned i>
  bool dirty_below(std::uint64_t line) {
    if (is_end<i>()) return false;
    if constexpr (i < Environment::max_size)
      return env_.cache(i).holds_dirty(line) || dirty_below<i + 1>(line);
    __builtin_unreachable();
  }

  Environment& env_;
};

}  // namespace hpcast::memsim
