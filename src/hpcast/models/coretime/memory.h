// The memory system as one core sees it: when lines that it asks for come. Which cache has them is
// known already (memsim); here is how long that takes, and how many lines may be under way.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hpcast/models/coretime/bandwidth.h"
#include "hpcast/models/coretime/cycle.h"
#include "hpcast/models/coretime/entries.h"
#include "hpcast/models/coretime/sets.h"
#include "hpcast/models/coretime/tlb.h"

namespace hpcast::coretime {

// Who answers a reference. The first one is the core's first cache.
struct Answerer {
  Cycle latency = 0;       // from a load to its use, of one that is not used otherwise
  std::uint32_t ways = 0;  // that a line passes from there to the first cache: the first so many
  Cycle loaded = 0;        // longer, as much as it is used now; changes as the run goes on
};

struct MemoryView {
  unsigned log2_line = 6;
  std::vector<Answerer> answerers;  // by blocks::answerer_of()
  std::vector<double> ways;         // cycles that a line takes; the first leads to the first cache
  // Cycles that a line written back takes there, on its way from the first cache; 0, or fewer ways:
  // nobody waits for that.
  std::vector<double> back;
  // Lines that prefetchers are ahead of a load whose addresses are regular, by cache, the first
  // one's first; 0: it has none.
  std::vector<std::uint32_t> prefetch;
  std::uint32_t line_fill_buffers = 10;
  SetLimits sets;
  Translation translation;
};

// Where prefetchers see that addresses go on.
struct Grain {
  unsigned log2_line = 6, log2_page = 12;
};

// How the addresses of one load or store go on.
class Stride {
 public:
  // The next address, at that time. In another stretch than the last one its step is none.
  void follow(std::uint64_t address, Cycle time, const Grain& grain, std::uint32_t stretch);
  // When a prefetcher that is so many lines ahead has asked for the present line; `time` where none
  // has.
  Cycle asked(std::uint32_t lines_ahead, Cycle time) const;

 private:
  static constexpr unsigned sure = 3;            // times the same step: then it is a stride
  static constexpr std::int64_t longest = 2048;  // bytes: pages end too soon for longer ones
  static constexpr std::uint32_t kept = 8;       // lines
  std::uint64_t last_ = 0;
  std::int64_t step_ = 0;
  std::uint32_t stretch_ = 0;
  unsigned seen_ = 0;                  // times that the step was the same
  Cycle began_ = 0;                    // when the stride was known in this page
  std::uint32_t lines_ = 0;            // entered since then
  std::array<Cycle, kept> entered_{};  // when, the last of them
};

// Of the access that fetches, in that stretch (Window::resume()).
struct Striding {
  Stride& stride;
  std::uint32_t stretch;
};

class LineFetcher {
 public:
  // `idle`: nobody is loaded.
  LineFetcher(const MemoryView& view, const Translation& translation, bool idle = false);

  // Nothing begins before that any more.
  void forget_before(Cycle time) {
    buffers_.forget_before(time);
    sets_.forget_before(time);
    tlb_.forget_before(time);
  }
  // A reference that is not timed.
  void pass(std::uint64_t address) { tlb_.look_up(address); }
  void know_pages_of(const LineFetcher& other) { tlb_.know_pages_of(other.tlb_); }
  // When what a load or store that begins then asks for is there, which that answerer has; after
  // `first_hit` where that is the first cache.
  Cycle fetch(std::uint64_t address, std::uint32_t answerer, Cycle begin, Cycle first_hit,
              Striding striding);
  // A line that a prefetcher brings to the cache `to` from that answerer, asked for then: who
  // refers to it later finds it on its way.
  void prefetch(std::uint64_t address, std::uint32_t answerer, std::uint32_t to, Cycle asked);
  // When the store to a line that is there from then on has room for it: whoever is put out by a
  // line that was not written before is written back as far as that line came.
  Cycle write(std::uint64_t address, Cycle there);
  // The last line by that hash that somebody asked for is that one's.
  bool has_asked(std::uint64_t address) {
    const std::uint64_t line = address >> view_.log2_line;
    return coming(line).line == line;
  }

 private:
  struct Coming {
    std::uint64_t line = ~std::uint64_t{0};
    Cycle comes = 0;
    std::uint32_t ways = 0;  // it came by
    bool is_written = false;
    std::uint32_t to = 0;  // that cache; further in it is not on its way
    // When the line is there that this cache has, at the earliest.
    Cycle there(std::uint64_t wanted, std::uint32_t cache) const {
      return line == wanted && to == cache ? comes : 0;
    }
  };
  const Answerer& answerer(std::uint32_t number) const;
  Coming& coming(std::uint64_t line) { return coming_[(line * 0x9E3779B97F4A7C15ULL) >> 54]; }
  Cycle leave(const Answerer& answerer, std::uint32_t to, Cycle time);
  Cycle bring(const Answerer& answerer, Cycle begin, const Stride& stride);
  Cycle pass_ways(std::uint32_t from, std::uint32_t to, Cycle time);

  const MemoryView& view_;
  const Grain grain_;
  const bool idle_;
  std::vector<Bandwidth> ways_, back_;
  Tlb tlb_;
  Spans buffers_;
  Sets sets_;
  std::array<Coming, 1024> coming_{};  // lines under way, by a hash
};

}  // namespace hpcast::coretime
