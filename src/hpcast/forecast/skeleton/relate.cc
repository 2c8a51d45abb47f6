// Times of processors that nobody has measured.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/forecast/skeleton/calibrate.h"

namespace hpcast::forecast {

namespace {

using skeleton::Processor;
using skeleton::Processors;
using skeleton::RunTotal;
using Words = std::vector<std::string>;

// What hpcast_skeleton_measure.c calls the phase of a region.
constexpr char phase_prefix[] = "hpcast skeleton ";

void check_other(const SkeletonRequest& request, const Processors& processors,
                 const std::string& of) {
  if (request.processor.empty())
    throw InputError("which processor is it?", "--processor NAME names it");
  if (request.processor == of)
    throw InputError("'" + of + "' cannot be had from itself", "--processor names the new one");
  if (processors.find(of) != nullptr) return;
  const std::string near = did_you_mean(of, processors.names());
  throw InputError(
      fmt::format("{} has no processor '{}'", database_of(request), of),
      near.empty() && !processors.all.empty() ? "it has " + list_of(processors.names()) : near);
}

// A ratio that would lead back to where it came from would be one of nothing.
void check_no_circle(const Processors& processors, const std::string& name, const std::string& of) {
  for (const Processor* p = processors.find(of); p != nullptr; p = processors.find(p->of))
    if (p->of == name)
      throw InputError(fmt::format("'{}' has its times from '{}' already", of, name),
                       "name a processor that was measured");
}

void write_ratio(Processors& processors, const SkeletonRequest& request, const std::string& of,
                 double factor) {
  Processor& processor = processors.find_or_add(request.processor);
  processor.of = of;
  processor.factor = factor;
  write_file_atomically(database_of(request), to_text(processors));
}

// The program's arguments: what follows {} in the command of a calibration.
Words arguments_after_program(const std::string& command) {
  return shell_words(command.substr(command.find(placeholder) + placeholder.size()));
}

bool same_run(const RunTotal& run, const answers::MemoryAnswer& memory) {
  const Words arguments = arguments_after_program(run.command);
  const Words& command = memory.run.command;
  const std::size_t ranks = std::max<std::size_t>(memory.ranks.size(), 1);
  return run.processes == ranks && command.size() > arguments.size() &&
         std::equal(arguments.rbegin(), arguments.rend(), command.rbegin());
}

double phase_time(const answers::MemoryAnswer& memory, int region) {
  for (const answers::PhaseResult& phase : memory.phases)
    if (phase.name == phase_prefix + std::to_string(region)) return phase.time_s;
  return 0;
}

// Of the region's mean time of a process.
double measured_time(const skeleton::RegionTime& time, const answers::MemoryAnswer& memory) {
  for (const RunTotal& run : time.runs)
    if (same_run(run, memory)) return run.seconds / static_cast<double>(run.processes);
  return 0;
}

}  // namespace

void relate_processors(const SkeletonRequest& request, const std::string& of, double factor) {
  Processors processors = skeleton::read_processors(database_of(request));
  check_other(request, processors, of);
  check_no_circle(processors, request.processor, of);
  write_ratio(processors, request, of, factor);
}

ByMemory relate_by_memory(const SkeletonRequest& request, const std::string& of,
                          const std::string& result) {
  Processors processors = skeleton::read_processors(database_of(request));
  check_other(request, processors, of);
  check_no_circle(processors, request.processor, of);
  const answers::MemoryAnswer memory = answers::read_answer<answers::MemoryAnswer>(result);
  const skeleton::Plan plan = sliced_in(request.output).plan;
  std::vector<skeleton::RegionTime> times;
  double there = 0, here = 0;
  for (const skeleton::Region& region : plan.regions) {
    skeleton::Found found = time_on(processors, *processors.find(of), region.name, region.hash);
    const double measured = measured_time(found.time, memory);
    const double forecast = phase_time(memory, region.id);
    if (found.fit != skeleton::Fit::found || measured <= 0 || forecast <= 0) continue;
    there += forecast;
    here += measured;
    found.time.law = found.time.law.times(forecast / measured);
    found.time.runs.clear();
    times.push_back(std::move(found.time));
  }
  if (times.empty())
    throw InputError(
        result + ": none of its phases is a region of this skeleton that was measured on " + of,
        "it is to be of the instrumented program (--instrument), compiled with "
        "-DHPCAST_SKELETON_PHASES, with the arguments and ranks of a run of --calibrate");
  for (skeleton::RegionTime& time : times)
    put(processors.find_or_add(request.processor), std::move(time));
  write_ratio(processors, request, of, there / here);
  return {times.size(), !memory.operations.empty()};
}

}  // namespace hpcast::forecast
