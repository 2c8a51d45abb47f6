// References into private caches where an Observer looks on: one at a time.
#include <algorithm>
#include <utility>

#include "hpcast/memsim/observer.h"
#include "hpcast/memsim/private_side.h"

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;

void ObservedReferences::tell_instructions(std::uint64_t clock, std::uint64_t executed) {
  const std::uint64_t references = clock - instructions_clock;
  if (references > 0)
    instructions_per_reference = static_cast<double>(executed) / static_cast<double>(references);
  instructions += executed;
  instructions_clock = clock;
}

std::uint64_t ObservedReferences::instruction_at(std::uint64_t clock) {
  const double since = static_cast<double>(clock - instructions_clock) * instructions_per_reference;
  latest = std::max(latest, instructions + static_cast<std::uint64_t>(since));
  return latest;
}

void PrivateSide::push_counters(const Production& production, WordBuffer& output) {
  ObservedReferences& observed = *production.observed;
  output.push(reftrace::event_head(Event::instructions, 2));
  output.push(production.clock);
  output.push(observed.instruction_at(production.clock));
  output.push(reftrace::event_head(Event::counters, 1 + reftrace::private_counter_words));
  output.push(production.clock);
  const auto* const words = reinterpret_cast<const Word*>(&observed.counters);
  for (unsigned i = 0; i < reftrace::private_counter_words; ++i) output.push(words[i]);
}

const Word* PrivateSide::pass_observed(Core& core, Production& production, const Word* w,
                                       const Word* end, bool& interval_over) {
  PrivateCounters& counts = production.observed->counters;
  std::uint64_t clock = production.clock;
  for (; w != end && !interval_over && reftrace::op_of(*w) != Op::event; ++w, ++clock) {
    const auto op = static_cast<unsigned>(reftrace::op_of(*w));
    const unsigned log2_size = reftrace::log2_size_of(*w);
    ++counts.references[op][log2_size];
    interval_over = --production.left.left[op][log2_size] == 0;
    observe_reference(core, production, *w, clock);
  }
  return w;
}

void PrivateSide::observe_reference(Core& core, Production& production, Word w,
                                    std::uint64_t clock) {
  ObservedReferences& observed = *production.observed;
  PrivateCounters& counts = observed.counters;
  const Op op = reftrace::op_of(w);
  const std::uint32_t log2_line = core.caches->log2_line();
  const std::uint64_t address = reftrace::address_of(w);
  const std::uint32_t levels = core.levels;
  std::uint64_t misses_before[reftrace::max_private_levels];
  for (unsigned i = 0; i < levels; ++i) misses_before[i] = counts.cache[i].read_misses;
  unsigned parts = 0;
  each_line_part(address, reftrace::size_of(w), log2_line,
                 [&](std::uint64_t a, std::uint32_t bytes) {
                   core.caches->reference(op, a, bytes);
                   ++parts;
                 });
  counts.line_crossings[static_cast<unsigned>(op)] += parts - 1;
  const std::uint64_t depends = std::exchange(observed.depends, 0);
  auto& origin = observed.origin[clock % ObservedReferences::remembered];
  origin = {};
  if (op != Op::read) return;
  if (depends != 0 && depends <= clock && depends < ObservedReferences::remembered) {
    origin = observed.origin[(clock - depends) % ObservedReferences::remembered];
  }
  unsigned missed = 0;
  while (missed < levels && counts.cache[missed].read_misses != misses_before[missed]) ++missed;
  const std::uint64_t line = address >> log2_line;
  auto& coming = observed.coming[(line * 0x9E3779B97F4A7C15ULL) >> 54];
  if (missed == 0 && levels > 0) {
    if (coming.line == line && coming.read > origin.read) origin = {coming.read, 0};
    ++origin.hits;
    return;
  }
  const std::uint64_t after = origin.read == 0 ? 0 : observed.reads + 1 - origin.read;
  WordBuffer& output = *core.sink.output;
  output.push(reftrace::event_head(Event::read, read_event_payload));
  output.push(clock);
  output.push(observed.instruction_at(clock));
  output.push(after);
  output.push(origin.hits);
  output.push(missed);
  origin = {++observed.reads, 0};
  coming = {line, observed.reads};
}

}  // namespace hpcast::memsim
