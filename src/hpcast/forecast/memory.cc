#include "hpcast/forecast/memory.h"

#include <filesystem>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/conclude.h"
#include "hpcast/forecast/memory_result.h"
#include "hpcast/forecast/merge_file.h"
#include "hpcast/forecast/prepared.h"
#include "hpcast/forecast/record.h"
#include "hpcast/memsim/live_feed.h"
#include "hpcast/memsim/trace_feed.h"
#include "hpcast/reftrace/recording.h"
#include "hpcast/reftrace/tracer.h"

namespace hpcast::forecast {

namespace {

// References travel where hpcast itself must simulate the private caches: to record them too, to
// let threads share a core, to take a sample, to simulate beside a program that runs one thread at
// a time (Valgrind), to tell several processes' addresses apart; else only what the caches pass on.
reftrace::ChannelOptions channel_options(const MemoryRequest& request, const Prepared& prepared,
                                         const reftrace::Tracing& tracing) {
  const bool references = !request.record_to.empty() || prepared.simulation.sample() != nullptr ||
                          tracing.tracer == reftrace::Tracer::valgrind || tracing.several ||
                          request.program.openmp_threads > static_cast<int>(prepared.cores);
  reftrace::ChannelOptions options;
  options.payload = references ? reftrace::Payload::references : reftrace::Payload::requests;
  options.interval = prepared.options.weave.interval;
  options.bounded = !references && prepared.simulation.bounded();
  options.several = tracing.several;
  options.cache_words = memsim::words_of_caches(prepared.simulation.topology());
  return options;
}

memsim::LiveFeed::Recorder recorder_of(std::optional<reftrace::TraceWriter>& writer) {
  if (!writer) return {};
  return [&writer](std::uint32_t thread, std::span<const memsim::Word> words) {
    try {
      writer->append(thread, words);
    } catch (const InputError&) {
      // The writer keeps the reason for finish(); the forecast goes on.
    }
  };
}

// Returns why the trace is partial; empty when it is whole.
std::string finish_recording(reftrace::TraceWriter& writer, const Prepared& prepared,
                             const reftrace::Channel& channel, reftrace::TracedProcess& process,
                             const reftrace::Tracing& tracing,
                             const std::vector<std::string>& command, bool randomized_addresses) {
  reftrace::Manifest manifest =
      reftrace::manifest_of(channel, process, command, *process.poll(), randomized_addresses);
  manifest.tool_version = HPCAST_VERSION;
  manifest.not_traced = reftrace::counted_besides(tracing);
  try {
    write_merge_log(writer.directory() + "/" + merge_file_name,
                    {prepared.options.weave.interval, prepared.simulation.bounded()},
                    prepared.simulation.weaver().log());
    manifest.merge_log = merge_file_name;
  } catch (const InputError& error) {
    manifest.complete = false;
    manifest.reason = error.what();
  }
  try {
    return writer.finish(std::move(manifest)).reason;
  } catch (const InputError& error) {
    return error.what();
  }
}

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
  if (manifest.signal) subject.run.exit_status = 128 + *manifest.signal;
  return subject;
}

// What ran, and how it ended.
struct OnlineRun {
  const std::vector<std::string>& command;
  const reftrace::Channel& channel;
  const reftrace::TracedProcess& process;
  reftrace::ProgramExit exit;
};

Subject subject_of(const OnlineRun& run, result::Input program, bool caches_apart) {
  Subject subject;
  subject.input = std::move(program);
  subject.phases = reftrace::phase_names(run.channel.header());
  subject.partial = run.process.incomplete();
  if (caches_apart)
    subject.not_modelled.push_back(
        std::string("threads that share a core had its private caches each for itself") +
        (run.channel.options().bounded ? ", and only one of them lost lines to other cores" : "") +
        " (with -o, or from a trace, they share them)");
  subject.run.command = run.command;
  subject.run.tracer = reftrace::name_of(run.process.tracer());
  subject.run.mode = "online";
  subject.run.exit_status = run.exit.status;
  return subject;
}

}  // namespace

MemoryForecast replay_memory(const MemoryRequest& request, const std::string& trace) {
  Prepared prepared = prepare(request);
  reftrace::TraceReader reader(trace);
  if (reader.manifest().payload != "references")
    throw InputError(trace + ": holds what private caches passed on, not the program's references",
                     "record it again with hpcast trace");
  if (!reader.live()) check_marked(request.only_phase, reader.manifest().phases);
  Progress progress("simulating " + trace);
  memsim::TraceFeed feed(reader, [&, total = references_in(reader.manifest())] {
    if (total > 0 && progress.due())
      progress.show(static_cast<double>(prepared.simulation.weaver().references()) / total);
  });
  const std::optional<memsim::MergeLog> log = merge_log_in(trace, reader, prepared);
  prepared.simulation.run(feed, log ? &*log : nullptr);
  return conclude(request, prepared, subject_of(reader, trace));
}

MemoryForecast run_memory(const MemoryRequest& request, const std::vector<std::string>& command) {
  Prepared prepared = prepare(request);
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast memory M -- ./app");
  reftrace::ProgramOptions program = request.program;
  const reftrace::Tracing tracing = reftrace::tracing_for(command, program.tracer, program.ranks);
  program.tracer = tracing.tracer;
  result::Input input{tracing.program, sha256_file(tracing.path), "program"};
  reftrace::Channel channel(channel_options(request, prepared, tracing));
  memsim::configure(channel.header(), prepared.simulation.topology(),
                    prepared.options.weave.core_order);
  std::optional<reftrace::TraceWriter> writer;
  if (!request.record_to.empty()) writer.emplace(request.record_to);
  reftrace::TracedProcess process(channel, command, program);
  memsim::LiveFeed feed(channel, process, recorder_of(writer));
  Progress progress("simulating " + command.front());
  feed.on_idle([&] {
    if (progress.due())
      progress.show(format_time(prepared.watch.wall_s()) + ", " +
                    format_count(static_cast<double>(prepared.simulation.weaver().references())) +
                    " references");
  });
  prepared.simulation.run(feed);
  const reftrace::ProgramExit exit = *process.poll();
  check_traced(channel, process, command.front(), exit);
  std::string record_partial;
  if (writer)
    record_partial = finish_recording(*writer, prepared, channel, process, tracing, command,
                                      request.program.randomize_addresses);
  Subject subject =
      subject_of({command, channel, process, exit}, std::move(input), feed.caches_apart());
  for (std::string& what : reftrace::counted_besides(tracing))
    subject.not_modelled.push_back(std::move(what));
  MemoryForecast forecast = conclude(request, prepared, std::move(subject));
  forecast.record_partial = std::move(record_partial);
  return forecast;
}

}  // namespace hpcast::forecast
