#include "hpcast/forecast/memory/code_profile.h"

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/forecast/memory/each_event.h"
#include "hpcast/inputs/reftrace/trace_reader.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::forecast {

namespace {

void follow(std::span<const reftrace::Word> words, blocks::CodeProfiler& profiler) {
  each_event(words, [&](const reftrace::Word* event) {
    if (reftrace::is_code(*event)) profiler.code(*event);
    if (reftrace::event_of(*event) == reftrace::Event::phase)
      profiler.phase(memsim::phase_of(event));
  });
}

}  // namespace

TracedCodeProfile code_profile_of(const std::string& trace) {
  reftrace::TraceReader reader(trace);
  if (reader.code() == nullptr)
    throw InputError(trace + ": does not tell what was executed",
                     "record it with hpcast trace --code");
  Progress progress("reading " + trace);
  const blocks::Table table(*reader.code());
  TracedCodeProfile result;
  for (std::size_t stream = 0; stream < reader.streams(); ++stream) {
    blocks::CodeProfiler profiler(table);
    for (auto words = reader.next(stream); !words.empty(); words = reader.next(stream)) {
      follow(words, profiler);
      if (progress.due()) progress.show("thread " + std::to_string(stream));
    }
    result.profile += profiler.profile();
  }
  result.phases = reader.manifest().phases;
  result.places = reader.code()->places();
  result.threads = reader.streams();
  result.partial = reader.why_partial();
  return result;
}

}  // namespace hpcast::forecast
