#include "hpcast/models/memsim/private_side.h"

#include <algorithm>
#include <utility>

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;

namespace {

constexpr std::size_t input_chunk = 8192;

void push_event(WordBuffer& output, const Word* words, unsigned count) {
  for (unsigned i = 0; i < count; ++i) output.push(words[i]);
}

bool is_event(Word w) { return reftrace::op_of(w) == Op::event; }
bool is_code(Word w) { return is_event(w) && reftrace::is_code(w); }

bool stops_at(const Word* event, const PrivateSide::Limits& limits) {
  return limits.stop && reftrace::stops_at(reftrace::event_of(event[0]), event[1], *limits.stop);
}

}  // namespace

PrivateSide::PrivateSide(const Topology& topology, std::uint64_t interval, const SamplePlan* sample,
                         Observed observed)
    : topology_(topology),
      quota_(ReferencesLeft::quota(interval)),
      sample_(sample),
      observed_(observed),
      cores_(topology.cores) {
  for (std::uint32_t c = 0; c < topology.cores; ++c)
    storage_bytes_ += 8 * storage_words(topology.private_configs[topology.private_config_of[c]]);
}

PrivateCounters& PrivateSide::counters(Core& core, std::uint32_t index) {
  while (core.counters.size() <= index) core.counters.emplace_back();
  return core.counters[index];
}

PrivateCounters& PrivateSide::counters_of(Core& core, const Production& production) {
  if (production.observed) return production.observed->counters;
  if (sample_ == nullptr) return counters(core, production.phase);
  return counters(core, sample_->counters_index(production.phase, production.mark));
}

// A core's caches come into being with its first thread.
PrivateSide::Core& PrivateSide::core(std::uint32_t index) {
  Core& core = cores_[index];
  if (core.caches) return core;
  const PrivateConfig& config = topology_.private_configs[topology_.private_config_of[index]];
  core.storage = std::make_unique<std::uint64_t[]>(storage_words(config));
  lend(index, core.storage.get());
  return core;
}

void PrivateSide::lend(std::uint32_t index, Word* storage) {
  Core& core = cores_[index];
  const PrivateConfig& config = topology_.private_configs[topology_.private_config_of[index]];
  core.caches = std::make_unique<PrivateCore<Sink>>(config, storage, counters(core, 0), core.sink);
  core.pages = new_pages();
}

bool PrivateSide::fetch(Production& production, WordSource& source) {
  return production.input.refill(source, input_chunk);
}

void PrivateSide::move_event(Production& production, unsigned words, WordBuffer& output) {
  push_event(output, production.input.data(), words);
  production.used += words;
  production.input.drop(words);
}

void PrivateSide::anticipate_wait(const std::uint32_t* core_index, Production& production,
                                  WordSource& source, WordBuffer& output, std::uint64_t object,
                                  std::uint64_t count) {
  if (core_index != nullptr) {
    Core& core = this->core(*core_index);
    core.sink.output = &output;
    core.caches->drain();
    tell_before(Event::wait, production, output);
  }
  const Word event[] = {reftrace::event_head(Event::wait, 3), production.clock, object, count};
  push_event(output, event, 4);
  source.anticipate(event);
  production.used += 4;
}

// The phase of the event that comes next.
void PrivateSide::enter_phase(Production& production) {
  production.phase = phase_of(production.input.data());
  if (production.observed && production.observed->sampler)
    production.observed->sampler->enter(production.phase);
}

void PrivateSide::produce_prologue(Production& production, WordSource& source, WordBuffer& output,
                                   std::uint64_t used) {
  WordBuffer& input = production.input;
  while (production.used < used) {
    if (input.empty() && !fetch(production, source)) return;
    if (!is_event(input.data()[0])) return;
    if (is_code(input.data()[0])) {
      take_code(production);
      continue;
    }
    const unsigned words = words_of_event(input.data()[0]);
    if (input.size() < words && !fetch(production, source)) return;
    if (input.size() < words) continue;
    if (reftrace::event_of(input.data()[0]) == Event::phase) enter_phase(production);
    move_event(production, words, output);
  }
}

void PrivateSide::begin_interval(Core& core, Production& production) {
  production.left.begin_interval(quota_);
  production.mark = production.clock;
  core.caches->count_into(counters_of(core, production));
}

bool PrivateSide::produce(std::uint32_t core_index, Production& production, WordSource& source,
                          WordBuffer& output, const Limits& limits) {
  Core& core = this->core(core_index);
  core.sink.output = &output;
  observe(production);
  core.caches->count_into(counters_of(core, production));
  WordBuffer& input = production.input;
  if (production.clock == 0) begin_interval(core, production);
  std::uint32_t marks = 0;
  while (output.size() < limits.words) {
    if (input.empty() && !fetch(production, source)) return false;
    const Word* w = input.data();
    const Word* const end =
        w + std::min<std::uint64_t>(input.size(), limits.used - production.used);
    if (w == end) return false;
    bool interval_over = false;
    const Passed passed = pass_words(core, production, w, end, interval_over);
    w = passed.end;
    const auto used = static_cast<std::uint64_t>(w - input.data());
    production.clock += passed.references;
    production.used += used;
    input.drop(used);
    if (interval_over) {
      if (production.observed) push_counters(production, output);
      begin_interval(core, production);
      const Word mark[] = {reftrace::event_head(Event::mark, 1), production.clock};
      push_event(output, mark, 2);
      if (++marks == limits.marks || stops_at(mark, limits)) return true;
      continue;
    }
    if (w == end || !is_event(*w)) continue;
    if (is_code(*w)) {
      const bool was_kept = keeps_references(production);
      take_code(production);
      // What comes before is asked by nobody who is told of.
      if (!was_kept && keeps_references(production)) push_instructions(production, output);
      continue;
    }
    const unsigned words = words_of_event(*w);
    if (input.size() < words && !fetch(production, source)) return false;
    if (input.size() < words) continue;
    const bool stops = stops_at(input.data(), limits);
    pass_event(core, production, words, output);
    if (stops) return true;
  }
  return true;
}

bool PrivateSide::keeps_references(const Production& production) {
  const ObservedReferences* const observed = production.observed.get();
  return observed != nullptr && observed->sampler && observed->sampler->keeps_references();
}

void PrivateSide::observe(Production& production) const {
  if (!observed_.any() || production.observed) return;
  production.observed = std::make_unique<ObservedReferences>();
  production.observed->tells_reads = observed_.reads || observed_.regions;
  if (!code_) return;
  if (production.observed->tells_reads) production.observed->code.emplace(*code_);
  if (!observed_.code) return;
  production.observed->sampler.emplace(*code_, observed_.timed);
  production.observed->sampler->enter(production.phase);
}

void PrivateSide::take_code(Production& production) {
  observe(production);
  if (production.observed) production.observed->take_code(production.input.data()[0]);
  ++production.used;
  production.input.drop(1);
}

bool PrivateSide::wants_counters_before(Event kind) const {
  if (kind == Event::phase) return true;
  return observed_.regions &&
         (kind == Event::region_enter || kind == Event::region_exit || reftrace::is_meeting(kind));
}

void PrivateSide::tell_before(Event kind, const Production& production, WordBuffer& output) const {
  if (!production.observed) return;
  if (production.observed->sampler && reftrace::is_meeting(kind)) {
    production.observed->sampler->tell(production.observed->untimed);
    production.observed->untimed.push(blocks::meeting);
  }
  if (wants_counters_before(kind))
    push_counters(production, output);
  else if (production.observed->sampler && reftrace::is_meeting(kind))
    push_cut(production, output);
}

void PrivateSide::pass_event(Core& core, Production& production, unsigned words,
                             WordBuffer& output) {
  const Word* const event = production.input.data();
  const Event kind = reftrace::event_of(event[0]);
  if (reftrace::is_meeting(kind) || kind == Event::thread_end) core.caches->drain();
  if (kind == Event::unmapped) give_back(core, production, unmapped_in(event));
  if (production.observed && kind == Event::depends) production.observed->depends = event[2];
  if (production.observed && kind == Event::instructions) {
    production.observed->tell_instructions(event[1], event[2]);
    production.used += words;
    production.input.drop(words);
    return;
  }
  tell_before(kind, production, output);
  if (kind == Event::phase) {
    enter_phase(production);
    core.caches->count_into(counters_of(core, production));
  }
  move_event(production, words, output);
}

void PrivateSide::give_back(Core& core, const Production& production, AddressRange range) {
  PrivateCore<Sink>& caches = *core.caches;
  caches.drain();
  std::vector<std::uint64_t> held;
  const auto room = [&](std::uint64_t words) {
    held.resize(words);
    return held.data();
  };
  const auto lose = [&](std::uint64_t address, std::uint32_t bytes) {
    if (sample_ != nullptr && sample_->by_sets())
      caches.count_into(counters(
          core, sample_->counters_index(production.phase, 0) + sample_->slot_or_first(address)));
    caches.snoop(address, bytes, true, 0);
  };
  caches.each_held_in(range.begin, range.end, room, lose);
  if (core.pages) forget(*core.pages, range);
  caches.count_into(counters_of(core, production));
}

bool PrivateSide::apply(std::uint32_t core_index, std::uint32_t index,
                        const std::vector<Snoop>& snoops, WordBuffer& output) {
  Core& core = this->core(core_index);
  snooped_ = {};
  core.caches->count_into(observed_.any() ? snooped_ : counters(core, index));
  core.sink.output = &output;
  bool any = false;
  for (const Snoop& snoop : snoops) {
    if (sample_ != nullptr && sample_->by_sets())
      core.caches->count_into(counters(core, index + sample_->slot_or_first(snoop.address)));
    any |= core.caches->snoop(snoop.address, snoop.bytes, snoop.invalidate, snoop.depth);
  }
  return any;
}

void PrivateSide::add_counts_to(std::vector<PhaseCounts>& counts) const {
  for (std::uint32_t c = 0; c < cores_.size(); ++c)
    for (std::size_t i = 0; i < cores_[c].counters.size() && i < counts.size(); ++i)
      counts[i].core[c] += cores_[c].counters[i];
}

}  // namespace hpcast::memsim
