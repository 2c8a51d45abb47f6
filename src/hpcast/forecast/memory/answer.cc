#include "hpcast/forecast/memory/answer.h"

#include <algorithm>
#include <utility>

#include "hpcast/answers/memory/limits.h"
#include "hpcast/answers/memory/typical_error.h"
#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/memory/assumptions.h"
#include "hpcast/forecast/memory/counter_table.h"
#include "hpcast/forecast/memory/operations.h"
#include "hpcast/forecast/memory/page_faults.h"
#include "hpcast/forecast/memory/ranks.h"
#include "hpcast/forecast/memory/result.h"
#include "hpcast/forecast/memory/sample_margins.h"
#include "hpcast/forecast/memory/threads.h"
#include "hpcast/inputs/reftrace/tracer.h"

namespace hpcast::forecast {

namespace {

void describe_run(answers::MemoryAnswer& r, const Simulated& simulated) {
  r.run.wall_s = simulated.wall_s;
  r.run.cpu_s = simulated.cpu_s;
  r.run.host = host_name();
  r.run.date = simulated.date;
  r.run.references = simulated.run.references;
  r.run.references_per_s =
      r.run.wall_s > 0 ? static_cast<double>(r.run.references) / r.run.wall_s : 0;
  r.run.threads = static_cast<std::uint32_t>(simulated.run.thread_cores.size());
}

void check_measured(const memsim::FinishedRun& run) {
  if (!run.sample || run.estimate.fraction > 0) return;
  throw InputError("--sample time:" + std::to_string(run.sample->options().one_in) +
                       ": the run is too short, none of its stretches of " +
                       std::to_string(run.sample->stretch_references()) +
                       " references was measured",
                   "leave it out, or sample sets");
}

// The tracer counted what was executed.
bool is_counted(const memsim::FinishedRun& run) {
  return std::any_of(run.operations.begin(), run.operations.end(),
                     [](const memsim::ThreadOperations& of) { return of.counts.instructions > 0; });
}

// What the tracer did not see, or could not tell apart.
void describe_unseen(answers::MemoryAnswer& r, const Subject& subject,
                     const memsim::FinishedRun& run) {
  if (subject.phases.size() == reftrace::max_phases)
    r.not_modelled.push_back("phases marked after the first " +
                             std::to_string(reftrace::max_phases - 1) + " names: they count as '" +
                             subject.phases.back() + "'");
  const std::vector<std::string> unseen = reftrace::unseen_by(subject.run.tracer, is_counted(run));
  r.not_modelled.insert(r.not_modelled.end(), unseen.begin(), unseen.end());
  if (!subject.libraries.empty()) r.not_modelled.push_back(subject.libraries);
  r.not_modelled.insert(r.not_modelled.end(), subject.not_modelled.begin(),
                        subject.not_modelled.end());
}

bool counts_instructions(const OperationTable& table) {
  return std::any_of(table.begin(), table.end(), [](const OperationRow& row) {
    return row.part == ProgramPart::main && row.counts.instructions > 0;
  });
}

InstructionsFrom instructions_from(const MemoryRequest& request, const Subject& subject,
                                   const memsim::FinishedRun& run) {
  if (request.operations && counts_instructions(request.operations->table))
    return InstructionsFrom::operations;
  if (!is_counted(run)) return InstructionsFrom::nowhere;
  // The compiler tracer tells at the end of a phase.
  return subject.run.tracer == reftrace::name_of(reftrace::Tracer::valgrind)
             ? InstructionsFrom::tracer
             : InstructionsFrom::operations;
}

// hpcast calibrate wrote it.
bool is_calibrated(const dat::Machine& machine) {
  const auto found = machine.extras.find("calibrated");
  return found != machine.extras.end() && *found == true;
}

// Of what was simulated here, as the benchmark that measures errors does.
void describe_error(answers::MemoryAnswer& r, bool calibrated) {
  const auto of = answers::error_class(r);
  if (!of) return;
  r.typical_error = answers::typical_error(*of, r.run.tracer);
  r.typical_error->calibrated = calibrated;
  r.assumptions.push_back(to_string(*r.typical_error));
}

MemoryForecast conclude_one(const MemoryRequest& request, LoadedMachine loaded,
                            const Simulated& simulated, Subject subject) {
  const memsim::FinishedRun& run = simulated.run;
  dat::Machine& machine = loaded.machine;
  check_marked(request.only_phase, subject.phases);
  check_measured(run);
  const OperationTable operations =
      request.operations ? request.operations->table : counted_operations(run, subject.phases);
  const auto phases_of = [&](const std::vector<memsim::PhaseCounts>& counts) {
    std::vector<memsim::PhaseCounts> phases = named_phases(counts, subject.phases, operations);
    share_out(operations, run, phases);
    if (request.core_times) time_page_faults(machine, run.topology, phases);
    return phases;
  };
  const auto occupancy_of = [&](const std::vector<memsim::PhaseCounts>& phases) {
    return memsim::occupancy(machine, simulated.routes, run.topology, phases, request.only_phase);
  };
  const std::vector<memsim::PhaseCounts> phases = phases_of(run.estimate.phases);
  const memsim::Occupancy occupancy = occupancy_of(phases);
  MemoryForecast forecast;
  answers::MemoryAnswer& r = forecast.result;
  r = describe(machine, occupancy);
  describe_threads(r, machine, run, subject.phases);
  r.operations = operations;
  if (!operations.empty()) put_operations(machine, occupancy);
  r.tool.version = version();
  r.inputs = {{request.machine_path, std::move(loaded.sha256), "machine"}, subject.input};
  if (request.operations)
    r.inputs.push_back({request.operations->path, request.operations->sha256, "operations"});
  r.ranks = rank_results(machine, run, {phases, occupancy}, occupancy_of);
  describe_model(r, request, simulated, machine);
  const std::optional<std::string> no_own_caches = assumed_caches(machine);
  if (no_own_caches) r.assumptions.push_back(*no_own_caches);
  if (request.operations) describe_foreign_operations(r, simulated);
  describe_sampling(r, simulated, subject.phases);
  if (run.sample) {
    const memsim::SampleEstimate& estimate = run.estimate;
    std::vector<memsim::Occupancy> replicates;
    for (const auto& replicate : estimate.replicates)
      replicates.push_back(occupancy_of(phases_of(replicate.phases)));
    describe_sample(r, *run.sample, estimate, occupancy, occupancy_of(phases_of(estimate.exact)),
                    replicates);
  }
  describe_unseen(r, subject, run);
  if (!subject.partial.empty()) r.partial = subject.partial;
  r.run = std::move(subject.run);
  describe_run(r, simulated);
  describe_error(r, request.changes.empty() && is_calibrated(machine));
  answers::put_limits(r);
  r.verdict = answers::verdict_line(r);
  if (request.simulation.observe.intervals != 0) {
    forecast.counters =
        counter_table(machine, simulated, phases, subject.phases, request.only_phase,
                      {instructions_from(request, subject, run), request.core_times,
                       request.core_times && simulated.no_core_times.empty(), occupancy});
    if (no_own_caches) forecast.counters->notes.push_back(*no_own_caches);
    for (const std::string& untraced : subject.not_modelled)
      forecast.counters->notes.push_back(std::string(counters::not_counted_note) + untraced);
    forecast.memory_latency_s = run.memory_latency;
  }
  forecast.untraced = std::move(subject.not_modelled);
  forecast.objects = results_for_dat(machine, occupancy);
  forecast.machine = std::move(machine);
  return forecast;
}

constexpr std::string_view without_effect = "without effect";

// As if its machine had been asked for; changes that do nothing are told with the run's own.
answers::Variant conclude_variant(MemoryRequest request, std::size_t number, Simulated simulated,
                                  const Subject& subject, std::vector<std::string>& assumptions) {
  const std::vector<std::string> changes = request.variants[number];
  request.changes.insert(request.changes.end(), changes.begin(), changes.end());
  request.simulation.observe.intervals = 0;
  const FinishedVariant& variant = *simulated.variants[number];
  if (simulated.no_core_times.empty()) {
    memsim::take_times(variant.times, simulated.run.estimate.phases);
    simulated.run.thread_times = variant.times.thread_times;
  }
  const answers::MemoryAnswer r = conclude_one(request, variant.loaded, simulated, subject).result;
  for (const std::string& assumption : r.assumptions)
    if (assumption.starts_with(without_effect) &&
        std::find(assumptions.begin(), assumptions.end(), assumption) == assumptions.end())
      assumptions.push_back(assumption);
  return {changes, r.time_s, answers::limit_words(r), r.limits};
}

}  // namespace

MemoryForecast conclude(const MemoryRequest& request, LoadedMachine loaded,
                        const Simulated& simulated, const Subject& subject) {
  MemoryForecast forecast = conclude_one(request, std::move(loaded), simulated, subject);
  answers::MemoryAnswer& r = forecast.result;
  for (std::size_t i = 0; i < request.variants.size(); ++i)
    r.variants.push_back(conclude_variant(request, i, simulated, subject, r.assumptions));
  return forecast;
}

}  // namespace hpcast::forecast
