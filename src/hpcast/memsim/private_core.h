// One core's private caches: takes the thread's references, emits what they ask of the shared side.
// Runs inside the traced program (tracers/compiler) and in hpcast (replay). Freestanding.
#pragma once

#include <cstdint>

#include "hpcast/memsim/hierarchy.h"
#include "hpcast/reftrace/record.h"

namespace hpcast::memsim {

// Sink: void emit(Word request).
template <class Sink>
class PrivateCore {
 public:
  static std::uint64_t storage_words(const PrivateConfig& config) {
    std::uint64_t words = 0;
    for (unsigned i = 0; i < config.levels; ++i) words += Cache::storage_words(config.level[i]);
    return words;
  }

  // `storage`: storage_words() zeroed words. The counters are only added to.
  PrivateCore(const PrivateConfig& config, std::uint64_t* storage, PrivateCounters& counters,
              Sink& sink)
      : config_(config), counters_(&counters), sink_(sink) {
    for (unsigned i = 0; i < config.levels; ++i) {
      cache_[i].init(config.level[i], storage);
      storage += Cache::storage_words(config.level[i]);
    }
    fast_ = config.levels > 0 && config.level[0].replacement == Replacement::lru &&
            config.level[0].write_policy == WritePolicy::write_back;
  }

  // A reference that does not cross a line of level 0 (see each_line_part), already counted in
  // PrivateCounters::references.
  void read(std::uint64_t address, std::uint32_t bytes) {
    if (config_.levels == 0) return emit(Ask::read, address, bytes);
    Cache& l1 = cache_[0];
    const std::uint64_t line = l1.line(address);
    if (l1.find(line) != nullptr) return;
    ++counters_->cache[0].read_misses;
    const auto reply = chain().demand(1, line << l1.shape().log2_line, l1.line_bytes(), false);
    chain().fill(0, line, reply.dirty);
  }
  void write(std::uint64_t address, std::uint32_t bytes) {
    if (config_.levels == 0) return emit(Ask::write, address, bytes);
    const bool owned = chain().write_arrived(0, address, bytes);
    if (config_.coherent != 0 && !owned) upgrade(address);
  }
  // Non-temporal: past the caches, combined within a line; a cached copy is given up first.
  void write_nontemporal(std::uint64_t address, std::uint32_t bytes) {
    const std::uint64_t line = address >> config_.log2_combining;
    if (line != combining_line_ || combined_ == 0) {
      drain();
      combining_line_ = line;
      for (unsigned i = 0; i < config_.levels; ++i) give_up(i, address);
    }
    combined_ += bytes;
    if (combined_ >= 1U << config_.log2_combining) drain();
  }
  // Lets go what non-temporal stores have combined: at synchronisation and at the thread's end.
  void drain() {
    if (combined_ != 0) emit(Ask::bypass, combining_line_ << config_.log2_combining, combined_);
    combined_ = 0;
  }

  // True where the reference needs nothing done: level 0 is LRU and write-back, and the set's most
  // recent line holds all of it, dirty already if it is a write.
  bool hits_most_recent(reftrace::Op op, std::uint64_t address, std::uint32_t bytes) const {
    if (!fast_) return false;
    const std::uint64_t line = cache_[0].line(address);
    if (cache_[0].line(address + bytes - 1) != line) return false;
    const Tag wanted = tag_of(line) | dirty_bit;
    const Tag tag = cache_[0].set(line)[0];
    return op == reftrace::Op::read ? (tag | dirty_bit) == wanted
                                    : op == reftrace::Op::write && tag == wanted;
  }

  void reference(reftrace::Op op, std::uint64_t address, std::uint32_t bytes) {
    switch (op) {
      case reftrace::Op::read:
        return read(address, bytes);
      case reftrace::Op::write:
        return write(address, bytes);
      default:
        return write_nontemporal(address, bytes);
    }
  }

  // Another core asks for the line at `address` (Ask::flush: `depth`). Invalidated, or only
  // cleaned.
  void snoop(std::uint64_t address, bool invalidate, std::uint32_t depth) {
    std::uint32_t dirty_log2 = 0;
    for (unsigned i = 0; i < config_.levels; ++i) {
      Cache& cache = cache_[i];
      const std::uint64_t line = cache.line(address);
      bool dirty;
      if (invalidate) {
        const Tag tag = cache.remove(line);
        counters_->cache[i].invalidations += tag != 0;
        dirty = is_dirty(tag);
      } else {
        dirty = cache.clean(line);
      }
      if (!dirty) continue;
      ++counters_->cache[i].writebacks;
      dirty_log2 = cache.shape().log2_line;
    }
    if (dirty_log2 != 0)
      sink_.emit(flush_request(address >> dirty_log2 << dirty_log2, dirty_log2, depth));
  }

  void count_into(PrivateCounters& counters) { counters_ = &counters; }
  std::uint32_t log2_line() const { return config_.level[0].log2_line; }
  Cache& level(unsigned i) { return cache_[i]; }

 private:
  // Environment of Hierarchy.
  friend class Hierarchy<PrivateCore>;
  unsigned size() const { return config_.levels; }
  Cache& cache(unsigned i) { return cache_[i]; }
  CacheCounters& counters(unsigned i) { return counters_->cache[i]; }
  Flow& flow(unsigned i) { return counters_->flow[i]; }
  void below(Ask ask, std::uint64_t address, std::uint32_t bytes) { emit(ask, address, bytes); }
  void back_invalidate(unsigned, std::uint64_t, std::uint32_t) {}
  bool victims_wanted() const { return config_.victims_wanted != 0; }
  int route(unsigned, std::uint64_t) { return 0; }
  void restore(int) {}

  Hierarchy<PrivateCore> chain() { return Hierarchy<PrivateCore>(*this); }
  void emit(Ask ask, std::uint64_t address, std::uint32_t bytes) {
    sink_.emit(request(ask, address, bytes));
  }
  void upgrade(std::uint64_t address) {
    const std::uint32_t log2 = config_.level[0].log2_line;
    emit(Ask::upgrade, address >> log2 << log2, 1U << log2);
  }
  void give_up(unsigned i, std::uint64_t address) {
    const Tag tag = cache_[i].remove(cache_[i].line(address));
    if (!is_dirty(tag)) return;
    ++counters_->cache[i].writebacks;
    chain().writeback(i + 1, cache_[i].address(tag), cache_[i].line_bytes());
  }

  PrivateConfig config_;
  Cache cache_[max_private_levels];
  PrivateCounters* counters_;
  Sink& sink_;
  std::uint64_t combining_line_ = 0;
  std::uint32_t combined_ = 0;
  bool fast_ = false;
};

// A reference of 2^log2_size bytes as parts that each lie within one line; calls f(address, bytes).
template <class F>
void each_line_part(std::uint64_t address, std::uint32_t bytes, std::uint32_t log2_line, F&& f) {
  const std::uint64_t line_end = ((address >> log2_line) + 1) << log2_line;
  if (address + bytes <= line_end) [[likely]]
    return f(address, bytes);
  const auto head = static_cast<std::uint32_t>(line_end - address);
  f(address, head);
  f(line_end, bytes - head);
}

}  // namespace hpcast::memsim
