// One core's private caches: takes the thread's references, emits what they ask of the shared side.
// Runs inside the traced program (tracers/compiler) and in hpcast (replay). Freestanding.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/models/memsim/hierarchy.h"
#include "hpcast/models/memsim/plain_chain.h"
#include "hpcast/models/memsim/plain_chains.h"
#include "hpcast/models/memsim/prefetcher.h"

namespace hpcast::memsim {

using reftrace::max_private_levels;
using reftrace::PrivateConfig;
using reftrace::PrivateCounters;

// 64-bit words that the caches of a PrivateCore take.
inline std::uint64_t storage_words(const PrivateConfig& config) {
  std::uint64_t words = 0;
  for (unsigned i = 0; i < config.levels; ++i)
    words +=
        Cache::storage_words(config.level[i]) + Prefetcher::storage_words(config.level[i].prefetch);
  return words;
}

// Sink: void emit(Word request).
template <class Sink>
class PrivateCore {
 public:
  // `storage`: storage_words() zeroed words. The counters are only added to.
  PrivateCore(const PrivateConfig& config, std::uint64_t* storage, PrivateCounters& counters,
              Sink& sink)
      : config_(config), counters_(&counters), sink_(sink) {
    has_exclusive_ = config.victims_wanted != 0;
    for (unsigned i = 0; i < config.levels; ++i) {
      has_exclusive_ |= config.level[i].inclusion == Inclusion::exclusive;
      cache_[i].init(config.level[i], storage);
      storage += Cache::storage_words(config.level[i]);
      prefetcher_[i].init(config.level[i], storage);
      storage += Prefetcher::storage_words(config.level[i].prefetch);
      has_prefetchers_ |= prefetcher_[i].is_there();
    }
    most_recent_first_ = config.levels > 0 && config.level[0].replacement == Replacement::lru &&
                         config.level[0].write_policy == WritePolicy::write_back &&
                         !prefetcher_[0].follows_instructions();
    if (is_plain() && !has_prefetchers_)
      reference_plain_ = PlainChains<PrivateCore>(cache_, config.levels).fastest();
  }

  // A reference that does not cross a line of level 0 (see each_line_part), already counted in
  // PrivateCounters::references.
  void read(std::uint64_t address, std::uint32_t bytes) {
    if (config_.levels == 0) return emit(Ask::read, address, bytes);
    Cache& l1 = cache_[0];
    const std::uint64_t line = l1.line(address);
    const Tag tag = l1.touch(line);
    if (tag == 0 || is_prefetched(tag)) wanted(0, line);
    if (tag != 0) return;
    ++counters_->cache[0].read_misses;
    const auto reply =
        chain().template demand<1>(line << l1.shape().log2_line, l1.line_bytes(), false);
    chain().template fill<0>(line, reply.dirty);
  }
  void write(std::uint64_t address, std::uint32_t bytes) {
    if (config_.levels == 0) return emit(Ask::write, address, bytes);
    const bool owned = chain().template write_arrived<0>(address, bytes);
    if (config_.coherent != 0 && !owned) upgrade(address);
  }
  // Non-temporal: past the caches, combined within a line; a cached copy is given up first.
  void write_nontemporal(std::uint64_t address, std::uint32_t bytes) {
    const std::uint64_t line = address >> config_.log2_combining;
    const std::uint32_t line_bytes = 1U << config_.log2_combining;
    if (line != combining_line_ || combined_ == 0) {
      drain();
      combining_line_ = line;
      for (unsigned i = 0; i < config_.levels; ++i)
        each_line(i, line << config_.log2_combining, line_bytes,
                  [&](std::uint64_t l) { give_up(i, l); });
    }
    combined_ += bytes;
    if (combined_ < line_bytes) return;
    combined_ = line_bytes;  // bytes stored twice leave once
    drain();
  }
  // Lets go what non-temporal stores have combined: at synchronisation and at the thread's end.
  void drain() {
    if (combined_ != 0) emit(Ask::bypass, combining_line_ << config_.log2_combining, combined_);
    combined_ = 0;
  }

  // True where the reference needs nothing more: level 0 is LRU and write-back, and one of the
  // set's most recent lines holds all of it, dirty already if it is a write.
  bool hits_recent(reftrace::Op op, std::uint64_t address, std::uint32_t bytes) {
    if (!most_recent_first_ || op == reftrace::Op::nontemporal_write) return false;
    const std::uint64_t line = cache_[0].line(address);
    if (cache_[0].line(address + bytes - 1) != line) return false;
    const Tag any_state = op == reftrace::Op::read ? dirty_bit : 0;
    const Tag wanted = tag_of(line) | dirty_bit;
    Tag* const set = cache_[0].most_recent_first(line);
    return (set[0] | any_state) == wanted ||
           (config_.level[0].ways > 3 && hits_next_ways(set, wanted, any_state));
  }

  // The level 0 of hits_recent(), null where it has another shape: for who has many references to
  // ask for, and knows the shape when it is compiled (recent_lines.h).
  const Cache* recent_lines(std::uint32_t log2_line, std::uint32_t ways) const {
    const CacheShape& l1 = config_.level[0];
    const bool has_shape = most_recent_first_ && l1.log2_line == log2_line && l1.ways == ways &&
                           (l1.sets & (l1.sets - 1)) == 0;
    return has_shape ? &cache_[0] : nullptr;
  }

  // Any of the three, by the instruction of that hash (record.h), and what is prefetched then.
  [[gnu::always_inline]] void reference(reftrace::Op op, std::uint64_t address, std::uint32_t bytes,
                                        reftrace::Word instruction) {
    if (reference_plain_ != nullptr && op != reftrace::Op::nontemporal_write) [[likely]]
      return reference_plain_(*this, op == reftrace::Op::write, address);
    demand(op, address, bytes);
    if (has_prefetchers_)
      prefetch(op, address, instruction, [](unsigned, std::uint64_t, unsigned) { return false; });
  }

  // The two steps of reference(), for who looks on. Before a line is brought to level i, calls
  // tell(i, its address, nearest private cache that has it; or how many there are): true where who
  // answers is to be told (Asker::told_prefetcher).
  bool has_prefetchers() const { return has_prefetchers_; }
  [[gnu::always_inline]] void demand(reftrace::Op op, std::uint64_t address, std::uint32_t bytes) {
    if (op == reftrace::Op::nontemporal_write) return write_nontemporal(address, bytes);
    const bool is_write = op == reftrace::Op::write;
    if (reference_plain_ != nullptr) [[likely]]
      return reference_plain_(*this, is_write, address);
    is_write ? write(address, bytes) : read(address, bytes);
  }
  template <class Tell>
  void prefetch(reftrace::Op op, std::uint64_t address, reftrace::Word instruction, Tell&& tell) {
    if (op == reftrace::Op::nontemporal_write) return;
    prefetch_wanted<0>(tell);
    if (prefetcher_[0].follows_instructions())
      prefetcher_[0].referred(address, instruction,
                              [&](std::uint64_t line) { bring<0>(line, tell); });
  }

  // Another core asks for what lies in [address, address + bytes): it is invalidated, or only
  // cleaned; what was dirty leaves as a flush (of that `depth`). False where there was nothing to
  // do.
  bool snoop(std::uint64_t address, std::uint32_t bytes, bool invalidate, std::uint32_t depth) {
    bool any = false;
    for (unsigned i = 0; i < config_.levels; ++i)
      each_line(i, address, bytes, [&](std::uint64_t line) {
        if (!cache_[i].may_hold(line)) return;
        const Tag tag = take_away(i, line, invalidate);
        any |= tag != 0;
        if (is_dirty(tag)) flush(i, line, depth);
      });
    return any;
  }

  // Lines that all of the caches have room for.
  std::uint64_t lines() const {
    std::uint64_t lines = 0;
    for (unsigned i = 0; i < config_.levels; ++i)
      lines += config_.level[i].sets * config_.level[i].ways;
    return lines;
  }
  // Calls lose(address, bytes) for all of [begin, end) that a cache may hold, by ascending address;
  // it is to snoop(). room(lines()): a place for so many words, null where there is none.
  template <class Room, class Lose>
  void each_held_in(std::uint64_t begin, std::uint64_t end, Room&& room, Lose&& lose) const {
    if (config_.levels == 0) return;
    const std::uint32_t bytes = longest_line();
    begin &= ~std::uint64_t{bytes - 1};
    std::uint64_t* const held = end - begin > lines() / 4 * bytes ? room(lines()) : nullptr;
    if (held == nullptr) {
      for (; begin < end; begin += bytes) lose(begin, bytes);
      return;
    }
    std::uint64_t* last = held;
    each_held([&](std::uint64_t address) {
      const std::uint64_t first = address & ~std::uint64_t{bytes - 1};
      if (first >= begin && first < end) *last++ = first;
    });
    std::sort(held, last);
    last = std::unique(held, last);
    for (const std::uint64_t* next = held; next < last; ++next) lose(*next, bytes);
  }

  void count_into(PrivateCounters& counters) { counters_ = &counters; }
  std::uint32_t log2_line() const { return config_.level[0].log2_line; }
  unsigned levels() const { return config_.levels; }

 private:
  // Calls f(address) for each line that a cache holds, by cache.
  template <class F>
  void each_held(F&& f) const {
    for (unsigned i = 0; i < config_.levels; ++i)
      cache_[i].each_line([&](std::uint64_t line) { f(line << cache_[i].shape().log2_line); });
  }
  std::uint32_t longest_line() const {
    std::uint32_t longest = 1;
    for (unsigned i = 0; i < config_.levels; ++i)
      longest = std::max(longest, cache_[i].line_bytes());
    return longest;
  }

  // Environment of Hierarchy.
  friend class Hierarchy<PrivateCore>;
  static constexpr unsigned max_size = max_private_levels;
  unsigned size() const { return config_.levels; }
  Cache& cache(unsigned i) { return cache_[i]; }
  CacheCounters& counters(unsigned i) { return counters_->cache[i]; }
  Flow& flow(unsigned i) { return counters_->flow[i]; }
  void below(Ask ask, std::uint64_t address, std::uint32_t bytes) { emit(ask, address, bytes); }
  bool is_prefetching() const { return asker_ != Asker::core; }
  void wanted(unsigned i, std::uint64_t line) { wanted_[i] = line + 1; }
  bool back_invalidate(unsigned, std::uint64_t, std::uint32_t) { return false; }
  bool has_exclusive() const { return has_exclusive_; }
  bool victims_wanted() const { return config_.victims_wanted != 0; }
  bool keeps_dirty(unsigned) const { return false; }
  int route(unsigned, std::uint64_t) { return 0; }
  void restore(int) {}

  // Environment of PlainChain.
  template <class Environment, class... Ways>
  friend class PlainChain;
  bool inclusive(unsigned i) { return cache_[i].shape().inclusion == Inclusion::inclusive; }
  std::uint32_t line_bytes() const { return cache_[0].line_bytes(); }
  bool coherent() const { return config_.coherent != 0; }

  // Every level is as PlainChain has it.
  bool is_plain() const {
    bool plain = config_.levels > 0;
    for (unsigned i = 0; i < config_.levels; ++i) {
      const CacheShape& shape = config_.level[i];
      plain = plain && shape.replacement == Replacement::lru &&
              shape.write_policy == WritePolicy::write_back &&
              shape.inclusion != Inclusion::exclusive &&
              shape.log2_line == config_.level[0].log2_line;
    }
    return plain;
  }
  friend class PlainChains<PrivateCore>;
  template <class... Ways>
  void reference_by(bool is_write, std::uint64_t address) {
    const std::uint64_t line = cache_[0].line(address);
    const bool owned = PlainChain<PrivateCore, Ways...>(*this).reference(line, is_write);
    if (is_write && !owned && config_.coherent != 0) upgrade(address);
  }

  Hierarchy<PrivateCore> chain() { return Hierarchy<PrivateCore>(*this); }
  void emit(Ask ask, std::uint64_t address, std::uint32_t bytes) {
    sink_.emit(request(ask, address, bytes, ask == Ask::read ? asker_ : Asker::core));
  }
  void upgrade(std::uint64_t address) {
    const std::uint32_t log2 = config_.level[0].log2_line;
    emit(Ask::upgrade, address >> log2 << log2, 1U << log2);
  }
  // What levels from i on are to bring, the outermost first. Caches' lines are of one length.
  template <unsigned i, class Tell>
  void prefetch_wanted(Tell&& tell) {
    if constexpr (i < max_size) {
      if (i == config_.levels) return;
      prefetch_wanted<i + 1>(tell);
      const std::uint64_t wanted = wanted_[i];
      wanted_[i] = 0;
      if (wanted != 0 && prefetcher_[i].is_there() && !prefetcher_[i].follows_instructions())
        prefetcher_[i].wanted(wanted - 1, [&](std::uint64_t line) { bring<i>(line, tell); });
    }
  }
  template <unsigned i, class Tell>
  void bring(std::uint64_t line, Tell&& tell) {
    if (cache_[i].holds(line)) return;
    unsigned from = i + 1;
    while (from < config_.levels && !cache_[from].holds(line)) ++from;
    asker_ = tell(i, line << log2_line(), from) ? Asker::told_prefetcher : Asker::prefetcher;
    chain().template prefetch<i>(line);
    asker_ = Asker::core;
    prefetch_wanted<i + 1>(tell);
  }
  template <class F>
  void each_line(unsigned i, std::uint64_t address, std::uint32_t bytes, F&& f) {
    const std::uint64_t last = cache_[i].line(address + bytes - 1);
    for (std::uint64_t line = cache_[i].line(address); line <= last; ++line) f(line);
  }
  // The line as it was, or 0 where nothing was taken away.
  Tag take_away(unsigned i, std::uint64_t line, bool invalidate) {
    if (!invalidate) return cache_[i].clean(line) ? dirty_bit : 0;
    const Tag tag = cache_[i].remove(line);
    counters_->cache[i].invalidations += tag != 0;
    chain().count_lost(i, tag);
    return tag;
  }
  // A dirty line of level i passes the caches below it, or ends in one that holds it dirty too.
  void flush(unsigned i, std::uint64_t line, std::uint32_t depth) {
    const std::uint32_t log2_line = cache_[i].shape().log2_line;
    const std::uint64_t address = line << log2_line;
    ++counters_->cache[i].writebacks;
    for (unsigned below = i + 1; below < config_.levels; ++below) {
      chain().count_write(below, 1U << log2_line);
      const Cache& cache = cache_[below];
      if (cache.shape().log2_line >= log2_line && cache.holds_dirty(cache.line(address))) return;
    }
    sink_.emit(flush_request(address, log2_line, depth));
  }
  void give_up(unsigned i, std::uint64_t line) {
    const Tag tag = cache_[i].remove(line);
    chain().count_lost(i, tag);
    if (!is_dirty(tag)) return;
    ++counters_->cache[i].writebacks;
    chain().writeback_at(i + 1, cache_[i].address(tag), cache_[i].line_bytes());
  }

  PrivateConfig config_;
  Cache cache_[max_private_levels];
  Prefetcher prefetcher_[max_private_levels];
  std::uint64_t wanted_[max_private_levels] = {};  // Prefetcher::wanted() lines, and 1; 0: none
  Asker asker_ = Asker::core;
  bool has_prefetchers_ = false;
  PrivateCounters* counters_;
  Sink& sink_;
  std::uint64_t combining_line_ = 0;
  std::uint32_t combined_ = 0;
  bool most_recent_first_ = false;
  // Null where PlainChain does not fit.
  typename PlainChains<PrivateCore>::Reference reference_plain_ = nullptr;
  bool has_exclusive_ = false;
};

// A reference of `bytes` as parts that each lie within one line; calls f(address, bytes).
template <class F>
void each_line_part(std::uint64_t address, std::uint32_t bytes, std::uint32_t log2_line, F&& f) {
  std::uint64_t line_end = ((address >> log2_line) + 1) << log2_line;
  for (; address + bytes > line_end; line_end += std::uint64_t{1} << log2_line) [[unlikely]] {
      const auto head = static_cast<std::uint32_t>(line_end - address);
      f(address, head);
      address = line_end;
      bytes -= head;
    }
  f(address, bytes);
}

// The same, and counts the lines beyond the first.
template <class F>
void in_lines(PrivateCounters& counts, reftrace::Op op, std::uint64_t address, unsigned log2_size,
              std::uint32_t log2_line, F&& f) {
  unsigned parts = 0;
  each_line_part(address, 1U << log2_size, log2_line, [&](std::uint64_t a, std::uint32_t bytes) {
    f(a, bytes);
    ++parts;
  });
  counts.line_crossings[static_cast<unsigned>(op)] += parts - 1;
}

}  // namespace hpcast::memsim
