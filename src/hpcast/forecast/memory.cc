#include "hpcast/forecast/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>
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
#include "hpcast/forecast/operations.h"
#include "hpcast/forecast/ranks.h"
#include "hpcast/forecast/record.h"
#include "hpcast/forecast/sample_margins.h"
#include "hpcast/memsim/live_feed.h"
#include "hpcast/memsim/trace_feed.h"
#include "hpcast/reftrace/elf_note.h"
#include "hpcast/reftrace/operations_file.h"
#include "hpcast/reftrace/recording.h"
#include "hpcast/reftrace/tracer.h"
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
  std::string machine_sha256;
  memsim::SimulationOptions options;
  std::size_t cores;  // that threads run on
  dat::Routes routes;
  memsim::Simulation simulation;

  Prepared(LoadedMachine loaded, memsim::SimulationOptions o)
      : machine(std::move(loaded.machine)),
        machine_sha256(std::move(loaded.sha256)),
        options(std::move(o)),
        cores(std::set(options.weave.core_order.begin(), options.weave.core_order.end()).size()),
        routes(machine),
        simulation(machine, routes, options) {}
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
  LoadedMachine loaded = load_machine(request.machine_path, request.changes);
  memsim::SimulationOptions options = request.simulation;
  options.placement.page_bytes = page_bytes(request, loaded.machine);
  options.weave.core_order = core_order(loaded.machine, request.pin);
  options.weave.replayable = !request.record_to.empty();
  return {std::move(loaded), std::move(options)};
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
                      const memsim::PlacementPolicy& placement) {
  const auto bytes = [](std::uint64_t n) { return format_bytes(static_cast<double>(n)); };
  if (placement.page_bytes != memsim::PlacementPolicy{}.page_bytes)
    r.assumptions.push_back("a page has " + bytes(placement.page_bytes));
  if (placement.granularity != 0)
    r.assumptions.push_back("memories that share pages take turns every " +
                            bytes(placement.granularity));
  std::string cores;
  for (const std::string& name : request.pin) cores += (cores.empty() ? "" : ", ") + name;
  r.assumptions.push_back("threads start on the cores " +
                          (cores.empty() ? "in the DAT's order, one each (see --pin)" : cores));
  for (const std::string& change : request.changes)
    r.assumptions.push_back("changed for this run: " + change);
  if (!request.only_phase.empty())
    r.assumptions.push_back("only the phase '" + request.only_phase +
                            "' counts; the others warm the caches up");
}

void describe_model(result::MemoryResult& r, const MemoryRequest& request,
                    const Prepared& prepared) {
  const memsim::SimulationOptions& options = prepared.options;
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
  describe_options(r, request, options.placement);
  const memsim::Weaver& weaver = prepared.simulation.weaver();
  const std::size_t threads = weaver.thread_cores().size();
  if (threads > prepared.cores)
    r.assumptions.push_back(
        std::to_string(threads) + " threads on " + std::to_string(prepared.cores) +
        (prepared.cores == 1 ? " core" : " cores") + ": some share a core, one after the other");
  if (const std::uint64_t pages = prepared.simulation.spilled_pages(); pages > 0)
    r.assumptions.push_back(format_count(static_cast<double>(pages)) +
                            " pages did not fit into the memory they belonged to");
  if (weaver.unmet_waits() > 0)
    r.assumptions.push_back(std::to_string(weaver.unmet_waits()) +
                            " waits whose signal was not traced were taken as met");
  if (!r.ranks.empty())
    r.assumptions.emplace_back(
        "each rank has as many neighbouring cores as there are for each of them, for its threads "
        "in order");
  r.not_modelled = {"latency: memory, caches and links are occupied, never waited for",
                    "prefetching and speculative accesses",
                    "address translation (TLB misses, page tables)", "instruction fetches"};
  r.not_modelled.emplace_back(
      r.operations.empty()
          ? "instruction execution, unless the DAT has operation counts"
          : "what limits instruction execution but the rates of instructions and FLOPs");
  if (ranks_share_cores(weaver))
    r.not_modelled.emplace_back("each rank by itself: some share cores, and are counted together");
}

// What was simulated: a program as it ran, or a trace of one.
struct Subject {
  result::Input input;
  std::vector<std::string> phases;
  std::string partial;  // why; empty where it is whole
  std::vector<std::string> not_modelled;
  result::Run run;  // command, tracer, mode, exit status
};

// What was sampled, what stands for what, and how good that is.
void describe_sampling(result::MemoryResult& r, const Prepared& prepared, const Subject& subject) {
  const memsim::SamplePlan* const plan = prepared.simulation.sample();
  if (plan == nullptr) return;
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  const std::string one_in = "1 in " + number(plan->options().one_in);
  const std::string rest = "; references, non-temporal stores and the places of pages are exact";
  if (plan->by_sets())
    r.assumptions.push_back("sampled: " + one_in + " of the " + number(plan->groups()) +
                            " groups of the caches' sets stands for all" + rest);
  else
    r.assumptions.push_back("sampled: " + one_in + " stretches of " +
                            number(plan->stretch_references()) +
                            " references of a thread stands for all, the stretch before it "
                            "warms the caches up" +
                            rest);
  r.assumptions.emplace_back("the interval tells what chance does to the sample, not to the model");
  if (plan->in_time())
    r.not_modelled.emplace_back(
        "what caches would hold of the references left out: it can shift the forecast, and is no "
        "part of the interval (see --sample sets:N)");
  for (const std::uint32_t phase : prepared.simulation.estimate().unmeasured) {
    const bool is_named = phase < subject.phases.size() && !subject.phases[phase].empty();
    r.not_modelled.push_back("the caches in phase '" +
                             (is_named ? subject.phases[phase] : std::string("start")) +
                             "', of which no stretch was measured");
  }
}

void check_measured(const memsim::Simulation& simulation) {
  const memsim::SamplePlan* const plan = simulation.sample();
  if (plan == nullptr || simulation.estimate().fraction > 0) return;
  throw InputError("--sample time:" + std::to_string(plan->options().one_in) +
                       ": the run is too short, none of its stretches of " +
                       std::to_string(plan->stretch_references()) + " references was measured",
                   "leave it out, or sample sets");
}

MemoryForecast conclude(const MemoryRequest& request, Prepared& prepared, Subject subject,
                        const Stopwatch& watch) {
  check_marked(request.only_phase, subject.phases);
  check_measured(prepared.simulation);
  const memsim::Weaver& weaver = prepared.simulation.weaver();
  const OperationTable operations = request.operations.empty()
                                        ? counted_operations(weaver, subject.phases)
                                        : reftrace::read_operations(request.operations);
  const auto phases_of = [&](const std::vector<memsim::PhaseCounts>& counts) {
    std::vector<memsim::PhaseCounts> phases = named_phases(counts, subject.phases);
    share_out(operations, weaver, phases);
    return phases;
  };
  const auto occupancy_of = [&](const std::vector<memsim::PhaseCounts>& phases) {
    return memsim::occupancy(prepared.machine, prepared.routes, prepared.simulation.topology(),
                             phases, request.only_phase);
  };
  const std::vector<memsim::PhaseCounts> phases = phases_of(prepared.simulation.phases());
  const memsim::Occupancy occupancy = occupancy_of(phases);
  MemoryForecast forecast;
  result::MemoryResult& r = forecast.result;
  r = describe(prepared.machine, occupancy);
  r.operations = operations;
  if (!operations.empty()) put_operations(prepared.machine, occupancy);
  r.tool.version = HPCAST_VERSION;
  r.inputs = {{request.machine_path, prepared.machine_sha256, "machine"}, subject.input};
  if (!request.operations.empty())
    r.inputs.push_back({request.operations, sha256_file(request.operations), "operations"});
  r.ranks = rank_results(prepared.machine, prepared.simulation, {phases, occupancy}, occupancy_of);
  describe_model(r, request, prepared);
  describe_sampling(r, prepared, subject);
  if (const memsim::SamplePlan* const plan = prepared.simulation.sample()) {
    const memsim::SampleEstimate& estimate = prepared.simulation.estimate();
    std::vector<memsim::Occupancy> replicates;
    for (const auto& replicate : estimate.replicates)
      replicates.push_back(occupancy_of(phases_of(replicate.phases)));
    describe_sample(r, *plan, estimate, occupancy, occupancy_of(phases_of(estimate.exact)),
                    replicates);
  }
  if (subject.phases.size() == reftrace::max_phases)
    r.not_modelled.push_back("phases marked after the first " +
                             std::to_string(reftrace::max_phases - 1) + " names: they count as '" +
                             subject.phases.back() + "'");
  const std::vector<std::string> unseen = reftrace::unseen_by(subject.run.tracer);
  r.not_modelled.insert(r.not_modelled.end(), unseen.begin(), unseen.end());
  r.not_modelled.insert(r.not_modelled.end(), subject.not_modelled.begin(),
                        subject.not_modelled.end());
  if (!subject.partial.empty()) r.partial = subject.partial;
  r.run = std::move(subject.run);
  describe_run(r, prepared, watch);
  r.verdict = result::verdict_line(r);
  forecast.objects = results_for_dat(prepared.machine, occupancy);
  forecast.machine = std::move(prepared.machine);
  return forecast;
}

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
                             const std::vector<std::string>& command, bool randomized_addresses) {
  reftrace::Manifest manifest =
      reftrace::manifest_of(channel, process, command, *process.poll(), randomized_addresses);
  manifest.tool_version = HPCAST_VERSION;
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

}  // namespace

MemoryForecast replay_memory(const MemoryRequest& request, const std::string& trace) {
  const Stopwatch watch;
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
  std::optional<memsim::MergeLog> log;
  const MergeConditions conditions{prepared.options.weave.interval, prepared.simulation.bounded()};
  if (!reader.manifest().merge_log.empty())
    log = merge_log_of(read_json(trace + "/" + reader.manifest().merge_log), conditions,
                       static_cast<std::uint32_t>(reader.streams()));
  prepared.simulation.run(feed, log ? &*log : nullptr);
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
  return conclude(request, prepared, std::move(subject), watch);
}

MemoryForecast run_memory(const MemoryRequest& request, const std::vector<std::string>& command) {
  const Stopwatch watch;
  Prepared prepared = prepare(request);
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast memory M -- ./app");
  reftrace::ProgramOptions program = request.program;
  const reftrace::Tracing tracing = reftrace::tracing_for(command, program.tracer, program.ranks);
  program.tracer = tracing.tracer;
  Subject subject;
  subject.input = {tracing.program, sha256_file(tracing.path), "program"};
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
      progress.show(format_time(watch.wall_s()) + ", " +
                    format_count(static_cast<double>(prepared.simulation.weaver().references())) +
                    " references");
  });
  prepared.simulation.run(feed);
  const reftrace::ProgramExit exit = *process.poll();
  check_traced(channel, process, command.front(), exit);
  std::string record_partial;
  if (writer)
    record_partial = finish_recording(*writer, prepared, channel, process, command,
                                      request.program.randomize_addresses);
  subject.phases = reftrace::phase_names(channel.header());
  subject.partial = process.incomplete();
  if (feed.caches_apart())
    subject.not_modelled.push_back(
        std::string("threads that share a core had its private caches each for itself") +
        (channel.options().bounded ? ", and only one of them lost lines to other cores" : "") +
        " (with -o, or from a trace, they share them)");
  subject.run.command = command;
  subject.run.tracer = reftrace::name_of(*program.tracer);
  subject.run.mode = "online";
  subject.run.exit_status = exit.status;
  MemoryForecast forecast = conclude(request, prepared, std::move(subject), watch);
  forecast.record_partial = std::move(record_partial);
  return forecast;
}

}  // namespace hpcast::forecast
