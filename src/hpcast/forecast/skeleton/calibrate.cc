#include "hpcast/forecast/skeleton/calibrate.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/text.h"
#include "hpcast/forecast/recording/mpi_family.h"
#include "hpcast/forecast/recording/ranks_process.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;

constexpr char samples_variable[] = "HPCAST_SKELETON_SAMPLES";

std::string filled_in_command(const std::string& command, const std::string& program) {
  std::string filled = command;
  for (std::size_t at = 0; (at = filled.find(placeholder, at)) != std::string::npos;
       at += program.size())
    filled.replace(at, placeholder.size(), program);
  return filled;
}

void check_commands(const std::vector<std::string>& commands) {
  for (const std::string& command : commands)
    if (command.find(placeholder) == std::string::npos)
      throw InputError("--calibrate '" + command + "': the program is not in it",
                       "it stands as {}: 'mpirun -n 4 {} ARGUMENTS'");
}

void check_to_measure(const skeleton::Plan& plan) {
  if (plan.regions.empty())
    throw InputError("there is nothing to calibrate: nothing of the program is replaced",
                     "--list tells what is kept and why; without --calibrate the skeleton is made");
  if (std::all_of(plan.regions.begin(), plan.regions.end(),
                  [](const skeleton::Region& region) { return !region.time.empty(); }))
    throw InputError("there is nothing to calibrate: pragmas give the time of all that is replaced",
                     "without --calibrate the skeleton has these times");
}

void wait_for(RanksProcess& process, const std::string& command) {
  Progress progress("running " + command);
  for (;;) {
    const auto exit = process.poll();
    if (progress.due()) progress.show("…");
    if (exit && exit->status == 0) return;
    if (exit)
      throw InputError(
          fmt::format("'{}' ended with status {}", command, exit->status),
          "{} stands for the instrumented program: see whether the program itself runs so");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// Its output goes where it disturbs no answer.
skeleton::Run run_instrumented(const std::string& command, const std::string& program,
                               const std::string& folder) {
  fs::create_directory(folder);
  RanksProcess process(
      {"/bin/sh", "-c", "{ " + filled_in_command(command, shell_quoted(program)) + "\n} >&2"},
      {{samples_variable, folder + "/"}});
  wait_for(process, command);
  skeleton::Run run;
  run.command = command;
  for (const auto& entry : fs::directory_iterator(folder))
    skeleton::read_samples(entry.path(), run);
  if (run.processes == 0)
    throw InputError("'" + command + "' left no times: no process came to a region's end",
                     "it must run the program that {} stands for, on hosts that see " + folder +
                         ", with this environment");
  return run;
}

const skeleton::Region* region_of(const skeleton::Plan& plan, int id) {
  for (const skeleton::Region& region : plan.regions)
    if (region.id == id) return &region;
  return nullptr;
}

// Regions whose time is known from elsewhere are not asked for, nor are any that the plan lacks.
void drop_others(const skeleton::Plan& plan, skeleton::Run& run) {
  std::erase_if(run.samples, [&](const skeleton::Sample& sample) {
    const skeleton::Region* const region = region_of(plan, sample.region);
    return region == nullptr || !region->time.empty() ||
           region->features.size() != sample.values.size();
  });
}

skeleton::RegionTime time_from(const skeleton::RegionFit& fit, const skeleton::Region& region,
                               const std::string& flags) {
  skeleton::RegionTime time;
  time.name = region.name;
  time.hash = region.hash;
  time.law = fit.law;
  for (const skeleton::Feature& feature : region.features)
    time.features.push_back(feature.expression);
  time.calls = fit.calls;
  time.seconds = fit.seconds;
  time.share = fit.share;
  time.mean_error = fit.mean_error;
  time.worst_error = fit.worst_error;
  time.left_out_error = fit.left_out_error;
  time.runs = fit.runs;
  time.date = date_now();
  time.host = host_name();
  time.flags = flags;
  return time;
}

// The commands by turns, so that what disturbs the host for a while does not disturb all runs of
// one.
std::vector<skeleton::Run> middle_runs(const SkeletonRequest& request,
                                       const std::vector<std::string>& commands, int repeats,
                                       const ScratchFolder& scratch, skeleton::Plan& plan) {
  plan = slice(request.program, Variant::instrumented, scratch.file("sources")).plan;
  check_to_measure(plan);
  const std::string program = build_instrumented(request.program, scratch.file("sources"));
  if (is_linked_to_smpi(program))
    throw InputError(request.program.mpicc + " is SMPI's, whose ranks take turns in one process",
                     "--calibrate with a real MPI's --mpicc: the same database serves both");
  std::vector<std::vector<skeleton::Run>> all(commands.size());
  for (int turn = 0; turn < repeats; ++turn)
    for (std::size_t i = 0; i < commands.size(); ++i)
      all[i].push_back(
          run_instrumented(commands[i], program, scratch.file(fmt::format("run-{}-{}", i, turn))));
  std::vector<skeleton::Run> runs;
  for (std::vector<skeleton::Run>& same : all) {
    runs.push_back(skeleton::middle_run(std::move(same)));
    drop_others(plan, runs.back());
  }
  return runs;
}

}  // namespace

Calibration calibrate(const SkeletonRequest& request, const std::vector<std::string>& commands,
                      int repeats) {
  check_commands(commands);
  const std::string database = database_of(request);
  skeleton::Processors processors = skeleton::read_processors(database);
  const ScratchFolder scratch;
  skeleton::Plan plan;
  const std::vector<skeleton::Run> runs = middle_runs(request, commands, repeats, scratch, plan);
  Calibration made;
  made.processor = request.processor.empty() ? host_name() : request.processor;
  made.fits = skeleton::fit_regions(runs);
  made.runs = runs.size();
  made.longest_error = skeleton::error_of_longest(runs);
  for (const skeleton::Run& run : runs) made.lost += run.lost;
  skeleton::Processor& processor = processors.find_or_add(made.processor);
  for (const skeleton::RegionFit& fit : made.fits) {
    made.seconds += fit.seconds;
    put(processor, time_from(fit, *region_of(plan, fit.region), request.program.flags));
  }
  write_file_atomically(database, to_text(processors));
  return made;
}

}  // namespace hpcast::forecast
