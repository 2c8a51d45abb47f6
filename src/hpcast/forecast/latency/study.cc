#include "hpcast/forecast/latency/study.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "hpcast/answers/latency/study_files.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/json.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/forecast/latency/study_child.h"
#include "hpcast/forecast/latency/study_key.h"
#include "hpcast/forecast/latency/study_run.h"
#include "hpcast/forecast/memory/machine_input.h"
#include "hpcast/forecast/memory/simulated.h"
#include "hpcast/inputs/reftrace/tracer.h"
#include "hpcast/models/latency/sensitivity.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;

// How long it will take, from the runs that are there.
class TimeLeft {
 public:
  explicit TimeLeft(std::size_t runs) : runs_(runs) {}
  void done(double wall_s) {
    ++done_;
    wall_s_ += wall_s;
  }
  std::size_t done() const { return done_; }
  std::string text(const std::string& present) const {
    std::string text = fmt::format("{} of {}, {}", done_, runs_, present);
    if (done_ == 0) return text;
    const double left = wall_s_ / static_cast<double>(done_) * static_cast<double>(runs_ - done_);
    return text + (left < 60     ? fmt::format(", {:.0f} s left", left)
                   : left < 5400 ? fmt::format(", {:.0f} min left", left / 60)
                                 : fmt::format(", {:.1f} h left", left / 3600));
  }

 private:
  std::size_t runs_, done_ = 0;
  double wall_s_ = 0;
};

[[noreturn]] void tell_interrupted(const StudyRequest& request, const TimeLeft& time,
                                   std::size_t runs, int status) {
  throw InputError(fmt::format("interrupted; {} of {} runs are kept in {}: the same command again "
                               "goes on from there",
                               time.done(), runs, request.directory))
      .ending_with(status);
}

answers::StudyRun read_run(const StudyRequest& request, const std::string& file) {
  answers::StudyRun run = answers::run_of(read_json(file));
  if (run.outcome == answers::StudyOutcome::answered && run.to_s != request.to_s)
    throw InputError(Diagnostic{file, 0, "/latency/to_s", "is not what the study forecasts for",
                                "take the file away, and the run is made again"});
  return run;
}

// Cases of different folders may have the same name, and files change.
void check_kept(const StudyRequest& request, const StudyValue& panel, const StudyValue& value,
                const answers::StudyRun& run, const std::string& file) {
  const std::vector<std::string> command =
      filled_in(request.command, request.panel, panel.text, request.cases, value.text);
  const char* const hint =
      "another folder for -o; or take the file away, and the run is made again";
  if (!run.command.empty() && run.command != command)
    throw InputError(
        {file, 0, "/command", "is not the command of this study for " + value.text, hint});
  if (!run.case_sha256.empty() && fs::is_regular_file(value.text) &&
      sha256_file(value.text) != run.case_sha256)
    throw InputError({file, 0, "/case_sha256", value.text + " has changed since the run", hint});
}

// Nothing where the run is to be made.
std::optional<answers::StudyRun> kept_run(const StudyRequest& request, const StudyValue& panel,
                                          const StudyValue& value) {
  const std::string file = run_file(request, panel, value);
  if (!fs::exists(file)) return {};
  answers::StudyRun run = read_run(request, file);
  if (run.outcome == answers::StudyOutcome::failed && request.retry_failed) return {};
  check_kept(request, panel, value, run, file);
  return run;
}

answers::StudyRun new_run(const StudyRequest& request, const StudyValue& panel,
                          const StudyValue& value, const std::function<void()>& idle) {
  const ScratchFolder scratch;
  const StudyPlace place{panel,
                         value,
                         scratch.path(),
                         scratch.file("output"),
                         scratch.file("error"),
                         run_file(request, panel, value)};
  fs::remove(place.file);
  const std::string broken =
      done_apart([&] { make_run(request, place); }, {place.output, place.error}, idle);
  if (!broken.empty())
    write_broken_run(place, "hpcast itself " + broken + ": " +
                                last_line_of(read_file(place.error), place.scratch));
  return read_run(request, place.file);
}

StudyRequest with_scale(StudyRequest request, std::optional<std::uint64_t> scale) {
  if (!scale) return request;
  request.working_set = 0;
  request.scale = *scale;
  return request;
}

// Case by case, so that a study that is stopped has the same cases in each panel.
std::vector<answers::StudyRun> all_runs(const StudyRequest& request) {
  const std::size_t runs = request.panel.values.size() * request.cases.values.size();
  TimeLeft time(runs);
  std::vector<answers::StudyRun> made;
  Progress progress("study");
  const Interruption interruption;
  try {
    for (const StudyValue& value : request.cases.values) {
      std::optional<std::uint64_t> scale;  // for all runs of the case, once known
      for (const StudyValue& panel : request.panel.values) {
        std::optional<answers::StudyRun> run = kept_run(request, panel, value);
        if (!run)
          run = new_run(with_scale(request, scale), panel, value, [&] {
            interruption.throw_if_any();
            if (progress.due()) progress.show(time.text(panel.name + " " + value.name));
          });
        if (request.same_caches && !scale && run->outcome == answers::StudyOutcome::answered)
          scale = run->scale;
        time.done(run->wall_s);
        made.push_back(std::move(*run));
      }
    }
  } catch (const InputError& error) {
    if (!error.exit_status()) throw;
    tell_interrupted(request, time, runs, *error.exit_status());
  }
  return made;
}

// What would make every run fail fails here, before the first of them.
void check_machine(const StudyRequest& request) {
  const LoadedMachine loaded = load_machine(request.machine_path, request.changes);
  MemoryRequest memory;
  memory.simulation.observe = {request.intervals, request.to_s};
  prepare(Stopwatch(), memory, loaded, false);
}

void check_cases(const StudyAxis& cases) {
  for (const StudyValue& value : cases.values)
    if (value.text.ends_with(".zst") && !fs::is_regular_file(value.text))
      throw InputError(Diagnostic{value.text, 0, {}, "there is no such file", {}});
}

StudyRequest checked(StudyRequest request) {
  if (request.command.empty())
    throw InputError("no program to run",
                     "put it behind --: hpcast latency study MACHINE ... -- ./app {" +
                         request.panel.name + "} {" + request.cases.name + "}");
  if (!std::isfinite(request.working_set))
    throw InputError("--working-set: expected a number of times, such as 4");
  check_placeholders(request.command, request.panel, request.cases);
  check_cases(request.cases);
  std::sort(request.to_s.begin(), request.to_s.end());
  request.to_s.erase(std::unique(request.to_s.begin(), request.to_s.end()), request.to_s.end());
  request.program.tracer =
      reftrace::tracing_for(request.command, request.program.tracer, request.program.ranks).tracer;
  for (const double latency : request.to_s) latency::check_latency("--to", latency);
  check_machine(request);
  return request;
}

}  // namespace

answers::StudyResult run_study(const StudyRequest& asked) {
  const StudyRequest request = checked(asked);
  claim_directory(request);
  answers::StudyResult study;
  study.runs = all_runs(request);
  study.machine = request.machine_path;
  study.panel_name = request.panel.name;
  study.case_name = request.cases.name;
  for (const StudyValue& panel : request.panel.values) study.panels.push_back(panel.name);
  for (const StudyValue& value : request.cases.values) study.cases.push_back(value.name);
  study.to_s = request.to_s;
  study.working_set = request.working_set;
  study.scale = request.scale;
  study.same_caches = request.same_caches;
  const auto answered = std::find_if(study.runs.begin(), study.runs.end(), [](const auto& run) {
    return run.outcome == answers::StudyOutcome::answered;
  });
  if (answered != study.runs.end()) {
    study.from_s = answered->from_s;
    study.method = answered->method;
  }
  return study;
}

}  // namespace hpcast::forecast
