#include "accuracy_cases.h"

#include <fmt/core.h>

#include <map>
#include <sstream>

#include "build_tree.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::bench {

namespace {

constexpr int calls_of_a_round = 12;  // natively, in one process; the least counts

// Those that this processor can run.
std::vector<std::string> builds() {
  std::vector<std::string> names{"o2", "o3"};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    names.insert(names.end(), {"o2_v3", "o3_v3"});
#endif
  return names;
}

std::vector<AccuracyCase> cases_of(const std::string& build) {
  std::vector<AccuracyCase> cases;
  std::istringstream lines(run({{native_workload("accuracy_" + build), "--list"}}).output);
  for (AccuracyCase c{"", build, ""}; lines >> c.kernel >> c.class_name >> c.threads;) {
    if (c.threads > 1) c.class_name = "threads";
    cases.push_back(c);
  }
  return cases;
}

}  // namespace

std::string AccuracyCase::name() const {
  return fmt::format("{} {}{}", kernel, build, threads == 1 ? "" : ", 2 threads");
}

Command AccuracyCase::command(int calls) const {
  return {{native_workload("accuracy_" + build), kernel, std::to_string(calls)}, threads};
}

Command AccuracyCase::compiled_command(int calls) const {
  return {{traced_workload("accuracy_" + build), kernel, std::to_string(calls)}, threads};
}

Command AccuracyCase::native_command() const {
  Command alone = command(calls_of_a_round);
  if (threads > 1)
    alone.words = Words{"env", "OMP_PROC_BIND=true", "OMP_WAIT_POLICY=active"} + alone.words;
  return alone;
}

std::vector<AccuracyCase> accuracy_cases(const Options& options, Report& report) {
  std::vector<AccuracyCase> wanted;
  std::map<std::string, int> of_class;
  for (const std::string& build : builds())
    for (const AccuracyCase& c : cases_of(build)) {
      if (options.quick && ++of_class[c.class_name] > 1) continue;
      if (report.wants(c.name())) wanted.push_back(c);
    }
  return wanted;
}

double native_time(const Command& command) {
  const std::string output = run(command).output;
  std::istringstream words(output);
  std::string kernel;
  double seconds = 0;
  if (!(words >> kernel >> seconds) || !(seconds > 0))
    throw InputError("not what a kernel prints: " + output);
  return seconds;
}

std::string host_file(const std::string& given, const Options& options,
                      const ScratchFolder& scratch, const Report& report) {
  if (!given.empty()) return given;
  std::string file = scratch.file("host.dat.json");
  if (options.quick) {
    run({{hpcast_program(), "machine", "host", "-o", file}});
    return file;
  }
  report.print("calibrating\n");
  run({{hpcast_program(), "calibrate", "-o", file}});
  return file;
}

}  // namespace hpcast::bench
