// The rules of hierarchy.h for private caches as most cores have them: every one LRU and
// write-back, of one line size, none exclusive. How many there are, and the kind of ways of each,
// is known when it is compiled: lines are not looked for in pieces, and a set is read and written
// as a whole. random_traces_test.cc holds both to the same counts. Freestanding.
//
// Environment: cache(i), counters(i), flow(i), below() and victims_wanted() of Hierarchy's, and
//   bool inclusive(i) const
//   bool coherent() const        who writes must own the line
//   uint32_t line_bytes() const
#pragma once

#include <cstdint>
#include <tuple>

#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/request.h"

namespace hpcast::memsim {

// `Ways`: of each level, the first one first.
template <class Environment, class... Ways>
class PlainChain {
 public:
  explicit PlainChain(Environment& environment) : env_(environment) {}

  // The core reads or writes (part of) the line. Returns whether the chain owned it before, or
  // asked for ownership below (of use for a write alone).
  bool reference(std::uint64_t line, bool is_write) {
    return look_up<0>(line, is_write, is_write ? dirty_bit : 0);
  }

 private:
  static constexpr unsigned levels = sizeof...(Ways);

  // Where the line stands at level i, or would.
  template <unsigned i>
  struct Place {
    using Set = std::tuple_element_t<i, std::tuple<Ways...>>;

    Place(const Cache& cache, std::uint64_t line)
        : set(cache.template set<Set>(line)),
          tag(cache.template tag<Set>(line)),
          w(set.find(tag)) {}
    bool is_there() const { return w < set.count(); }

    Set set;
    typename Set::Word tag;
    std::uint32_t w;
  };

  void below(Ask ask, std::uint64_t line) {
    env_.below(ask, line * env_.line_bytes(), env_.line_bytes());
  }
  template <unsigned i>
  bool look_up(std::uint64_t line, bool own, Tag dirty) {
    Place<i> place(env_.cache(i), line);
    if (place.is_there()) {
      const Tag before = place.set[place.w];
      place.set.push_front(place.w, before | dirty);
      return is_dirty(before) || (own && env_.coherent() && dirty_below<i + 1>(line));
    }
    CacheCounters& counters = env_.counters(i);
    ++(own ? counters.write_misses : counters.read_misses);
    const bool owned = demand<i + 1>(line, own);
    insert<i>(line, place.set, place.tag | dirty);
    return owned;
  }

  // A request for the line arrives at level i.
  template <unsigned i>
  bool demand(std::uint64_t line, bool own) {
    if constexpr (i == levels) {
      below(own ? Ask::own : Ask::read, line);
      return own;
    } else {
      count_read(env_.flow(i), env_.line_bytes());
      return look_up<i>(line, own, 0);
    }
  }

  // A dirty line of the level above arrives at level i.
  template <unsigned i>
  void writeback(std::uint64_t line) {
    if constexpr (i == levels) {
      below(Ask::writeback, line);
    } else {
      count_write(env_.flow(i), env_.line_bytes());
      Place<i> place(env_.cache(i), line);
      if (!place.is_there()) return insert<i>(line, place.set, place.tag | dirty_bit);
      place.set.push_front(place.w, place.set[place.w] | dirty_bit);
    }
  }

  // `set` is the line's at level i, `tag` the line's there.
  template <unsigned i, class Set>
  void insert(std::uint64_t line, Set set, Tag tag) {
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
    } else if (i + 1 == levels && env_.victims_wanted()) {
      below(Ask::victim, line);
    }
  }

  // Inclusive level i lets the line go: so do the levels above, from that one on. The dirty bit if
  // it was dirty there.
  template <unsigned i, unsigned above = 0>
  Tag taken_from_above(std::uint64_t line) {
    if constexpr (above == i)
      return 0;
    else
      return taken_from<i, above>(line) | taken_from_above<i, above + 1>(line);
  }
  template <unsigned i, unsigned above>
  Tag taken_from(std::uint64_t line) {
    Place<above> place(env_.cache(above), line);
    if (!place.is_there()) return 0;
    const Tag tag = place.set[place.w];
    place.set.take_out(place.w);
    ++env_.counters(above).invalidations;
    if (!is_dirty(tag)) return 0;
    ++env_.counters(above).writebacks;
    count_write(env_.flow(i), env_.line_bytes());
    return dirty_bit;
  }

  template <unsigned i>
  bool dirty_below(std::uint64_t line) {
    if constexpr (i == levels) {
      return false;
    } else {
      const Place<i> place(env_.cache(i), line);
      return (place.is_there() && is_dirty(place.set[place.w])) || dirty_below<i + 1>(line);
    }
  }

  Environment& env_;
};

}  // namespace hpcast::memsim
