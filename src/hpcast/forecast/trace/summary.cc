#include "hpcast/forecast/trace/summary.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/instruction_names.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/memory/each_event.h"
#include "hpcast/forecast/memory/result.h"
#include "hpcast/inputs/blocks/code_profile.h"
#include "hpcast/inputs/reftrace/trace_reader.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::forecast {

namespace {

using answers::InstructionMix;

void follow(std::span<const reftrace::Word> words, blocks::CodeProfiler& profiler) {
  each_event(words, [&](const reftrace::Word* event) {
    if (reftrace::is_code(*event)) profiler.code(*event);
    if (reftrace::event_of(*event) == reftrace::Event::phase)
      profiler.phase(memsim::phase_of(event));
  });
}

blocks::CodeProfile profile_of(reftrace::TraceReader& reader, const std::string& trace) {
  Progress progress("reading " + trace);
  const blocks::Table table(*reader.code());
  blocks::CodeProfile profile;
  for (std::size_t stream = 0; stream < reader.streams(); ++stream) {
    blocks::CodeProfiler profiler(table);
    for (auto words = reader.next(stream); !words.empty(); words = reader.next(stream)) {
      follow(words, profiler);
      if (progress.due()) progress.show("thread " + std::to_string(stream));
    }
    profile += profiler.profile();
  }
  return profile;
}

InstructionMix mix_of(const blocks::Mix& mix, const std::string& name) {
  InstructionMix told{name, mix.total(), {}, mix.taken, mix.not_taken};
  for (unsigned kind = 0; kind < blocks::kinds; ++kind)
    if (mix.instructions[kind] > 0)
      told.kinds.push_back({name_of(static_cast<blocks::Kind>(kind)), mix.instructions[kind]});
  std::stable_sort(told.kinds.begin(), told.kinds.end(),
                   [](const answers::KindCount& a, const answers::KindCount& b) {
                     return a.instructions > b.instructions;
                   });
  return told;
}

std::vector<InstructionMix> phases_of(const blocks::CodeProfile& profile,
                                      const std::vector<std::string>& names) {
  std::vector<InstructionMix> phases;
  for (std::size_t i = 0; i < profile.phases.size(); ++i)
    if (profile.phases[i].total() > 0)
      phases.push_back(mix_of(profile.phases[i], phase_label(i, names)));
  if (phases.size() < 2) phases.clear();
  return phases;
}

std::vector<answers::HotLoop> loops_of(const blocks::CodeProfile& profile,
                                       const reftrace::CodePlaces& places) {
  std::vector<answers::HotLoop> loops;
  for (const auto& [key, loop] : profile.loops) {
    if (loop.turns == 0) continue;
    answers::HotLoop& told = loops.emplace_back();
    told.block = loop.block;
    if (const auto place = places.find(loop.block); place != places.end())
      std::tie(told.function, told.file, told.line) =
          std::tie(place->second.function, place->second.file, place->second.line);
    told.turns = loop.turns;
    const InstructionMix mix = mix_of(loop.mix, "");
    told.instructions = mix.instructions;
    if (!mix.kinds.empty()) told.mostly = mix.kinds.front();
  }
  std::stable_sort(loops.begin(), loops.end(),
                   [](const answers::HotLoop& a, const answers::HotLoop& b) {
                     return a.instructions > b.instructions;
                   });
  return loops;
}

}  // namespace

answers::TraceSummary trace_summary(const std::string& trace) {
  reftrace::TraceReader reader(trace);
  if (reader.code() == nullptr)
    throw InputError(trace + ": does not tell what was executed",
                     "record it with hpcast trace --code");
  const blocks::CodeProfile profile = profile_of(reader, trace);
  answers::TraceSummary s;
  s.tool.version = version();
  s.inputs = {{trace, "", "trace"}};
  s.trace = trace;
  s.threads = reader.streams();
  s.undescribed = profile.undescribed;
  blocks::Mix whole;
  for (const blocks::Mix& mix : profile.phases) whole += mix;
  s.whole = mix_of(whole, "");
  s.phases = phases_of(profile, reader.manifest().phases);
  s.loops = loops_of(profile, reader.code()->places());
  s.loops_found = s.loops.size();
  if (s.loops.size() > s.most_loops) s.loops.resize(s.most_loops);
  if (!reader.why_partial().empty()) s.partial = reader.why_partial();
  s.verdict = verdict_line(s);
  return s;
}

}  // namespace hpcast::forecast
