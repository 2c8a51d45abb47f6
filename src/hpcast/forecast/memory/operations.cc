#include "hpcast/forecast/memory/operations.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/forecast/memory/each_event.h"
#include "hpcast/forecast/memory/result.h"
#include "hpcast/inputs/reftrace/operations_file.h"
#include "hpcast/inputs/reftrace/trace_reader.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::forecast {

namespace {

// Where a row's operations were executed, with the references made there.
struct Place {
  memsim::CoreOperations* core;
  double references;
};

void check_thread(std::uint32_t thread, std::uint32_t thread_numbers) {
  if (thread < thread_numbers) return;
  throw InputError("operation counts name thread " + std::to_string(thread) +
                       ", and the program had " + std::to_string(thread_numbers),
                   "threads are numbered from 0 in the order of their creation");
}

void check_phase(const std::string& name, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw InputError("operation counts name a phase '" + name + "' that the program did not mark",
                   "it has " + list_of(names));
}

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
      check_thread(*row.thread, run_.thread_numbers());
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
    if (places.empty() && row.phase) check_phase(*row.phase, names_of_phases());
    return places;
  }

  std::vector<std::string> names_of_phases() const {
    std::vector<std::string> names;
    for (const memsim::PhaseCounts& phase : phases_) names.push_back(phase.name);
    return names;
  }

  const memsim::FinishedRun& run_;
  std::vector<memsim::PhaseCounts>& phases_;
};

OperationTable table_of(const std::vector<memsim::ThreadOperations>& operations,
                        const std::vector<std::string>& phase_names) {
  // The start-up comes first.
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool, ProgramPart>, OperationCounts> sums;
  for (const memsim::ThreadOperations& o : operations)
    sums[{o.thread, o.phase, o.part != ProgramPart::start_up, o.part}] += o.counts;
  OperationTable table;
  for (const auto& [key, counts] : sums) {
    const auto& [thread, phase, is_later, part] = key;
    if (counts == OperationCounts{}) continue;
    table.push_back({thread, phase_label(phase, phase_names), part, counts});
  }
  return table;
}

void collect(std::span<const reftrace::Word> words, std::uint32_t thread, std::uint32_t& phase,
             std::vector<memsim::ThreadOperations>& operations) {
  each_event(words, [&](const reftrace::Word* event) {
    const reftrace::Event kind = reftrace::event_of(*event);
    if (kind == reftrace::Event::phase) phase = memsim::phase_of(event);
    if (kind == reftrace::Event::operations)
      operations.push_back(memsim::operations_in(event, thread, phase));
  });
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

OperationsFile read_operations_file(const std::string& path) {
  const std::string text = read_file(path);
  return {path, sha256(text), reftrace::operations_in(text, path)};
}

void check_operations(const OperationTable& table, const reftrace::Manifest& manifest) {
  std::uint32_t thread_numbers = 0;
  for (const reftrace::TracedThread& known : manifest.threads)
    thread_numbers = std::max(thread_numbers, known.thread + 1);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < manifest.phases.size(); ++i)
    names.push_back(phase_label(i, manifest.phases));
  for (const OperationRow& row : table) {
    if (row.part != ProgramPart::main) continue;
    if (row.thread) check_thread(*row.thread, thread_numbers);
    if (row.phase && !names.empty()) check_phase(*row.phase, names);
  }
}

void share_out(const OperationTable& table, const memsim::FinishedRun& run,
               std::vector<memsim::PhaseCounts>& phases) {
  if (table.empty()) return;
  Sharing sharing(run, phases);
  for (const OperationRow& row : table)
    if (row.part == ProgramPart::main) sharing.add(row);
}

}  // namespace hpcast::forecast
