// The innermost loops of the bound phase: references into private caches, all of them or a sample.
#include "hpcast/memsim/private_side.h"

namespace hpcast::memsim {

using reftrace::Op;

namespace {

// Calls f(address, bytes) for each line that a reference touches.
template <class F>
void in_lines(PrivateCounters& counts, Op op, std::uint64_t address, unsigned log2_size,
              std::uint32_t log2_line, F&& f) {
  unsigned parts = 0;
  each_line_part(address, 1U << log2_size, log2_line, [&](std::uint64_t a, std::uint32_t bytes) {
    f(a, bytes);
    ++parts;
  });
  if (parts > 1) counts.line_crossings[static_cast<unsigned>(op)] += parts - 1;
}

}  // namespace

// Calls simulate(op, address, log2 of the size).
template <class Simulate>
const Word* PrivateSide::count_references(PrivateCounters& counts, ReferencesLeft& left,
                                          const Word* w, const Word* end, bool& interval_over,
                                          Simulate&& simulate) {
  for (; w != end && !interval_over && reftrace::op_of(*w) != Op::event; ++w) {
    const Op op = reftrace::op_of(*w);
    const unsigned log2_size = reftrace::log2_size_of(*w);
    ++counts.references[static_cast<unsigned>(op)][log2_size];
    interval_over = --left.left[static_cast<unsigned>(op)][log2_size] == 0;
    simulate(op, reftrace::address_of(*w), log2_size);
  }
  return w;
}

const Word* PrivateSide::pass_references(Core& core, Production& production, const Word* w,
                                         const Word* end, bool& interval_over) {
  if (sample_ != nullptr && sample_->by_sets())
    return pass_sampled_sets(core, production, w, end, interval_over);
  if (sample_ != nullptr && !sample_->stretch_at(production.mark).simulated)
    return leave_out(core, production, w, end, interval_over);
  PrivateCore<Sink>& caches = *core.caches;
  const std::uint32_t log2_line = caches.log2_line();
  PrivateCounters& counts = counters_of(core, production);
  const auto simulate = [&](Op op, std::uint64_t address, unsigned log2_size) {
    if (caches.hits_recent(op, address, 1U << log2_size)) return;
    in_lines(counts, op, address, log2_size, log2_line,
             [&](std::uint64_t a, std::uint32_t bytes) { caches.reference(op, a, bytes); });
  };
  return count_references(counts, production.left, w, end, interval_over, simulate);
}

// Non-temporal stores are all simulated: they cost little, and what one line's do to another's
// depends on their order.
const Word* PrivateSide::pass_sampled_sets(Core& core, Production& production, const Word* w,
                                           const Word* end, bool& interval_over) {
  PrivateCore<Sink>& caches = *core.caches;
  const std::uint32_t log2_line = caches.log2_line();
  const SamplePlan& sample = *sample_;
  PrivateCounters* slots[SamplePlan::max_slots];
  const std::uint32_t first = sample.counters_index(production.phase, 0);
  for (std::uint32_t s = 0; s < sample.slots(); ++s) slots[s] = &counters(core, first + s);
  const auto simulate_line = [&](Op op, std::uint64_t address, std::uint32_t bytes) {
    const std::uint8_t slot = sample.slot_of(address);
    if (slot == SamplePlan::none && op != Op::nontemporal_write) return pass_page(core, address);
    caches.count_into(*slots[slot == SamplePlan::none ? 0 : slot]);
    if (!caches.hits_recent(op, address, bytes)) caches.reference(op, address, bytes);
  };
  const auto simulate = [&](Op op, std::uint64_t address, unsigned log2_size) {
    in_lines(*slots[0], op, address, log2_size, log2_line,
             [&](std::uint64_t a, std::uint32_t bytes) { simulate_line(op, a, bytes); });
  };
  return count_references(*slots[0], production.left, w, end, interval_over, simulate);
}

const Word* PrivateSide::leave_out(Core& core, Production& production, const Word* w,
                                   const Word* end, bool& interval_over) {
  PrivateCore<Sink>& caches = *core.caches;
  const std::uint32_t log2_line = caches.log2_line();
  PrivateCounters& counts = counters_of(core, production);
  const auto leave = [&](Op op, std::uint64_t address, unsigned log2_size) {
    in_lines(counts, op, address, log2_size, log2_line, [&](std::uint64_t a, std::uint32_t bytes) {
      op == Op::nontemporal_write ? caches.reference(op, a, bytes) : pass_page(core, a);
    });
  };
  return count_references(counts, production.left, w, end, interval_over, leave);
}

// Tells the shared side of a page that may be new to it, so that pages are placed in the same order
// as in the whole run: an upgrade of no bytes does that and nothing else.
void PrivateSide::pass_page(Core& core, std::uint64_t address) {
  const std::uint64_t page = address >> sample_->log2_page();
  std::uint64_t& known = core.pages[page % core.pages.size()];
  if (known == page + 1) return;
  known = page + 1;
  core.sink.emit(request(Ask::upgrade, page << sample_->log2_page(), 0));
}

}  // namespace hpcast::memsim
