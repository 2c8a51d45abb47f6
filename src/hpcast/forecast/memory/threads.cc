#include "hpcast/forecast/memory/threads.h"

#include <algorithm>

#include "hpcast/forecast/memory/result.h"

namespace hpcast::forecast {

namespace {

void add_thread(answers::PhaseResult& phase, const dat::Machine& machine,
                const memsim::FinishedThread& thread, const memsim::ThreadPhase& did) {
  if (!thread.core || (did.worked <= 0 && did.waited <= 0)) return;
  answers::ThreadTime& time = phase.threads.emplace_back();
  time.thread = thread.id;
  time.core = machine.cores[*thread.core].name;
  time.worked_s = did.worked;
  time.waited_s = did.waited;
  if (did.waited > 0) time.waited_for = did.waited_for;
}

}  // namespace

void describe_threads(answers::MemoryAnswer& result, const dat::Machine& machine,
                      const memsim::FinishedRun& run, const std::vector<std::string>& phase_names) {
  if (run.thread_times.empty()) return;
  const std::vector<memsim::PhaseCounts>& counts = run.estimate.phases;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto phase = std::find_if(
        result.phases.begin(), result.phases.end(),
        [&](const answers::PhaseResult& p) { return p.name == phase_label(i, phase_names); });
    if (phase == result.phases.end()) continue;
    phase->threads_s = counts[i].elapsed;
    for (const memsim::FinishedThread& thread : run.threads)
      if (thread.id < run.thread_times.size() && i < run.thread_times[thread.id].size())
        add_thread(*phase, machine, thread, run.thread_times[thread.id][i]);
  }
}

}  // namespace hpcast::forecast
