// How far one core overlaps its reads: an estimate. Instructions enter, in order, a window of so
// many and leave it in order; a read begins when what its address was made from has come, and takes
// the latency of whoever answers it; so many lines may be under way at once. The rest of the core
// is a rate. After Karkhanis and Smith, A First-Order Superscalar Processor Model, ISCA 2004:
// between long misses the rate, at them the window fills. docs/latency.md, "Outstanding reads".
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace hpcast::memsim {

struct CoreWindow {
  double instruction_time = 0;       // s; 0: the rate does not limit
  std::uint32_t instructions = 224;  // in flight
  std::uint32_t line_fill_buffers = 10;
  double first_hit_time = 0;  // s, from a load that hits the first cache to who uses it
};

struct OverlapCounts {
  double time = 0;         // s that the core took
  double outstanding = 0;  // s, of all reads of memory added up
  double any = 0;          // s with at least one under way
};
OverlapCounts operator-(const OverlapCounts& whole, const OverlapCounts& part);
OverlapCounts& operator+=(OverlapCounts& sum, const OverlapCounts& more);
// Element by element; the longer one's length.
void add(std::vector<OverlapCounts>& sum, const std::vector<OverlapCounts>& more);

class ReadWindow {
 public:
  // A read that missed the first cache.
  struct Read {
    std::uint64_t instruction = 0;  // executed before it
    // The address, or the line, comes with the read so many before (1: the last one), which had
    // missed too, and `hits` loads behind it that hit. 0: nothing to wait for, but for the hits.
    std::uint64_t after = 0;
    std::uint32_t hits = 0;
    double latency = 0;   // s, load to use
    bool memory = false;  // a memory answers it
  };

  explicit ReadWindow(const CoreWindow& core) : core_(core) {}

  void read(const Read& read);
  // So many instructions have been executed: what has been counted until the last of them enters.
  const OverlapCounts& at(std::uint64_t instruction);
  // All that is in the window leaves it.
  const OverlapCounts& finish(std::uint64_t instruction);

 private:
  struct Span {
    double begin, end;
  };
  struct InFlight {
    std::uint64_t instruction;
    double retired;
  };
  double enter(std::uint64_t instruction);
  double ready(const Read& read, double entered) const;
  double buffer_free(double from) const;
  void account(Span span);

  static constexpr std::size_t remembered = 4096;  // reads: as many as no window holds
  CoreWindow core_;
  // An instruction that entered, and when: those behind it follow at the core's rate.
  std::uint64_t entered_instruction_ = 0;
  double entered_ = 0;
  double retired_ = 0;  // the last read
  std::deque<InFlight> in_flight_;
  std::array<double, remembered> done_{};  // by number of the read
  std::uint64_t reads_ = 0;
  std::vector<Span> buffers_;  // line fill buffers in use
  std::vector<Span> memory_;   // disjoint, ascending: when a memory was being read
  OverlapCounts counts_;
};

}  // namespace hpcast::memsim
