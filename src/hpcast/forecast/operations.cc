#include "hpcast/forecast/operations.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/forecast/memory_result.h"
#include "hpcast/memsim/stream.h"
#include "hpcast/reftrace/trace_reader.h"

namespace hpcast::forecast {

namespace {

// Where a row's operations were executed, with the references made there.
struct Place {
  memsim::CoreOperations* core;
  double references;
};

class Sharing {
 public:
  Sharing(const memsim::FinishedRun& run, std::vector<memsim::PhaseCounts>& phases)
      : run_(run), phases_(phases) {
    for (memsim::PhaseCounts& phase : phases_) phase.operations.resize(phase.core.size());
  }

  void add(const OperationRow& row) {
    const std::vector<Place> places = places_of(row);
    double references = 0;
    for (const Place& place : places) references += place.references;
    for (const Place& place : places) {
      const double share =
          references > 0 ? place.references / references : 1.0 / static_cast<double>(places.size());
      place.core->dp_flops += share * static_cast<double>(all_dp_flops(row.counts));
      place.core->sp_flops += share * static_cast<double>(all_sp_flops(row.counts));
      place.core->instructions += share * static_cast<double>(row.counts.instructions);
    }
  }

 private:
  std::vector<Place> places_of(const OperationRow& row) {
    std::vector<Place> places;
    std::optional<std::uint32_t> core;
    if (row.thread) {
      check_thread(*row.thread);
      const memsim::FinishedThread* const thread = run_.thread(*row.thread);
      if (thread != nullptr) core = thread->core;
      if (!core) return places;  // it made no reference, and so ran nowhere
    }
    for (memsim::PhaseCounts& phase : phases_) {
      if (row.phase && *row.phase != phase.name) continue;
      for (std::uint32_t c = 0; c < phase.core.size(); ++c)
        if (!core || *core == c) {
          const auto references = static_cast<double>(memsim::references_of(phase.core[c]));
          if (core || references > 0) places.push_back({&phase.operations[c], references});
        }
    }
    if (places.empty() && row.phase) refuse_phase(*row.phase);
    return places;
  }

  void check_thread(std::uint32_t thread) const {
    if (thread < run_.thread_numbers()) return;
    throw InputError("operation counts name thread " + std::to_string(thread) +
                         ", and the program had " + std::to_string(run_.thread_numbers()),
                     "threads are numbered from 0 in the order of their creation");
  }
  void refuse_phase(const std::string& name) const {
    std::vector<std::string> names;
    for (const memsim::PhaseCounts& phase : phases_) names.push_back(phase.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    throw InputError("operation counts name a phase '" + name + "' that the program did not mark",
                     "it has " + list_of(names));
  }

  const memsim::FinishedRun& run_;
  std::vector<memsim::PhaseCounts>& phases_;
};

OperationTable table_of(const std::vector<memsim::ThreadOperations>& operations,
                        const std::vector<std::string>& phase_names) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, OperationCounts> sums;
  for (const memsim::ThreadOperations& o : operations)
    sums[{o.thread, o.phase, !o.start_up}] += o.counts;
  OperationTable table;
  for (const auto& [key, counts] : sums) {
    const auto& [thread, phase, main] = key;
    if (counts == OperationCounts{}) continue;
    table.push_back({thread, phase_label(phase, phase_names), !main, counts});
  }
  return table;
}

// From a span of a thread's words; no event is cut by its end.
void collect(std::span<const reftrace::Word> words, std::uint32_t thread, std::uint32_t& phase,
             std::vector<memsim::ThreadOperations>& operations) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (reftrace::op_of(words[i]) != reftrace::Op::event) continue;
    const reftrace::Word* const event = &words[i];
    const unsigned size = memsim::words_of_event(*event);
    if (i + size > words.size()) return;
    i += size - 1;
    const reftrace::Event kind = reftrace::event_of(*event);
    if (kind == reftrace::Event::phase) phase = memsim::phase_of(event);
    if (kind == reftrace::Event::operations)
      operations.push_back(memsim::operations_in(event, thread, phase));
  }
}

}  // namespace

OperationTable counted_operations(const memsim::FinishedRun& run,
                                  const std::vector<std::string>& phase_names) {
  return table_of(run.operations, phase_names);
}

OperationTable operations_of_trace(const std::string& trace) {
  reftrace::TraceReader reader(trace);
  std::vector<memsim::ThreadOperations> operations;
  for (std::size_t stream = 0; stream < reader.streams(); ++stream) {
    const std::uint32_t thread = reader.manifest().threads.at(stream).thread;
    std::uint32_t phase = 0;
    for (auto words = reader.next(stream); !words.empty(); words = reader.next(stream))
      collect(words, thread, phase, operations);
  }
  return table_of(operations, reader.manifest().phases);
}

void share_out(const OperationTable& table, const memsim::FinishedRun& run,
               std::vector<memsim::PhaseCounts>& phases) {
  if (table.empty()) return;
  Sharing sharing(run, phases);
  for (const OperationRow& row : table)
    if (!row.start_up) sharing.add(row);
}

}  // namespace hpcast::forecast
