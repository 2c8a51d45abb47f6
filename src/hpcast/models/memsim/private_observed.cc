// References into private caches where an Observer looks on: one at a time, where it wants to know
// of each.
#include <algorithm>
#include <utility>

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/models/memsim/observer.h"
#include "hpcast/models/memsim/private_side.h"
#include "hpcast/models/memsim/told_reference.h"

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

void ObservedReferences::take_code(Word event) {
  if (code) code->code(event);
  if (sampler) sampler->code(event, untimed);
}

void ObservedReferences::follow(Word reference, std::uint64_t clock) {
  if (!code) return;
  code->reference(reference, clock);
  depends = code->origin() == 0 ? 0 : clock + 1 - code->origin();
}

std::uint64_t ObservedReferences::instruction_at(std::uint64_t clock) {
  if (code) return latest = std::max(latest, code->instructions_before());
  const double since = static_cast<double>(clock - instructions_clock) * instructions_per_reference;
  latest = std::max(latest, instructions + static_cast<std::uint64_t>(since));
  return latest;
}

ObservedReferences::Origin ObservedReferences::take_origin(std::uint64_t clock) {
  const std::uint64_t distance = std::exchange(depends, 0);
  if (distance == 0 || distance > clock || distance >= remembered) return {};
  return origin_of(clock - distance);
}

std::uint64_t ObservedReferences::executed_by(std::uint64_t clock) {
  if (code) return latest = std::max(latest, code->instructions());
  if (sampler) return sampler->instructions();
  return instruction_at(clock);
}

void PrivateSide::push_instructions(const Production& production, WordBuffer& output) {
  output.push(reftrace::event_head(Event::instructions, 2));
  output.push(production.clock);
  output.push(production.observed->executed_by(production.clock));
}

void PrivateSide::push_counters(const Production& production, WordBuffer& output) {
  ObservedReferences& observed = *production.observed;
  if (observed.sampler) {
    observed.sampler->tell(observed.untimed);
    observed.untimed.push(blocks::cut);
  }
  push_instructions(production, output);
  output.push(reftrace::event_head(Event::counters, 1 + reftrace::private_counter_words));
  output.push(production.clock);
  const auto* const words = reinterpret_cast<const Word*>(&observed.counters);
  for (unsigned i = 0; i < reftrace::private_counter_words; ++i) output.push(words[i]);
}

void PrivateSide::push_cut(const Production& production, WordBuffer& output) {
  ObservedReferences& observed = *production.observed;
  observed.sampler->tell(observed.untimed);
  observed.untimed.push(blocks::cut);
  output.push(reftrace::event_head(Event::cut, 1));
  output.push(production.clock);
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

// What is prefetched for it is told before it.
unsigned PrivateSide::reference_and_tell(Core& core, ObservedReferences& observed, Word w) {
  const bool keeps = observed.sampler && observed.sampler->keeps_references();
  return refer_and_tell(*core.caches, observed.counters, w, [&](Word prefetched) {
    if (keeps) observed.untimed.push(prefetched);
    return keeps;
  });
}

void PrivateSide::keep(Core& core, ObservedReferences& observed, Word w, unsigned level,
                       std::uint64_t clock) {
  const bool asks = level == core.caches->levels();
  observed.untimed.push(blocks::answered(w, asks ? blocks::unanswered : level));
  if (!asks) return;
  core.sink.output->push(reftrace::event_head(Event::asked, 1));
  core.sink.output->push(clock);
}

// As where nobody wants to know of each reference (private_references.cc).
void PrivateSide::tell_page(Core& core, ObservedReferences& observed, Word w) {
  const std::uint32_t bytes = 1U << reftrace::log2_size_of(w);
  if (core.caches->hits_recent(reftrace::op_of(w), reftrace::address_of(w), bytes)) return;
  observed.sampler->page(w, observed.untimed);
}

void PrivateSide::observe_reference(Core& core, Production& production, Word w,
                                    std::uint64_t clock) {
  ObservedReferences& observed = *production.observed;
  if (observed.sampler && !observed.sampler->keeps_references()) tell_page(core, observed, w);
  const unsigned level = reference_and_tell(core, observed, w);
  if (observed.sampler && observed.sampler->keeps_references())
    keep(core, observed, w, level, clock);
  if (!observed.tells_reads) return;
  observed.follow(w, clock);
  ObservedReferences::Origin origin = observed.take_origin(clock);
  ObservedReferences::Origin& own = observed.origin_of(clock);
  own = {};
  if (reftrace::op_of(w) != Op::read) return;
  const std::uint64_t line = reftrace::address_of(w) >> core.caches->log2_line();
  ObservedReferences::Coming& coming = observed.coming_of(line);
  if (level == 0 && core.caches->levels() > 0) {
    if (coming.line == line && coming.read > origin.read) origin = {coming.read, 0};
    own = {origin.read, origin.hits + 1};
    return;
  }
  WordBuffer& output = *core.sink.output;
  output.push(reftrace::event_head(Event::read, read_event_payload));
  output.push(clock);
  output.push(observed.instruction_at(clock));
  output.push(origin.read == 0 ? 0 : observed.reads + 1 - origin.read);
  output.push(origin.hits);
  output.push(level);
  own = {++observed.reads, 0};
  coming = {line, observed.reads};
}

}  // namespace hpcast::memsim
