#include "hpcast/forecast/memory/replay.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/start_program.h"
#include "hpcast/forecast/memory/merge_file.h"
#include "hpcast/forecast/memory/operations.h"
#include "hpcast/forecast/memory/result.h"
#include "hpcast/models/memsim/trace_feed.h"

namespace hpcast::forecast {

namespace {

// 0 where that is not known yet: somebody writes them right now.
double references_in(const reftrace::Manifest& manifest) {
  double sum = 0;
  for (const auto& thread : manifest.threads) sum += static_cast<double>(thread.references);
  return sum;
}

// Empty where the trace has none, or one made under other conditions.
std::optional<memsim::MergeLog> merge_log_in(const std::string& trace,
                                             const reftrace::TraceReader& reader,
                                             const Prepared& prepared) {
  const std::string& name = reader.manifest().merge_log;
  if (name.empty()) return {};
  const std::string path = trace + "/" + name;
  if (!std::filesystem::is_regular_file(path))
    throw InputError(path + ": the trace's merge log is no regular file",
                     "record the trace again, or take \"merge_log\" out of its manifest.json");
  return merge_log_of(read_json(path),
                      {prepared.options.weave.interval, prepared.simulation.bounded()},
                      static_cast<std::uint32_t>(reader.streams()));
}

Subject subject_of(reftrace::TraceReader& reader, const std::string& trace) {
  const reftrace::Manifest manifest = reader.live() ? reader.final_manifest() : reader.manifest();
  const std::string manifest_path = trace + "/" + reftrace::manifest_name;
  Subject subject;
  subject.input = {trace, std::filesystem::exists(manifest_path) ? sha256_file(manifest_path) : "",
                   "trace"};
  subject.phases = manifest.phases;
  subject.partial = reader.why_partial();
  subject.not_modelled = manifest.not_traced;
  subject.run.command = manifest.command;
  subject.run.tracer = manifest.tracer;
  subject.run.mode = "offline";
  subject.run.exit_status = manifest.exit_status;
  if (manifest.signal) subject.run.exit_status = ended_by_signal + *manifest.signal;
  return subject;
}

}  // namespace

void check_replayable(const reftrace::TraceReader& reader, const std::string& trace,
                      const MemoryRequest& request) {
  if (reader.manifest().payload != "references")
    throw InputError(trace + ": holds what private caches passed on, not the program's references",
                     "record it again with hpcast trace");
  if (reader.live()) return;  // what the program did is still to come
  check_marked(request.only_phase, reader.manifest().phases);
  if (request.operations) check_operations(request.operations->table, reader.manifest());
}

Replay replay_trace(const MemoryRequest& request, const std::string& trace,
                    reftrace::TraceReader& reader, Prepared prepared,
                    const std::function<void(double)>& on_pass) {
  check_replayable(reader, trace, request);
  const double total = references_in(reader.manifest());
  memsim::TraceFeed feed(reader, [&] {
    const auto made = static_cast<double>(prepared.simulation.weaver().references());
    on_pass(total > 0 ? made / total : 0);
  });
  const std::optional<memsim::MergeLog> log = merge_log_in(trace, reader, prepared);
  prepared.simulation.run(feed, log ? &*log : nullptr);
  return {simulated(std::move(prepared)), subject_of(reader, trace)};
}

}  // namespace hpcast::forecast
