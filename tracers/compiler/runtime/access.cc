#include "access.h"

#include "process.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

constexpr std::uint32_t accesses_between_clock_looks = 64;

// Every interval of references a request stream says how far its thread has come.
void sign_of_life(Thread& thread) {
  const std::uint64_t clock = clock_of(thread);
  if (clock < thread.next_mark) return;
  thread.next_mark = clock + process.header->interval;
  hot.busy = 0;
  put_event(thread, Event::mark);
  hot.busy = 1;
}

void simulate(Thread& thread, std::uint64_t address, unsigned log2_size, Op op) {
  const std::uint32_t bytes = 1U << log2_size;
  const std::uint64_t last = address + bytes - 1;
  if ((address ^ last) >> hot.log2_line == 0) [[likely]] {
    thread.caches.reference(op, address, bytes);
  } else {
    ++hot.counters->line_crossings[static_cast<unsigned>(op)];
    memsim::each_line_part(address, bytes, hot.log2_line,
                           [&](std::uint64_t part, std::uint32_t part_bytes) {
                             thread.caches.reference(op, part, part_bytes);
                           });
  }
  if (++thread.slow_accesses % accesses_between_clock_looks == 0) sign_of_life(thread);
}

// True if that was all there was to do. Ways beyond the first four are left to the caches.
template <Op op>
[[gnu::always_inline]] inline bool hits_next_ways(std::uint64_t address) {
  const std::uint64_t line = address >> hot.log2_line;
  std::uint64_t* const set = hot.l1_tags + (line & hot.l1_mask) * hot.l1_ways;
  constexpr std::uint64_t any_state = op == Op::read ? memsim::dirty_bit : 0;
  return hot.l1_ways > 3 &&
         memsim::hits_next_ways(set, memsim::tag_of(line) | memsim::dirty_bit, any_state);
}

}  // namespace

template <Op op, unsigned log2_size, bool line_crossing>
[[gnu::noinline]] void simulate_or_record(std::uint64_t address, const void* site) {
  Thread& thread = *hot.thread;
  const Busy busy;
  if (!busy.entered()) return;
  if (!thread.simulated) [[likely]]
    return put(thread, reftrace::reference(address, log2_size, op, site_of_return_address(site)));
  if constexpr (line_crossing || log2_size >= 4) return simulate(thread, address, log2_size, op);
  thread.caches.reference(op, address, 1U << log2_size);
  if (++thread.slow_accesses % accesses_between_clock_looks == 0) sign_of_life(thread);
}

template <Op op, unsigned log2_size, bool line_crossing>
void slow_access(std::uint64_t address) {
  if constexpr (!line_crossing) {
    if (hits_next_ways<op>(address)) return;
  }
  // The program will touch it next; behind the simulation its own cache miss would come too late
  // for the processor to overlap.
  __builtin_prefetch(reinterpret_cast<const void*>(address));
  simulate_or_record<op, log2_size, line_crossing>(address, __builtin_return_address(0));
}

void record(Thread& thread, std::uint64_t address, unsigned log2_size, Op op, Word site) {
  ++hot.counters->references[static_cast<unsigned>(op)][log2_size];
  const Busy busy;
  if (!busy.entered()) return;
  if (!thread.simulated) return put(thread, reftrace::reference(address, log2_size, op, site));
  simulate(thread, address, log2_size, op);
}

#define HPCAST_SLOW_ACCESS(op, log2_size)                         \
  template void slow_access<op, log2_size, false>(std::uint64_t); \
  template void slow_access<op, log2_size, true>(std::uint64_t);
#define HPCAST_SLOW_ACCESSES(log2_size)   \
  HPCAST_SLOW_ACCESS(Op::read, log2_size) \
  HPCAST_SLOW_ACCESS(Op::write, log2_size)
HPCAST_SLOW_ACCESSES(0)
HPCAST_SLOW_ACCESSES(1)
HPCAST_SLOW_ACCESSES(2)
HPCAST_SLOW_ACCESSES(3)
HPCAST_SLOW_ACCESSES(4)

}  // namespace hpcast::tracer
