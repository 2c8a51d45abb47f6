#include "hpcast/forecast/memory/simulated.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <set>
#include <utility>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/forecast/memory/simulation_key.h"

namespace hpcast::forecast {

namespace {

double cpu_of(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<std::uint32_t> core_order(const dat::Machine& machine,
                                      const std::vector<std::string>& pin) {
  std::vector<std::uint32_t> order;
  std::vector<std::string> names;
  for (const dat::Core& core : machine.cores) names.push_back(core.name);
  for (const std::string& name : pin) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw InputError("--pin " + name + ": the machine has no core of that name, but " +
                           names.front() + " to " + names.back(),
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

std::string name_of(const std::vector<std::string>& variant) {
  return fmt::format("--vary '{}'", fmt::join(variant, "; "));
}

// With the request's changes and those of a variant.
LoadedMachine load_variant(const MemoryRequest& request, const std::string& text,
                           const std::vector<std::string>& variant) {
  std::vector<std::string> changes = request.changes;
  changes.insert(changes.end(), variant.begin(), variant.end());
  try {
    return machine_of_text(text, request.machine_path, changes);
  } catch (const InputError& error) {
    throw InputError(name_of(variant) + ": " + error.what());
  }
}

// Those that the machine itself does not give.
void tell_new_warnings(const LoadedMachine& variant, const LoadedMachine& base) {
  for (const Diagnostic& warning : variant.warnings) {
    const bool is_known =
        std::any_of(base.warnings.begin(), base.warnings.end(), [&](const Diagnostic& known) {
          return known.message == warning.message && known.pointer == warning.pointer;
        });
    if (!is_known) tell_warnings({warning});
  }
}

std::vector<LoadedMachine> load_variants(const MemoryRequest& request, const LoadedMachine& base,
                                         const std::string& key, bool code) {
  std::vector<LoadedMachine> variants;
  const bool times_cores = why_no_core_times(request, base.machine, code).empty();
  for (const std::vector<std::string>& variant : request.variants) {
    LoadedMachine& loaded = variants.emplace_back(load_variant(request, base.text, variant));
    tell_new_warnings(loaded, base);
    if (simulation_key(loaded.machine, options_for(request, loaded.machine), false) != key)
      throw InputError(name_of(variant) +
                           " changes what caches hold or where pages lie, which takes a "
                           "simulation of its own",
                       "forecast that with --set in place of --vary");
    if (why_no_core_times(request, loaded.machine, code).empty() != times_cores)
      throw InputError(name_of(variant) + " decides whether cores have a pipeline at all",
                       "forecast that with --set in place of --vary");
  }
  return variants;
}

std::vector<std::unique_ptr<VariedMachine>> timed(std::vector<LoadedMachine> machines,
                                                  const dat::Routes& routes,
                                                  std::uint64_t page_bytes, bool times_cores) {
  std::vector<std::unique_ptr<VariedMachine>> variants;
  for (LoadedMachine& loaded : machines) {
    auto variant = std::make_unique<VariedMachine>();
    variant->loaded = std::move(loaded);
    if (times_cores)
      variant->core_times =
          std::make_unique<CoreTimes>(variant->loaded.machine, routes, page_bytes);
    variants.push_back(std::move(variant));
  }
  return variants;
}

memsim::SimulationOptions told_to(memsim::SimulationOptions options, CoreTimes* core_times,
                                  const std::vector<std::unique_ptr<VariedMachine>>& variants) {
  if (core_times == nullptr) return options;
  options.observe.clocks = {core_times};
  for (const auto& variant : variants) options.observe.clocks.push_back(variant->core_times.get());
  return options;
}

}  // namespace

double Stopwatch::cpu_now() { return cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN); }

memsim::SimulationOptions options_for(const MemoryRequest& request, const dat::Machine& machine) {
  memsim::SimulationOptions options = request.simulation;
  options.placement.page_bytes = page_bytes(request, machine);
  options.weave.core_order = core_order(machine, request.pin);
  options.weave.replayable = !request.record_to.empty();
  return options;
}

std::string why_no_core_times(const MemoryRequest& request, const dat::Machine& machine,
                              bool code) {
  if (!request.core_times) return std::string(answers::as_in_pmnet);
  if (!code)
    return "it is not known what was executed (--tracer valgrind tells; in traces, hpcast "
           "trace --code)";
  if (request.simulation.sample.kind != memsim::SampleOptions::Kind::none)
    return "a sample does not tell who answers every reference (see --sample)";
  return has_pipelines(machine)
             ? ""
             : "the machine's cores have no pipeline (see docs/dat.md, hpcast calibrate)";
}

Prepared::Prepared(Stopwatch started, const dat::Machine& machine, memsim::SimulationOptions o,
                   std::string why_no_core_times, std::vector<LoadedMachine> varied)
    : watch(started),
      options(std::move(o)),
      cores(std::set(options.weave.core_order.begin(), options.weave.core_order.end()).size()),
      routes(machine),
      no_core_times(std::move(why_no_core_times)),
      core_times(no_core_times.empty()
                     ? std::make_unique<CoreTimes>(machine, routes, options.placement.page_bytes)
                     : nullptr),
      variants(
          timed(std::move(varied), routes, options.placement.page_bytes, core_times != nullptr)),
      simulation(machine, routes, told_to(options, core_times.get(), variants)) {}

Prepared prepare(Stopwatch started, const MemoryRequest& request, const LoadedMachine& loaded,
                 bool code) {
  const dat::Machine& machine = loaded.machine;
  memsim::SimulationOptions options = options_for(request, machine);
  std::vector<LoadedMachine> variants =
      load_variants(request, loaded, simulation_key(machine, options, false), code);
  return {started, machine, std::move(options), why_no_core_times(request, machine, code),
          std::move(variants)};
}

Simulated simulated(Prepared&& prepared) {
  memsim::FinishedRun run = std::move(prepared.simulation).finished();
  std::vector<std::shared_ptr<FinishedVariant>> variants;
  // Nobody asks their cores for times any more.
  for (std::size_t i = 0; i < prepared.variants.size(); ++i) {
    auto& variant = variants.emplace_back(std::make_shared<FinishedVariant>());
    variant->loaded = std::move(prepared.variants[i]->loaded);
    if (i < run.other_times.size()) variant->times = std::move(run.other_times[i]);
  }
  run.other_times.clear();
  return {prepared.watch.wall_s(),     prepared.watch.cpu_s(), date_now(),
          std::move(prepared.options), prepared.cores,         std::move(prepared.no_core_times),
          std::move(prepared.routes),  std::move(run),         std::move(variants)};
}

}  // namespace hpcast::forecast
