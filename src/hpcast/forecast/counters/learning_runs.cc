#include "hpcast/forecast/counters/learning_runs.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "hpcast/answers/answer.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/start_program.h"
#include "hpcast/inputs/countertrace/read.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;
using countergen::Sizes;
using countergen::TrainingRun;

std::string placeholder_of(const std::string& name) { return "{" + name + "}"; }

void check_command(const LearningRequest& request) {
  for (const auto& [name, value] : request.sizes.front()) {
    bool is_used = false;
    for (const std::string& word : request.command)
      is_used = is_used || word.find(placeholder_of(name)) != std::string::npos;
    if (!is_used)
      throw InputError(fmt::format("the command does not take the size {}", placeholder_of(name)),
                       fmt::format("write {} where its value goes: -- ./program {}",
                                   placeholder_of(name), placeholder_of(name)));
  }
}

// Runs at one size are alike, and their archives would have one name.
void check_runs_differ(const std::vector<Sizes>& runs) {
  for (auto run = runs.begin(); run != runs.end(); ++run)
    if (std::count(runs.begin(), run, *run) > 0)
      throw InputError("--sizes " + countergen::to_string(*run) + ": is there twice");
}

// Where archives go.
void make_folder_of_archives(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder + ": the folder cannot be made: " + error.message());
}

// The result, and what was not traced.
MemoryForecast run_one(const LearningRequest& request, const Sizes& sizes,
                       const std::string& archive) {
  MemoryRequest memory = request.memory;
  memory.region_trace = archive;
  memory.program.output_to_stderr = true;
  MemoryForecast forecast = run_memory(memory, command_at(request.command, sizes));
  const std::string at = "the program at " + countergen::to_string(sizes);
  const int status = forecast.result.run.exit_status.value_or(0);
  if (status > ended_by_signal)
    throw InputError(fmt::format("{} was ended by signal {}", at, status - ended_by_signal))
        .ending_with(status);
  if (status != 0)
    throw InputError(fmt::format("{} ended with status {}", at, status),
                     "see whether it runs so by itself");
  if (forecast.result.partial)
    throw InputError(at + ": " + *forecast.result.partial, "learn from whole runs only");
  if (forecast.region_events == 0)
    throw InputError(at + " entered no region",
                     "compile it with hpcast-cc, whose functions are regions, or mark some "
                     "(docs/counter-traces.md)");
  return forecast;
}

// No archive is left behind.
countertrace::Trace read_whole(const std::string& archive) {
  const Interruption interruption;
  countertrace::Trace trace = countertrace::read_trace(archive);
  interruption.throw_if_any();
  return trace;
}

}  // namespace

std::vector<std::string> command_at(const std::vector<std::string>& command, const Sizes& sizes) {
  std::vector<std::string> filled = command;
  for (std::string& word : filled)
    for (const auto& [name, value] : sizes) {
      const std::string from = placeholder_of(name), to = fmt::format("{}", value);
      for (std::size_t at = 0; (at = word.find(from, at)) != std::string::npos; at += to.size())
        word.replace(at, from.size(), to);
    }
  return filled;
}

std::vector<TrainingRun> run_at_sizes(const LearningRequest& request) {
  check_command(request);
  check_runs_differ(request.sizes);
  std::optional<ScratchFolder> scratch;
  if (request.traces.empty()) scratch.emplace();
  const std::string folder = scratch ? scratch->path() : request.traces;
  make_folder_of_archives(folder);
  std::set<std::string> told;
  std::vector<TrainingRun> runs;
  for (const Sizes& sizes : request.sizes) {
    const std::string name = countergen::to_string(sizes);
    const std::string archive = folder + "/" + name;
    tell(fmt::format("hpcast: run {} of {}: {}", runs.size() + 1, request.sizes.size(), name));
    const MemoryForecast forecast = run_one(request, sizes, archive);
    if (runs.empty() && answers::has_assumed_caches(forecast.result.assumptions))
      tell("hpcast: " + std::string(answers::caches_assumed) + ", and with them what they count");
    for (const std::string& untraced : forecast.untraced)
      if (told.insert(untraced).second)
        tell("hpcast: " + std::string(counters::not_counted_note) + untraced);
    runs.push_back({name, sizes, read_whole(archive)});
    countergen::check_metrics(request.metrics, runs.back());
  }
  return runs;
}

std::vector<TrainingRun> read_runs(const std::vector<std::string>& traces,
                                   const std::vector<Sizes>& sizes) {
  std::vector<TrainingRun> runs;
  Progress progress("reading traces");
  for (std::size_t i = 0; i < traces.size(); ++i) {
    progress.show(static_cast<double>(i) / static_cast<double>(traces.size()));
    runs.push_back({traces[i], sizes[i], countertrace::read_trace(traces[i])});
  }
  return runs;
}

}  // namespace hpcast::forecast
