#include "counts.h"

__thread hpcast::tracer::Counts __hpcast_counts;

namespace hpcast::tracer {
namespace {

std::uint64_t references(const Thread& thread, Op op) {
  const auto kind = static_cast<unsigned>(op);
  if (!thread.simulated) return thread.references[kind];
  std::uint64_t sum = 0;
  for (const std::uint64_t made : thread.slot->counters.references[kind]) sum += made;
  return sum;
}
std::uint64_t loads(const Thread& thread) { return references(thread, Op::read); }
std::uint64_t stores(const Thread& thread) {
  return references(thread, Op::write) + references(thread, Op::nontemporal_write);
}

}  // namespace

void Counts::add(const Counts& more, std::uint64_t times) {
  constexpr unsigned words = sizeof(Counts) / sizeof(std::uint64_t);
  auto* const sum = reinterpret_cast<std::uint64_t*>(this);
  const auto* const added = reinterpret_cast<const std::uint64_t*>(&more);
  for (unsigned i = 0; i < words; ++i)
    if (added[i] != 0) sum[i] += times * added[i];
}

OperationCounts counts_of(const Thread& thread) {
  OperationCounts counts{};
  counts.instructions = __hpcast_counts.instructions - thread.counts_begin;
  counts.integer = __hpcast_counts.integer;
  for (unsigned width = 0; width < flop_widths; ++width) {
    counts.dp_flops[width] = __hpcast_counts.dp_flops[width];
    counts.sp_flops[width] = __hpcast_counts.sp_flops[width];
  }
  counts.x87_flops = __hpcast_counts.x87_flops;
  counts.loads = loads(thread) - thread.loads_told;
  counts.stores = stores(thread) - thread.stores_told;
  return counts;
}

void begin_counts(Thread& thread) {
  thread.counts_begin = __hpcast_counts.instructions;
  __hpcast_counts = {};
  __hpcast_counts.instructions = thread.counts_begin;
  thread.loads_told = loads(thread);
  thread.stores_told = stores(thread);
}

}  // namespace hpcast::tracer
