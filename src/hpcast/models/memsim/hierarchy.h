// A chain of caches along a route and the rules by which traffic moves through it
// (docs/memory-model.md). The same code serves a core's private caches, in the program's own
// thread, and the shared caches of a route. Freestanding.
//
// Environment is what lies around the chain:
//   void below(Ask, address, bytes)         traffic that leaves the chain downwards
//   bool back_invalidate(i, address, bytes) inclusive level i evicted this line: what lies above
//                                           and beside the chain loses it; true if that brought
//                                           dirty bytes to level i
//   bool has_exclusive() const              whether anybody may want clean victims
//   bool victims_wanted() const             the first cache below the chain is exclusive
//   bool keeps_dirty(i) const               who asks level i cannot be told that a line is dirty
//   bool is_prefetching() const             a prefetcher asks
//   void wanted(i, line)                    level i was asked for a line that it did not have, or
//                                           had from its prefetcher
//   route(i, address), restore(route)       from below level i on, follow the route to this
//   address;
//                                           and return to the one before
//   static constexpr unsigned max_size      no chain is longer
//   Cache& cache(i); CacheCounters& counters(i); Flow& flow(i); unsigned size() const
#pragma once

#include <cstdint>

#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/request.h"

namespace hpcast::memsim {

using reftrace::CacheCounters;
using reftrace::Flow;

template <class Environment>
class Hierarchy {
 public:
  explicit Hierarchy(Environment& environment) : env_(environment) {}

  // What came back with a line: dirty, when an exclusive cache gave its only copy away; owned, when
  // the chain already held it dirty or asked for ownership below.
  struct Reply {
    Tag dirty = 0;
    bool owned = false;
  };

  // A request for `bytes` at `address` (within one line of the asker) arrives at level i.
  template <unsigned i>
  Reply demand(std::uint64_t address, std::uint32_t bytes, bool own) {
    if (is_end<i>()) {
      env_.below(own ? Ask::own : Ask::read, address, bytes);
      return {0, own};
    }
    if constexpr (i < Environment::max_size) return arrive<i>(address, bytes, own);
    __builtin_unreachable();
  }
  template <unsigned i>
  Reply arrive(std::uint64_t address, std::uint32_t bytes, bool own) {
    count_read(i, bytes);
    Cache& cache = env_.cache(i);
    const std::uint64_t first = cache.line(address);
    const std::uint64_t last = cache.line(address + bytes - 1);
    Reply reply;
    bool missed = false;
    for (std::uint64_t line = first; line <= last; ++line)
      missed |= look_up<i>(line, address, own, reply);
    if (missed) ++(own ? env_.counters(i).write_misses : env_.counters(i).read_misses);
    return reply;
  }

  // A dirty line (or the bytes of a write-through) of the level above arrives at level i.
  template <unsigned i>
  void writeback(std::uint64_t address, std::uint32_t bytes) {
    if (is_end<i>()) return env_.below(Ask::writeback, address, bytes);
    if constexpr (i < Environment::max_size) {
      count_write(i, bytes);
      Cache& cache = env_.cache(i);
      const std::uint64_t last = cache.line(address + bytes - 1);
      for (std::uint64_t line = cache.line(address); line <= last; ++line)
        store_line<i>(line, address, bytes);
    }
  }

  // A clean line evicted above arrives at an exclusive cache.
  template <unsigned i>
  void victim(std::uint64_t address, std::uint32_t bytes) {
    if (is_end<i>()) return env_.below(Ask::victim, address, bytes);
    if constexpr (i < Environment::max_size) {
      count_write(i, bytes);
      Cache& cache = env_.cache(i);
      const std::uint64_t last = cache.line(address + bytes - 1);
      for (std::uint64_t line = cache.line(address); line <= last; ++line)
        if (cache.touch(line) == 0) fill<i>(line, 0);
    }
  }

  // Part of a line is written: by a core at level 0, or by a write-through cache above.
  // Returns whether the chain owned the line before or asked for ownership.
  template <unsigned i>
  bool write(std::uint64_t address, std::uint32_t bytes) {
    if constexpr (i < Environment::max_size) {
      if (!is_end<i>()) {
        count_write(i, bytes);
        return write_arrived<i>(address, bytes);
      }
    }
    env_.below(Ask::write, address, bytes);
    return true;
  }
  // The same after it has been counted.
  template <unsigned i>
  bool write_arrived(std::uint64_t address, std::uint32_t bytes) {
    Cache& cache = env_.cache(i);
    const bool through = cache.shape().write_policy == WritePolicy::write_through;
    const Tag before = cache.touch(cache.line(address), through ? 0 : dirty_bit);
    if (before == 0 ? !through : is_prefetched(before)) env_.wanted(i, cache.line(address));
    if (through) {
      if (before == 0) ++env_.counters(i).write_misses;
      return write<i + 1>(address, bytes);
    }
    if (before != 0) return is_dirty(before) || dirty_below(i + 1, address);
    ++env_.counters(i).write_misses;
    const Reply reply = demand<i + 1>(line_start(cache, address), cache.line_bytes(), true);
    fill<i>(cache.line(address), dirty_bit);
    return reply.owned;
  }

  // Evicts what the line's arrival displaces. The line must not be in the cache.
  template <unsigned i>
  void fill(std::uint64_t line, Tag state) {
    Cache& cache = env_.cache(i);
    const Tag victim_tag = cache.insert(line, state);
    if (victim_tag != 0) evicted<i>(victim_tag);
  }

  // The prefetcher of level i brings a line that is not there.
  template <unsigned i>
  void prefetch(std::uint64_t line) {
    if constexpr (i < Environment::max_size) {
      Cache& cache = env_.cache(i);
      ++env_.counters(i).prefetched;
      const Reply reply = demand<i + 1>(line << cache.shape().log2_line, cache.line_bytes(), false);
      fill<i>(line, reply.dirty | prefetched_bit);
    }
  }

  // writeback() at a level known only when it happens.
  template <unsigned i = 0>
  void writeback_at(unsigned level, std::uint64_t address, std::uint32_t bytes) {
    if constexpr (i < Environment::max_size)
      if (i != level) return writeback_at<i + 1>(level, address, bytes);
    writeback<i>(address, bytes);
  }

  // Counts at level i.
  void count_read(unsigned i, std::uint32_t bytes) {
    reftrace::count_read(env_.flow(i), bytes);
    if (env_.is_prefetching()) reftrace::count_prefetch(env_.flow(i), bytes);
  }
  void count_lost(unsigned i, Tag tag) { env_.counters(i).in_vain += is_prefetched(tag) ? 1 : 0; }
  void count_write(unsigned i, std::uint32_t bytes) { reftrace::count_write(env_.flow(i), bytes); }

 private:
  // The chain has no level i. (The level is a template parameter so that the compiler can unroll
  // the chain: this is where a simulation spends its time.)
  template <unsigned i>
  bool is_end() const {
    return i == Environment::max_size || i == env_.size();
  }

  static std::uint64_t line_start(const Cache& cache, std::uint64_t address) {
    return address & ~std::uint64_t{cache.line_bytes() - 1};
  }

  bool dirty_below(unsigned i, std::uint64_t address) {
    for (; i < env_.size(); ++i) {
      Cache& cache = env_.cache(i);
      if (cache.holds_dirty(cache.line(address))) return true;
    }
    return false;
  }

  // Returns whether the line was missing.
  template <unsigned i>
  bool look_up(std::uint64_t line, std::uint64_t address, bool own, Reply& reply) {
    Cache& cache = env_.cache(i);
    const bool exclusive = cache.shape().inclusion == Inclusion::exclusive;
    if (const Tag tag = cache.touch(line); tag != 0) {
      if (is_prefetched(tag)) env_.wanted(i, line);
      reply.owned |= is_dirty(tag) || (own && dirty_below(i + 1, address));
      if (exclusive && (own || !is_dirty(tag) || !env_.keeps_dirty(i)))
        reply.dirty |= cache.remove(line) & dirty_bit;
      return false;
    }
    env_.wanted(i, line);
    const Reply below = demand<i + 1>(line << cache.shape().log2_line, cache.line_bytes(), own);
    reply.owned |= below.owned;
    const bool kept = below.dirty != 0 && !own && env_.keeps_dirty(i);
    if (exclusive && !kept)
      reply.dirty |= below.dirty;
    else
      fill<i>(line, below.dirty);
    return true;
  }

  template <unsigned i>
  void store_line(std::uint64_t line, std::uint64_t address, std::uint32_t bytes) {
    Cache& cache = env_.cache(i);
    const bool through = cache.shape().write_policy == WritePolicy::write_through;
    const bool there = cache.touch(line, through ? 0 : dirty_bit) != 0;
    if (there && !through) return;
    if (through || bytes < cache.line_bytes()) {
      // Too little to make a line of, or not kept here: it travels on, at most a line at a time.
      const bool part = bytes < cache.line_bytes();
      writeback<i + 1>(part ? address : line << cache.shape().log2_line,
                       part ? bytes : cache.line_bytes());
    } else {
      fill<i>(line, dirty_bit);
    }
  }

  template <unsigned i>
  void evicted(Tag victim_tag) {
    Cache& cache = env_.cache(i);
    const std::uint64_t address = cache.address(victim_tag);
    bool dirty = is_dirty(victim_tag);
    count_lost(i, victim_tag);
    if (cache.shape().inclusion == Inclusion::inclusive)
      dirty |= back_invalidate<i>(address, cache.line_bytes());
    if (!dirty && !env_.has_exclusive()) return;
    const auto route = env_.route(i, address);
    if (dirty) {
      ++env_.counters(i).writebacks;
      writeback<i + 1>(address, cache.line_bytes());
    } else if (wants_victims<i + 1>()) {
      victim<i + 1>(address, cache.line_bytes());
    }
    env_.restore(route);
  }

  template <unsigned i>
  bool wants_victims() {
    return is_end<i>() ? env_.victims_wanted()
                       : env_.cache(i).shape().inclusion == Inclusion::exclusive;
  }

  // Takes the line out of every cache above level i; dirty copies arrive at level i as writes.
  template <unsigned i>
  bool back_invalidate(std::uint64_t address, std::uint32_t bytes) {
    bool dirty = env_.back_invalidate(i, address, bytes);
    for (unsigned above = 0; above < i; ++above) {
      Cache& cache = env_.cache(above);
      for (std::uint64_t a = address; a < address + bytes; a += cache.line_bytes()) {
        const Tag tag = cache.remove(cache.line(a));
        if (tag == 0) continue;
        ++env_.counters(above).invalidations;
        count_lost(above, tag);
        if (!is_dirty(tag)) continue;
        ++env_.counters(above).writebacks;
        count_write(i, cache.line_bytes());
        dirty = true;
      }
    }
    return dirty;
  }

  Environment& env_;
};

}  // namespace hpcast::memsim
