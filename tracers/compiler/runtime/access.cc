#include "access.h"

#include <cstddef>
#include <utility>

#include "hot_layout.h"
#include "process.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

// The reference to come, before it is simulated: who looks, now or when the thread has been killed,
// finds a reference to each miss. Hits that no call was needed for are missing until the next
// event.
[[gnu::always_inline]] inline void tell_count(const Thread& thread, Op op, unsigned log2_size) {
  const auto kind = static_cast<unsigned>(op);
  thread.slot->counters.references[kind][log2_size] =
      thread.counted[kind][log2_size] + thread.quota - hot.references.left[kind][log2_size] + 1;
}

void tell(Thread& thread, Word reference) {
  ++thread.references[static_cast<unsigned>(reftrace::op_of(reference))];
  put(thread, reference);
}

void simulate(Thread& thread, std::uint64_t address, unsigned log2_size, Op op, Word site) {
  const std::uint32_t bytes = 1U << log2_size;
  const std::uint64_t last = address + bytes - 1;
  if ((address ^ last) >> hot.log2_line == 0) [[likely]] {
    thread.caches.reference(op, address, bytes, site);
  } else {
    ++thread.slot->counters.line_crossings[static_cast<unsigned>(op)];
    memsim::each_line_part(address, bytes, hot.log2_line,
                           [&](std::uint64_t part, std::uint32_t part_bytes) {
                             thread.caches.reference(op, part, part_bytes, site);
                           });
  }
}

// Told of, where the thread is in such a stretch.
bool is_told(Thread& thread, std::uint64_t address, unsigned log2_size, Op op, Word site) {
  return thread.samples &&
         refer_and_tell(thread, reftrace::reference(address, log2_size, op, site));
}

}  // namespace

template <Op op, unsigned log2_size, bool line_crossing>
[[gnu::noinline]] void simulate_or_record(std::uint64_t address, const void* site) {
  Thread& thread = *hot.thread;
  {
    const Busy busy;
    if (!busy.entered()) return;
    const Word hash = site_of_return_address(site);
    if (!thread.simulated) [[likely]]
      return tell(thread, reftrace::reference(address, log2_size, op, hash));
    if (thread.stopped) [[unlikely]]
      go_on_when_granted(thread);
    tell_count(thread, op, log2_size);
    if (!is_told(thread, address, log2_size, op, hash)) [[likely]] {
      if constexpr (line_crossing || log2_size >= 4)
        simulate(thread, address, log2_size, op, hash);
      else
        thread.caches.reference(op, address, 1U << log2_size, hash);
    }
  }
  count(op, log2_size);
}

template <Op op, unsigned log2_size>
void slow_access(std::uint64_t address, memsim::Tag* set, memsim::Tag wanted) {
  if (hot.l1_ways > 3 && memsim::hits_next_ways(set, wanted, any_state(op)))
    return count(op, log2_size);
  // The program will touch it next; behind the simulation its own cache miss would come too late
  // for the processor to overlap.
  __builtin_prefetch(reinterpret_cast<const void*>(address));
  simulate_or_record<op, log2_size, false>(address, __builtin_return_address(0));
}

template <Op op, unsigned log2_size>
void line_crossing_access(std::uint64_t address) {
  __builtin_prefetch(reinterpret_cast<const void*>(address));
  simulate_or_record<op, log2_size, true>(address, __builtin_return_address(0));
}

namespace {

// As a hook does. The reference before may have found that this is another program now
// (forked_unseen()).
template <Op op, unsigned log2_size>
void refer(std::uint64_t address, const void* site) {
  if (hot.l1_tags == nullptr) [[unlikely]]
    return;
  const std::uint64_t line = address >> hot.log2_line;
  if ((address + (1U << log2_size) - 1) >> hot.log2_line != line) [[unlikely]]
    return simulate_or_record<op, log2_size, true>(address, site);
  memsim::Tag* const set = hot.l1_tags + (line & hot.l1_mask) * hot.l1_ways;
  const memsim::Tag wanted = memsim::tag_of(line) | memsim::dirty_bit;
  if ((set[0] | any_state(op)) == wanted ||
      (hot.l1_ways > 3 && memsim::hits_next_ways(set, wanted, any_state(op))))
    return count(op, log2_size);
  simulate_or_record<op, log2_size, false>(address, site);
}
template <unsigned log2_size>
void stream(std::uint64_t address, const void* site) {
  if (hot.l1_tags == nullptr) [[unlikely]]
    return;
  record(*hot.thread, address, log2_size, Op::nontemporal_write, site_of_return_address(site));
}

template <Op op, unsigned... log2_size>
Refer refer_of_size(unsigned size, std::integer_sequence<unsigned, log2_size...>) {
  static constexpr Refer table[] = {refer<op, log2_size>...};
  return table[size];
}
template <unsigned... log2_size>
Refer stream_of_size(unsigned size, std::integer_sequence<unsigned, log2_size...>) {
  static constexpr Refer table[] = {stream<log2_size>...};
  return table[size];
}

}  // namespace

Refer refer_by(Op op, unsigned log2_size) {
  using Sizes = std::make_integer_sequence<unsigned, 7>;
  if (op == Op::read) return refer_of_size<Op::read>(log2_size, Sizes());
  if (op == Op::write) return refer_of_size<Op::write>(log2_size, Sizes());
  return stream_of_size(log2_size, Sizes());
}

void record(Thread& thread, std::uint64_t address, unsigned log2_size, Op op, Word site) {
  {
    const Busy busy;
    if (!busy.entered()) return;
    if (!thread.simulated) return tell(thread, reftrace::reference(address, log2_size, op, site));
    if (thread.stopped) go_on_when_granted(thread);
    tell_count(thread, op, log2_size);
    if (!is_told(thread, address, log2_size, op, site))
      simulate(thread, address, log2_size, op, site);
  }
  count(op, log2_size);
}

void end_interval() {
  if (hot.busy != 0) return;  // a signal handler's; the interval ends with another class
  Thread& thread = *hot.thread;
  put_event(thread, Event::mark);
  if (hot.thread == nullptr) return;
  __builtin_memcpy(thread.counted, thread.slot->counters.references, sizeof thread.counted);
  hot.references.begin_interval(thread.quota);
}

#define HPCAST_SLOW_ACCESS(op, log2_size)                                             \
  template void slow_access<op, log2_size>(std::uint64_t, memsim::Tag*, memsim::Tag); \
  template void line_crossing_access<op, log2_size>(std::uint64_t);
#define HPCAST_SLOW_ACCESSES(log2_size)   \
  HPCAST_SLOW_ACCESS(Op::read, log2_size) \
  HPCAST_SLOW_ACCESS(Op::write, log2_size)
HPCAST_SLOW_ACCESSES(0)
HPCAST_SLOW_ACCESSES(1)
HPCAST_SLOW_ACCESSES(2)
HPCAST_SLOW_ACCESSES(3)
HPCAST_SLOW_ACCESSES(4)
HPCAST_SLOW_ACCESSES(5)
HPCAST_SLOW_ACCESSES(6)

}  // namespace hpcast::tracer

// What keeping.S has of these structures.
namespace {
using hpcast::memsim::ReferencesLeft;
using hpcast::tracer::Hot;
constexpr std::size_t left_of(hpcast::tracer::Op op) {
  return offsetof(Hot, references) + static_cast<unsigned>(op) * sizeof(ReferencesLeft::left[0]);
}
}  // namespace
static_assert(offsetof(Hot, l1_tags) == HOT_L1_TAGS);
static_assert(offsetof(Hot, l1_mask) == HOT_L1_MASK);
static_assert(offsetof(Hot, l1_ways) == HOT_L1_WAYS);
static_assert(offsetof(Hot, log2_line) == HOT_LOG2_LINE);
static_assert(left_of(hpcast::tracer::Op::read) == HOT_READS_LEFT);
static_assert(left_of(hpcast::tracer::Op::write) == HOT_WRITES_LEFT);
static_assert(offsetof(hpcast::tracer::Process, header) == 0);
static_assert(offsetof(hpcast::reftrace::ChannelHeader, record_regions) == HEADER_RECORD_REGIONS);
static_assert(hpcast::reftrace::function_regions == RECORDS_FUNCTIONS);

// Behind the plugin's hooks (keeping.S).
#define HPCAST_SIMULATE(op, bytes, log2)                                                    \
  HPCAST_BEHIND void hpcast_simulate_##op##bytes(std::uint64_t address, const void* site) { \
    __builtin_prefetch(reinterpret_cast<const void*>(address));                             \
    hpcast::tracer::simulate_or_record<hpcast::tracer::Op::op, log2, false>(address, site); \
  }                                                                                         \
  HPCAST_BEHIND void hpcast_simulate_crossing_##op##bytes(std::uint64_t address,            \
                                                          const void* site) {               \
    __builtin_prefetch(reinterpret_cast<const void*>(address));                             \
    hpcast::tracer::simulate_or_record<hpcast::tracer::Op::op, log2, true>(address, site);  \
  }
#define HPCAST_SIMULATE_BOTH(bytes, log2) \
  HPCAST_SIMULATE(read, bytes, log2)      \
  HPCAST_SIMULATE(write, bytes, log2)
HPCAST_SIMULATE_BOTH(1, 0)
HPCAST_SIMULATE_BOTH(2, 1)
HPCAST_SIMULATE_BOTH(4, 2)
HPCAST_SIMULATE_BOTH(8, 3)
HPCAST_SIMULATE_BOTH(16, 4)
HPCAST_SIMULATE_BOTH(32, 5)
HPCAST_SIMULATE_BOTH(64, 6)
HPCAST_BEHIND void hpcast_end_interval() { hpcast::tracer::end_interval(); }
