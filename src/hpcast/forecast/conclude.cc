#include "hpcast/forecast/conclude.h"

#include <unistd.h>

#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/forecast/assumptions.h"
#include "hpcast/forecast/memory_result.h"
#include "hpcast/forecast/operations.h"
#include "hpcast/forecast/ranks.h"
#include "hpcast/forecast/sample_margins.h"
#include "hpcast/reftrace/operations_file.h"
#include "hpcast/reftrace/tracer.h"
#include "hpcast/result/verdict.h"

namespace hpcast::forecast {

namespace {

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

void describe_run(result::MemoryResult& r, const Prepared& prepared) {
  r.run.wall_s = prepared.watch.wall_s();
  r.run.cpu_s = Stopwatch::cpu_s();
  r.run.host = host_name();
  r.run.date = date_now();
  r.run.references = prepared.simulation.weaver().references();
  r.run.references_per_s =
      r.run.wall_s > 0 ? static_cast<double>(r.run.references) / r.run.wall_s : 0;
  r.run.threads = static_cast<std::uint32_t>(prepared.simulation.weaver().thread_cores().size());
}

void check_measured(const memsim::Simulation& simulation) {
  const memsim::SamplePlan* const plan = simulation.sample();
  if (plan == nullptr || simulation.estimate().fraction > 0) return;
  throw InputError("--sample time:" + std::to_string(plan->options().one_in) +
                       ": the run is too short, none of its stretches of " +
                       std::to_string(plan->stretch_references()) + " references was measured",
                   "leave it out, or sample sets");
}

}  // namespace

MemoryForecast conclude(const MemoryRequest& request, Prepared& prepared, Subject subject) {
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
  if (!request.operations.empty()) describe_foreign_operations(r, prepared);
  describe_sampling(r, prepared, subject.phases);
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
  describe_run(r, prepared);
  r.verdict = result::verdict_line(r);
  forecast.objects = results_for_dat(prepared.machine, occupancy);
  forecast.machine = std::move(prepared.machine);
  return forecast;
}

}  // namespace hpcast::forecast
