#include "hpcast/forecast/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/machine_input.h"
#include "hpcast/forecast/memory_result.h"
#include "hpcast/forecast/merge_file.h"
#include "hpcast/forecast/record.h"
#include "hpcast/memsim/live_feed.h"
#include "hpcast/memsim/trace_feed.h"
#include "hpcast/reftrace/elf_note.h"
#include "hpcast/reftrace/recording.h"
#include "hpcast/result/verdict.h"

namespace hpcast::forecast {

namespace {

class Stopwatch {
 public:
  double wall_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Of this process and of the children it has waited for: the traced program's is among it.
  static double cpu_s() { return cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN); }

 private:
  static double cpu_of(int who) {
    rusage usage{};
    getrusage(who, &usage);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

// A machine made ready for a request.
struct Prepared {
  dat::Machine machine;
  dat::Routes routes;
  memsim::Simulation simulation;

  Prepared(dat::Machine m, const memsim::SimulationOptions& options)
      : machine(std::move(m)), routes(machine), simulation(machine, routes, options) {}
};

std::vector<std::uint32_t> core_order(const dat::Machine& machine,
                                      const std::vector<std::string>& pin) {
  std::vector<std::uint32_t> order;
  std::vector<std::string> names;
  for (const dat::Core& core : machine.cores) names.push_back(core.name);
  for (const std::string& name : pin) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw InputError("--pin " + name + ": the machine has no core of that name",
                       did_you_mean(name, names));
    order.push_back(static_cast<std::uint32_t>(found - names.begin()));
  }
  for (std::uint32_t c = 0; pin.empty() && c < names.size(); ++c) order.push_back(c);
  return order;
}

// Pages have one size in a run: where the DAT's memories differ, the smallest.
std::uint64_t page_bytes(const MemoryRequest& request, const dat::Machine& machine) {
  if (request.page_bytes) return *request.page_bytes;
  std::uint64_t smallest = machine.class_of_memory(0).page_size;
  for (std::uint32_t m = 1; m < machine.memories.size(); ++m)
    smallest = std::min(smallest, machine.class_of_memory(m).page_size);
  return smallest;
}

Prepared prepare(const MemoryRequest& request) {
  dat::Machine machine = load_machine(request.machine_path, request.changes);
  memsim::SimulationOptions options = request.simulation;
  options.placement.page_bytes = page_bytes(request, machine);
  options.weave.core_order = core_order(machine, request.pin);
  options.weave.replayable = !request.record_to.empty();
  return {std::move(machine), options};
}

void describe_run(result::MemoryResult& r, const Prepared& prepared, const Stopwatch& watch) {
  r.run.wall_s = watch.wall_s();
  r.run.cpu_s = Stopwatch::cpu_s();
  r.run.host = host_name();
  r.run.date = date_now();
  r.run.references = prepared.simulation.weaver().references();
  r.run.references_per_s =
      r.run.wall_s > 0 ? static_cast<double>(r.run.references) / r.run.wall_s : 0;
  r.run.threads = prepared.simulation.weaver().threads();
}

std::string placement_words(const memsim::PlacementPolicy& policy) {
  using Kind = memsim::PlacementPolicy::Kind;
  if (policy.kind == Kind::interleave) return "pages are interleaved over all memories";
  if (policy.kind == Kind::node)
    return "pages are bound to NUMA node " + std::to_string(policy.node);
  return "a page lives in the memories of the NUMA node nearest to the core that touches it first";
}

// Whoever compares two results must find here all that was asked of one of them.
void describe_options(result::MemoryResult& r, const MemoryRequest& request,
                      const dat::Machine& machine) {
  const memsim::PlacementPolicy& placement = request.simulation.placement;
  const auto bytes = [](std::uint64_t n) { return format_bytes(static_cast<double>(n)); };
  const std::uint64_t page = page_bytes(request, machine);
  if (page != memsim::PlacementPolicy{}.page_bytes)
    r.assumptions.push_back("a page has " + bytes(page));
  if (placement.granularity != 0)
    r.assumptions.push_back("memories that share pages take turns every " +
                            bytes(placement.granularity));
  std::string cores;
  for (const std::string& name : request.pin) cores += (cores.empty() ? "" : ", ") + name;
  if (!cores.empty()) r.assumptions.push_back("threads start on the cores " + cores);
  for (const std::string& change : request.changes)
    r.assumptions.push_back("changed for this run: " + change);
  if (!request.only_phase.empty())
    r.assumptions.push_back("only the phase '" + request.only_phase +
                            "' counts; the others warm the caches up");
}

void describe_model(result::MemoryResult& r, const MemoryRequest& request,
                    const Prepared& prepared) {
  const memsim::SimulationOptions& options = request.simulation;
  r.assumptions.emplace_back(
      "every object reaches the bandwidth that the DAT gives for it, and the "
      "busiest one alone limits each phase");
  r.assumptions.push_back(placement_words(options.placement));
  r.assumptions.emplace_back(
      "threads are merged by the references they have made, aligned at "
      "synchronisation, every " +
      std::to_string(options.weave.interval));
  r.assumptions.emplace_back(options.coherent
                                 ? "caches are kept coherent by MSI with write-invalidate"
                                 : "caches are not kept coherent (see --coherence)");
  describe_options(r, request, prepared.machine);
  const memsim::Weaver& weaver = prepared.simulation.weaver();
  if (weaver.threads() > prepared.machine.cores.size())
    r.assumptions.push_back(std::to_string(weaver.threads()) + " threads on " +
                            std::to_string(prepared.machine.cores.size()) +
                            " cores: some share a core, one after the other");
  if (const std::uint64_t pages = prepared.simulation.spilled_pages(); pages > 0)
    r.assumptions.push_back(format_count(static_cast<double>(pages)) +
                            " pages did not fit into the memory they belonged to");
  if (weaver.unmet_waits() > 0)
    r.assumptions.push_back(std::to_string(weaver.unmet_waits()) +
                            " waits whose signal was not traced were taken as met");
  r.not_modelled = {"latency: memory, caches and links are occupied, never waited for",
                    "prefetching and speculative accesses",
                    "address translation (TLB misses, page tables)", "instruction fetches",
                    "instruction execution, unless the DAT has operation counts"};
}

void name_what_the_tracer_misses(result::MemoryResult& r) {
  r.not_modelled.emplace_back(
      "accesses of libraries not compiled with hpcast-cc (but memcpy, memset "
      "and their kin), inline assembly, system calls");
  r.not_modelled.emplace_back("vector loads and stores: the tracer sees them as scalar ones");
}

MemoryForecast conclude(const MemoryRequest& request, Prepared& prepared,
                        const std::vector<std::string>& phase_names) {
  check_marked(request.only_phase, phase_names);
  const auto counts = select_phases(prepared.simulation, phase_names, request.only_phase);
  const memsim::Occupancy occupancy =
      memsim::occupancy(prepared.machine, prepared.routes, prepared.simulation.topology(), counts);
  MemoryForecast forecast;
  forecast.result = describe(prepared.machine, occupancy);
  forecast.result.tool.version = HPCAST_VERSION;
  forecast.result.inputs.push_back(
      {request.machine_path, sha256_file(request.machine_path), "machine"});
  describe_model(forecast.result, request, prepared);
  if (phase_names.size() == reftrace::max_phases)
    forecast.result.not_modelled.push_back("phases marked after the first " +
                                           std::to_string(reftrace::max_phases - 1) +
                                           " names: they count as '" + phase_names.back() + "'");
  forecast.objects = results_for_dat(prepared.machine, occupancy);
  return forecast;
}

// References travel where hpcast itself must simulate the private caches: to record them too, to
// let threads share a core; else only what the caches pass on.
reftrace::ChannelOptions channel_options(const MemoryRequest& request, const Prepared& prepared) {
  const bool references =
      !request.record_to.empty() ||
      request.program.openmp_threads > static_cast<int>(prepared.machine.cores.size());
  reftrace::ChannelOptions options;
  options.payload = references ? reftrace::Payload::references : reftrace::Payload::requests;
  options.interval = request.simulation.weave.interval;
  options.bounded = !references && prepared.simulation.bounded();
  options.cache_words = memsim::words_of_caches(prepared.simulation.topology());
  options.max_threads = 1024;
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
std::string finish_recording(reftrace::TraceWriter& writer, const MemoryRequest& request,
                             const Prepared& prepared, const reftrace::Channel& channel,
                             const reftrace::TracedProcess& process,
                             const std::vector<std::string>& command,
                             const reftrace::ProgramExit& exit) {
  reftrace::Manifest manifest =
      reftrace::manifest_of(channel, process, command, exit, request.program.randomize_addresses);
  manifest.tool_version = HPCAST_VERSION;
  try {
    write_merge_log(writer.directory() + "/" + merge_file_name,
                    {request.simulation.weave.interval, prepared.simulation.bounded()},
                    prepared.simulation.weaver().log());
    manifest.merge_log = merge_file_name;
  } catch (const InputError& error) {
    manifest.complete = false;
    manifest.reason = error.what();
  }
  return writer.finish(std::move(manifest)).reason;
}

}  // namespace

MemoryForecast replay_memory(const MemoryRequest& request, const std::string& trace) {
  const Stopwatch watch;
  Prepared prepared = prepare(request);
  reftrace::TraceReader reader(trace);
  if (reader.manifest().payload != "references")
    throw InputError(trace + ": holds what private caches passed on, not the program's references",
                     "record it again with hpcast trace");
  if (!reader.live()) check_marked(request.only_phase, reader.manifest().phases);
  memsim::TraceFeed feed(reader);
  std::optional<memsim::MergeLog> log;
  const MergeConditions conditions{request.simulation.weave.interval,
                                   prepared.simulation.bounded()};
  if (!reader.manifest().merge_log.empty())
    log = read_merge_log(trace + "/" + reader.manifest().merge_log, conditions,
                         static_cast<std::uint32_t>(reader.streams()));
  prepared.simulation.run(feed, log ? &*log : nullptr);
  const reftrace::Manifest manifest = reader.live() ? reader.final_manifest() : reader.manifest();
  MemoryForecast forecast = conclude(request, prepared, manifest.phases);
  result::MemoryResult& r = forecast.result;
  const std::string manifest_path = trace + "/" + reftrace::manifest_name;
  r.inputs.push_back(
      {trace, std::filesystem::exists(manifest_path) ? sha256_file(manifest_path) : "", "trace"});
  if (const std::string why = reader.why_partial(); !why.empty()) r.partial = why;
  r.run.command = manifest.command;
  r.run.tracer = manifest.tracer;
  r.run.exit_status = manifest.exit_status;
  r.run.mode = "offline";
  name_what_the_tracer_misses(r);
  for (const std::string& missing : manifest.not_traced) r.not_modelled.push_back(missing);
  describe_run(r, prepared, watch);
  r.verdict = result::verdict_line(r);
  forecast.machine = std::move(prepared.machine);
  return forecast;
}

MemoryForecast run_memory(const MemoryRequest& request, const std::vector<std::string>& command) {
  const Stopwatch watch;
  Prepared prepared = prepare(request);
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast memory M -- ./app");
  check_program(command.front());
  reftrace::Channel channel(channel_options(request, prepared));
  memsim::configure(channel.header(), prepared.simulation.topology(),
                    core_order(prepared.machine, request.pin));
  std::optional<reftrace::TraceWriter> writer;
  if (!request.record_to.empty()) writer.emplace(request.record_to);
  reftrace::TracedProcess process(channel, command, request.program);
  memsim::LiveFeed feed(channel, process, recorder_of(writer));
  Progress progress("simulating " + command.front());
  feed.on_idle([&] {
    if (progress.due())
      progress.show(format_time(watch.wall_s()) + ", " +
                    format_count(static_cast<double>(prepared.simulation.weaver().references())) +
                    " references");
  });
  prepared.simulation.run(feed);
  const reftrace::ProgramExit exit = *process.poll();
  check_traced(channel, command.front(), exit);
  std::string record_partial;
  if (writer)
    record_partial = finish_recording(*writer, request, prepared, channel, process, command, exit);

  MemoryForecast forecast = conclude(request, prepared, reftrace::phase_names(channel.header()));
  forecast.record_partial = std::move(record_partial);
  result::MemoryResult& r = forecast.result;
  r.inputs.push_back(
      {command.front(), sha256_file(reftrace::find_program(command.front())), "program"});
  if (const std::string why = process.incomplete(); !why.empty()) r.partial = why;
  r.run.command = command;
  r.run.tracer = "compiler";
  r.run.exit_status = exit.status;
  r.run.mode = "online";
  name_what_the_tracer_misses(r);
  if (channel.options().payload == reftrace::Payload::requests &&
      prepared.simulation.weaver().threads() > prepared.machine.cores.size())
    r.not_modelled.push_back(
        std::string("threads that share a core had its private caches each for itself") +
        (channel.options().bounded ? ", and only one of them lost lines to other cores" : "") +
        " (with -o, or from a trace, they share them)");
  describe_run(r, prepared, watch);
  r.verdict = result::verdict_line(r);
  forecast.machine = std::move(prepared.machine);
  return forecast;
}

}  // namespace hpcast::forecast
