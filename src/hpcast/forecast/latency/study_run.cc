#include "hpcast/forecast/latency/study_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <utility>

#include "hpcast/answers/latency/study_files.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/start_program.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/latency/study_scale.h"
#include "hpcast/forecast/latency/unpacked.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/machine_input.h"
#include "hpcast/forecast/memory/record.h"
#include "hpcast/forecast/memory/simulated.h"
#include "hpcast/inputs/reftrace/tracer.h"
#include "hpcast/models/latency/sensitivity.h"

namespace hpcast::forecast {

namespace {

using answers::StudyOutcome;
using answers::StudyRun;

constexpr int too_much_memory = 3;  // how a program says that it refuses

// Why a run has no answer.
struct NoAnswer : std::exception {
  StudyOutcome outcome;
  std::string reason;
  NoAnswer(StudyOutcome o, std::string r) : outcome(o), reason(std::move(r)) {}
  const char* what() const noexcept override { return reason.c_str(); }
};

StudyRun empty_run(const StudyPlace& place) {
  StudyRun run;
  run.panel = place.panel.name;
  run.name = place.value.name;
  return run;
}

// Where the program finds what `value` stands for.
std::string unpacked(const StudyPlace& place) {
  const std::string& path = place.value.text;
  constexpr std::string_view ending = ".zst";
  if (!path.ends_with(ending)) return path;
  const std::string name = std::filesystem::path(path).filename().string();
  std::string plain = place.scratch + "/" + name.substr(0, name.size() - ending.size());
  unpack(path, plain);
  return plain;
}

// "status 2", or "signal 11 (Segmentation fault)", which shells and hpcast tell as 128 + 11.
std::string words_for(int status) {
  if (status <= ended_by_signal) return fmt::format("status {}", status);
  return fmt::format("signal {} ({})", status - ended_by_signal,
                     strsignal(status - ended_by_signal));
}

void check_exit(int status, const StudyPlace& place) {
  if (status == 0) return;
  const std::string line = last_line_of(read_file(place.error), place.scratch);
  if (status == too_much_memory)
    throw NoAnswer(StudyOutcome::refused, line.empty() ? words_for(status) : line);
  throw NoAnswer(StudyOutcome::failed, words_for(status) + (line.empty() ? "" : ": " + line));
}

void trace_run(const StudyRequest& request, const StudyPlace& place,
               const std::vector<std::string>& command, const std::string& trace) {
  RecordRequest record;
  record.program = request.program;
  record.code = reftrace::tells_code(
      reftrace::tracing_for(command, request.program.tracer, request.program.ranks));
  try {
    const reftrace::Manifest manifest = record_program(record, command, trace).manifest;
    if (manifest.signal) check_exit(ended_by_signal + *manifest.signal, place);
    check_exit(manifest.exit_status.value_or(0), place);
    if (!manifest.complete) throw NoAnswer(StudyOutcome::failed, manifest.reason);
  } catch (const InputError& error) {
    check_exit(error.exit_status().value_or(0), place);
    throw;
  }
}

// Sets what of the run depends on it.
std::vector<std::string> changes_for(const StudyRequest& request, StudyRun& run) {
  const dat::Machine machine =
      machine_of_text(read_file(request.machine_path), request.machine_path, request.changes)
          .machine;
  run.scale = request.scale;
  if (request.working_set > 0)
    run.scale =
        run.working_set_bytes ? scale_for(machine, *run.working_set_bytes, request.working_set) : 1;
  std::vector<std::string> changes = request.changes;
  for (std::string& change : scaled_caches(machine, run.scale))
    changes.push_back(std::move(change));
  return changes;
}

answers::LatencyAnswer forecast_run(const StudyRequest& request, std::vector<std::string> changes,
                                    const std::string& trace) {
  const MemoryRequest memory =
      counting_request(request.machine_path, std::move(changes), {request.intervals, request.to_s});
  MemoryForecast forecast = replay_memory(memory, trace);
  latency::Request wanted;
  wanted.from_s = forecast.memory_latency_s;
  wanted.to_s = request.to_s;
  wanted.selection.region = request.region;
  answers::LatencyAnswer latency = latency::sensitivity(*forecast.counters, wanted);
  latency.tool.version = version();
  for (answers::Input& input : forecast.result.inputs)
    if (input.role != "trace") latency.inputs.push_back(std::move(input));
  return latency;
}

}  // namespace

std::optional<std::uint64_t> working_set_in(std::string_view output) {
  constexpr std::string_view before = "working set ", after = " bytes";
  for (std::size_t at = output.find(before); at != std::string_view::npos;
       at = output.find(before, at + 1)) {
    const std::string_view number = output.substr(at + before.size());
    std::uint64_t bytes = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), bytes);
    if (read.ec != std::errc{}) continue;
    const auto digits = static_cast<std::size_t>(read.ptr - number.data());
    if (number.substr(digits).starts_with(after)) return bytes;
  }
  return {};
}

std::string last_line_of(std::string_view text, const std::string& scratch) {
  constexpr std::size_t longest = 300;
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  std::string line(text.substr(text.find_last_of('\n') + 1));
  const std::string folder = scratch + "/";
  for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder))
    line.erase(at, folder.size());
  if (line.size() > longest) line.resize(longest);
  return line;
}

void make_run(const StudyRequest& request, const StudyPlace& place) {
  const Stopwatch watch;
  StudyRun run = empty_run(place);
  std::optional<answers::LatencyAnswer> latency;
  run.command =
      filled_in(request.command, request.panel, place.panel.text, request.cases, place.value.text);
  if (std::filesystem::is_regular_file(place.value.text))
    run.case_sha256 = sha256_file(place.value.text);
  try {
    const std::string trace = place.scratch + "/trace";
    trace_run(
        request, place,
        filled_in(request.command, request.panel, place.panel.text, request.cases, unpacked(place)),
        trace);
    run.working_set_bytes = working_set_in(read_file(place.output));
    latency = forecast_run(request, changes_for(request, run), trace);
    run.outcome = StudyOutcome::answered;
  } catch (const NoAnswer& none) {
    run.outcome = none.outcome;
    run.reason = none.reason;
  } catch (const InputError& error) {
    Diagnostic first = error.diagnostics().front();
    first.hint.clear();
    run.reason = last_line_of(to_string(first), place.scratch);
  } catch (const std::bad_alloc&) {
    run.reason = "hpcast ran out of memory";
  }
  run.wall_s = watch.wall_s();
  write_file_atomically(place.file, run_text(run, latency ? &*latency : nullptr));
}

void write_broken_run(const StudyPlace& place, const std::string& how) {
  StudyRun run = empty_run(place);
  run.reason = how;
  write_file_atomically(place.file, run_text(run, nullptr));
}

}  // namespace hpcast::forecast
