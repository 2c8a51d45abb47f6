// What a thread has executed of code that the GCC plugin has compiled: it counts itself
// (tracers/gcc/counting.cc).
#pragma once

#include "hpcast/inputs/reftrace/operations.h"
#include "thread.h"

namespace hpcast::tracer {

// As the plugin has them.
struct Counts {
  std::uint64_t instructions;  // and where they begin (Thread::counts_begin)
  std::uint64_t integer;
  std::uint64_t dp_flops[flop_widths], sp_flops[flop_widths];
  std::uint64_t x87_flops;

  // That many times.
  void add(const Counts& more, std::uint64_t times);
};

// Who counts instructions looks at their sum's sign: set, the piece that it counts is to be told
// (code_pieces.h).
inline constexpr std::uint64_t wanted_sign = std::uint64_t{1} << 63;

// What the calling thread has executed since begin_counts(), with its references as of
// update_clock(): it belongs to the thread's phase.
OperationCounts counts_of(const Thread& thread);
void begin_counts(Thread& thread);

}  // namespace hpcast::tracer

// Since they were taken, but for the instructions. Of every thread, traced or not.
extern "C" __thread hpcast::tracer::Counts __hpcast_counts __attribute__((visibility("default")))
HPCAST_TLS;
