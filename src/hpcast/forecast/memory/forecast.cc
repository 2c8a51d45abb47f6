#include "hpcast/forecast/memory/forecast.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program_sampler.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/start_program.h"
#include "hpcast/base/units.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/memory/answer.h"
#include "hpcast/forecast/memory/libraries.h"
#include "hpcast/forecast/memory/merge_file.h"
#include "hpcast/forecast/memory/record.h"
#include "hpcast/forecast/memory/region_trace.h"
#include "hpcast/forecast/memory/replay.h"
#include "hpcast/forecast/memory/simulated.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/recording.h"
#include "hpcast/inputs/reftrace/region_names.h"
#include "hpcast/inputs/reftrace/tracer.h"
#include "hpcast/models/memsim/live_feed.h"

namespace hpcast::forecast {

namespace {

// Few enough that a TLB knows by itself which of them it has met lately.
std::uint32_t pages_between(const Prepared& prepared) {
  std::uint32_t smallest = 0;
  const auto add = [&](const std::unique_ptr<CoreTimes>& times) {
    const std::uint32_t entries = times ? times->smallest_tlb() : 0;
    if (entries != 0) smallest = smallest == 0 ? entries : std::min(smallest, entries);
  };
  add(prepared.core_times);
  for (const auto& variant : prepared.variants) add(variant->core_times);
  return (smallest + 7) / 8;
}

// References travel where hpcast itself must simulate the private caches: to record them too, to
// let threads share a core, to take a sample, to observe each, to simulate beside a program that
// runs one thread at a time (Valgrind), to tell several processes' addresses apart; else only what
// the caches pass on, and what is timed of what the program executes.
reftrace::ChannelOptions channel_options(const MemoryRequest& request, const Prepared& prepared,
                                         const reftrace::Tracing& tracing) {
  const bool observes = request.simulation.observe.any();
  const bool references = !request.record_to.empty() || prepared.simulation.sample() != nullptr ||
                          observes || prepared.options.timed.one_in <= 1 ||
                          tracing.tracer == reftrace::Tracer::valgrind || tracing.several ||
                          request.program.openmp_threads > static_cast<int>(prepared.cores);
  reftrace::ChannelOptions options;
  options.payload = references ? reftrace::Payload::references : reftrace::Payload::requests;
  options.interval = prepared.options.weave.interval;
  options.bounded = !references && prepared.simulation.bounded();
  options.several = tracing.several;
  options.code = (observes || prepared.core_times) && reftrace::tells_code(tracing);
  options.timed = prepared.options.timed;
  options.pages_between = pages_between(prepared);
  if (!request.region_trace.empty())
    options.record_regions = regions_to_record(request.marked_regions_only);
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

// A sentence where what ran could not be written; else empty.
std::string finish_recording(reftrace::TraceWriter& writer, const Prepared& prepared,
                             const reftrace::Channel& channel, reftrace::TracedProcess& process,
                             const reftrace::Tracing& tracing,
                             const std::vector<std::string>& command,
                             const MemoryRequest& request) {
  reftrace::Manifest manifest = reftrace::manifest_of(channel, process, command, *process.poll(),
                                                      request.program.randomize_addresses);
  const std::string known = manifest.reason;
  manifest.tool_version = version();
  manifest.not_traced = unseen_in(process, tracing);
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
    const std::string reason = writer.finish(std::move(manifest)).reason;
    return reason == known
               ? ""
               : fmt::format("the trace in {} is partial: {}", request.record_to, reason);
  } catch (const InputError& error) {
    return fmt::format("there is no trace in {}: {}", request.record_to, error.what());
  }
}

// The request with somebody who is told of regions, where it wants that.
MemoryRequest observing(MemoryRequest request, const dat::Machine& machine,
                        std::optional<RegionTrace>& regions) {
  if (request.region_trace.empty()) return request;
  regions.emplace(request.region_trace, machine, request.marked_regions_only);
  request.simulation.observe.regions = &*regions;
  return request;
}

RegionTrace::NameOf names_in(const reftrace::Channel& channel) {
  return [names = std::make_shared<reftrace::RegionNames>(channel)](
             std::uint32_t process, memsim::Word region) { return names->name(region, process); };
}

// Why what was counted is not that of a whole run; empty where it is.
std::string why_not_whole(const answers::MemoryAnswer& run) {
  if (run.partial) return *run.partial;
  const int status = run.run.exit_status.value_or(0);
  if (status > ended_by_signal && status < ended_by_signal + SIGRTMIN)
    return fmt::format("the program was ended by signal {}", status - ended_by_signal);
  return status == 0 ? "" : fmt::format("the program ended with status {}", status);
}

// Names that belong to no process are everybody's.
RegionTrace::NameOf recorded_names(const std::string& trace) {
  const reftrace::Manifest manifest =
      reftrace::read_manifest(trace + "/" + reftrace::manifest_name);
  std::map<std::pair<std::optional<std::uint32_t>, memsim::Word>, std::string> names;
  for (const reftrace::Region& region : manifest.regions)
    names[{region.process, region.address}] = region.name;
  return [names](std::uint32_t process, memsim::Word region) {
    auto found = names.find({process, region});
    if (found == names.end()) found = names.find({std::nullopt, region});
    return found == names.end() ? fmt::format("{:#x}", region) : found->second;
  };
}

// What makes no sense in a stream is the tracer's fault, unless the program has written over it.
void simulate(Prepared& prepared, memsim::LiveFeed& feed, const reftrace::Channel& channel) {
  try {
    prepared.simulation.run(feed);
  } catch (const InputError&) {
    channel.check_intact();
    throw;
  }
}

// What ran, and how it ended.
struct OnlineRun {
  const std::vector<std::string>& command;
  const reftrace::Channel& channel;
  const reftrace::TracedProcess& process;
  ProgramExit exit;
};

Subject subject_of(const OnlineRun& run, answers::Input program, bool caches_apart) {
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

MemoryRequest counting_request(std::string machine_path, std::vector<std::string> changes,
                               memsim::ObserveOptions observe) {
  MemoryRequest request;
  request.machine_path = std::move(machine_path);
  request.changes = std::move(changes);
  request.simulation.weave.host_threads = std::max(1U, std::thread::hardware_concurrency());
  request.simulation.observe = std::move(observe);
  request.core_times = false;  // only counters are asked for
  return request;
}

MemoryForecast replay_memory(const MemoryRequest& asked, const std::string& trace) {
  const Stopwatch watch;
  LoadedMachine loaded = load_machine(asked.machine_path, asked.changes);
  std::optional<RegionTrace> regions;
  const MemoryRequest request = observing(asked, loaded.machine, regions);
  Progress progress("simulating " + trace);
  reftrace::TraceReader reader(trace);
  const bool has_code = reader.code() != nullptr;
  const Replay replay = replay_trace(
      request, trace, reader, prepare(watch, request, loaded, has_code), [&](double fraction) {
        if (fraction > 0) progress.show(fraction);
      });
  MemoryForecast forecast = conclude(request, std::move(loaded), replay.simulated, replay.subject);
  if (regions)
    forecast.region_events = regions->commit(recorded_names(trace), why_not_whole(forecast.result));
  return forecast;
}

MemoryForecast run_memory(const MemoryRequest& asked, const std::vector<std::string>& command) {
  const Stopwatch watch;
  LoadedMachine loaded = load_machine(asked.machine_path, asked.changes);
  memsim::check_online(loaded.machine);
  std::optional<RegionTrace> regions;
  const MemoryRequest request = observing(asked, loaded.machine, regions);
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast memory M -- ./app");
  reftrace::ProgramOptions program = request.program;
  const reftrace::Tracing tracing = reftrace::tracing_for(command, program.tracer, program.ranks);
  const bool code = reftrace::tells_code(tracing);
  Prepared prepared = prepare(watch, request, loaded, code);
  program.tracer = tracing.tracer;
  answers::Input input{tracing.program, sha256_file(tracing.path), "program"};
  reftrace::Channel channel(channel_options(request, prepared, tracing));
  memsim::configure(channel.header(), prepared.simulation.topology(),
                    prepared.options.weave.core_order);
  std::optional<reftrace::TraceWriter> writer;
  if (!request.record_to.empty()) writer.emplace(request.record_to);
  ProgramSampler sampler;
  if (tracing.tracer == reftrace::Tracer::compiler)
    program.before_exec = [&](pid_t id) { sampler.attend(id); };
  reftrace::TracedProcess process(channel, command, program);
  memsim::LiveFeed feed(channel, process, recorder_of(writer));
  Progress progress("simulating " + command.front());
  feed.on_idle([&] {
    if (progress.due())
      progress.show(format_time(prepared.watch.wall_s()) + ", " +
                    format_count(static_cast<double>(prepared.simulation.weaver().references())) +
                    " references");
  });
  simulate(prepared, feed, channel);
  const ProgramExit exit = *process.poll();
  check_traced(channel, process, command.front(), exit);
  if (prepared.simulation.weaver().references() == 0)
    refuse_without_references(process, tracing, exit);
  std::string record_fault;
  if (writer && regions) writer->add_regions(reftrace::functions_of(channel, regions->functions()));
  if (writer) add_code(*writer, channel);
  if (writer)
    record_fault = finish_recording(*writer, prepared, channel, process, tracing, command, request);
  Subject subject =
      subject_of({command, channel, process, exit}, std::move(input), feed.caches_apart());
  if (tracing.tracer == reftrace::Tracer::compiler) {
    subject.run.libraries = library_times(sampler.finish(), channel);
    subject.libraries = words_of(subject.run.libraries);
  }
  for (std::string& what : unseen_in(process, tracing))
    subject.not_modelled.push_back(std::move(what));
  MemoryForecast forecast =
      conclude(request, std::move(loaded), simulated(std::move(prepared)), subject);
  forecast.record_fault = std::move(record_fault);
  if (regions)
    forecast.region_events = regions->commit(names_in(channel), why_not_whole(forecast.result));
  return forecast;
}

}  // namespace hpcast::forecast
