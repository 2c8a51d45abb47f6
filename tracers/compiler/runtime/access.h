// The hot path: what every instrumented load and store runs.
#pragma once

#include "process.h"

namespace hpcast::tracer {

// What a reference does that is no hit in its set's most recent line. Jumped to from a hook, so
// that the return address is the instrumented instruction's. `set`, `wanted`: hits_next_ways().
template <Op op, unsigned log2_size>
[[gnu::noinline]] void slow_access(std::uint64_t address, memsim::Tag* set, memsim::Tag wanted);
// The same for a reference that reaches into the next line.
template <Op op, unsigned log2_size>
[[gnu::noinline]] void line_crossing_access(std::uint64_t address);

// A reference of that operation and size, at any alignment, by the instruction at `site`. The
// calling thread is traced.
using Refer = void (*)(std::uint64_t address, const void* site);
Refer refer_by(Op op, unsigned log2_size);

// References by the runtime's own calls (ranges, copies): any size class, any alignment.
void record(Thread& thread, std::uint64_t address, unsigned log2_size, Op op, Word site);

// The interval's last reference has been made (Payload::requests).
[[gnu::cold, gnu::noinline]] void end_interval();
[[gnu::always_inline]] inline void count(Op op, unsigned log2_size) {
  if (--hot.references.left[static_cast<unsigned>(op)][log2_size] == 0) [[unlikely]]
    end_interval();
}

// 11 bits of the instruction's address, at record.h's place in the word.
inline Word site_of_return_address(const void* address) {
  return reftrace::site_of_instruction(reinterpret_cast<std::uint64_t>(address));
}

// What to add to the tag of a line that may be in any state for the reference to hit it.
constexpr memsim::Tag any_state(Op op) { return op == Op::read ? memsim::dirty_bit : 0; }

// First level's tags; null: the calling thread is not traced.
[[gnu::always_inline]] inline memsim::Tag* traced_tags() {
  return has_thread_storage() ? hot.l1_tags : nullptr;
}

// A reference that lies within one cache line.
template <Op op, unsigned log2_size>
[[gnu::always_inline]] inline void access(std::uint64_t address) {
  memsim::Tag* const tags = traced_tags();
  if (tags == nullptr) [[unlikely]]
    return;
  const std::uint64_t line = address >> hot.log2_line;
  memsim::Tag* const set = tags + (line & hot.l1_mask) * hot.l1_ways;
  const memsim::Tag wanted = memsim::tag_of(line) | memsim::dirty_bit;
  if ((set[0] | any_state(op)) != wanted) return slow_access<op, log2_size>(address, set, wanted);
  count(op, log2_size);
}

// A reference that may cross into the next line.
template <Op op, unsigned log2_size>
[[gnu::always_inline]] inline void access_unaligned(std::uint64_t address) {
  if (traced_tags() == nullptr) [[unlikely]]
    return;
  const std::uint64_t end = address + (std::uint64_t{1} << log2_size) - 1;
  if ((address ^ end) >> hot.log2_line == 0) [[likely]]
    return access<op, log2_size>(address);
  line_crossing_access<op, log2_size>(address);
}

}  // namespace hpcast::tracer
