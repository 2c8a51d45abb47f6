// What it saves that windows time a sample of what cores execute, and how far that is off: the same
// traces with --model window and window-all.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

constexpr char build[] = "accuracy_o2";
constexpr char machine[] = "epyc-7702x2-nps4";
constexpr double most_mean = 0.02, most_of_one = 0.1;  // relative

// Of bench/accuracy; those of one thread.
std::vector<std::string> kernels() {
  std::vector<std::string> names;
  std::istringstream lines(run({{native_workload(build), "--list"}}).output);
  std::string name, of_class;
  for (int threads = 0; lines >> name >> of_class >> threads;)
    if (threads == 1) names.push_back(name);
  return names;
}

double core_time(const answers::MemoryAnswer& result) {
  double sum = 0;
  for (const answers::ObjectResult& object : result.objects)
    if (object.core && object.core->executing) sum += object.core->executing->time_s;
  return sum;
}

struct Measured {
  std::vector<Cost> all, sample;
  double error = 0;  // the same in each run
  double speedup() const { return median(all).cpu_s / median(sample).cpu_s; }
};

Measured measure(const std::string& kernel, int runs) {
  const ScratchFolder scratch;
  const std::string trace = scratch.file("trace");
  run({{hpcast_program(), "trace", "--code", "-o", trace, "--", native_workload(build), kernel,
        "1"},
       1});
  const auto forecast = [&](const char* model) {
    return forecast_trace(machine, {"--host-threads", "1", "--model", model}, trace);
  };
  Measured measured;
  for (Rounds rounds(runs); rounds.another();) {
    const Forecast all = forecast("window-all"), sample = forecast("window");
    measured.all.push_back(all.cost);
    measured.sample.push_back(sample.cost);
    measured.error = core_time(sample.result) / core_time(all.result) - 1;
  }
  return measured;
}

void measure_all(const Options& options, Report& report) {
  Table table({"kernel", "all, CPU s", "sample", "speed-up", "error"});
  double squares = 0, largest = 0;
  int measured = 0;
  for (const std::string& kernel : kernels()) {
    if ((options.quick && measured == 2) || !report.wants(kernel)) continue;
    const Measured m = measure(kernel, options.runs);
    report.add(table, {kernel, number(median(m.all).cpu_s), number(median(m.sample).cpu_s),
                       times(m.speedup()), format_percent(std::fabs(m.error))});
    report.data["kernels"].push_back(
        {{"kernel", kernel}, {"error", m.error}, {"speedup", m.speedup()}});
    squares += m.error * m.error;
    largest = std::fmax(largest, std::fabs(m.error));
    ++measured;
  }
  if (measured == 0) return;
  report.claim({.text = "root of the mean square of the errors",
                .value = std::sqrt(squares / measured),
                .most = most_mean});
  report.claim({.text = "largest error", .value = largest, .most = most_of_one});
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv,
      {.about = "What a sample of what cores execute saves, and how far it is off: CPU time of a "
                "forecast and\nthe cores' own time, of traces of the kernels of bench/accuracy.",
       .run = measure_all,
       .default_runs = 1});
}
