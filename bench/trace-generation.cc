// Counter traces at sizes that were never run: pathfinder's traces on a node of TSUBAME 3.0 (one
// thread, cache misses simulated), learned at the paper's four sizes (width, steps), forecast at
// its test size and at ten times the largest width, event by event.
//
// As the paper has it: the error of an event is relative, events below 10 misses are left out, and
// the total is of all. The paper (hardware counters, extremely randomised trees) has 19.57 % and
// 7.30 %. Noise: 12 misses more for each event, Poisson's distribution, ten seeds; what the paper's
// smallest events suggest.
//
// Asked for: 5 % an event and 1 % of the total; with noise the paper's 19.57 % and 3 %; at ten
// times the largest size 25 % and 5 %.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/countergen/contexts.h"
#include "hpcast/countertrace/read.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;
using countergen::ThreadSteps;

using Size = std::vector<double>;  // width, steps

const std::vector<std::string> metric = {"PAPI_L1_DCM"};
constexpr double noise_misses = 12, smallest_event = 10;
constexpr unsigned seeds = 10;

class Traces {
 public:
  // Runs the program where it has not been run.
  const std::vector<ThreadSteps>& at(const Size& size) {
    const auto known = steps_.find(size);
    if (known != steps_.end()) return known->second;
    const std::string folder = scratch_.file("T");
    run({{hpcast_program(), "memory", "xeon-e5-2680v4x2", "--omp-threads", "1", "--otf2", folder,
          "--", traced_workload("pathfinder"), fmt::format("{:.0f}", size[0]),
          fmt::format("{:.0f}", size[1])},
         1});
    return steps_[size] =
               countergen::steps_of(countertrace::read_trace(folder), metric, names_, stacks_);
  }

 private:
  ScratchFolder scratch_;
  countergen::Names names_;
  countergen::Stacks stacks_;
  std::map<Size, std::vector<ThreadSteps>> steps_;
};

void add_noise(std::vector<ThreadSteps>& threads, std::mt19937& random) {
  std::poisson_distribution<int> noise(noise_misses);
  for (ThreadSteps& thread : threads)
    for (double& gain : thread.gains) gain += noise(random);
}

struct Errors {
  double event = 0, total = 0, outside = 0;  // outside: of what nine of ten are to lie within
  double events = 0;
};

Errors errors_of(const countergen::Contexts& contexts, const std::vector<ThreadSteps>& threads,
                 const Size& size) {
  Errors errors;
  double sum = 0, forecast_sum = 0;
  for (std::uint32_t number = 0; number < threads.size(); ++number) {
    countergen::PlaceFinder places(number);
    for (std::size_t i = 0; i < threads[number].steps.size(); ++i) {
      const countergen::Step& step = threads[number].steps[i];
      const double gain = threads[number].gains[i];
      const auto place = contexts.find(places.next(step.stack, step.before, step.after));
      const countergen::Forecast forecast =
          place == contexts.end() ? countergen::Forecast{} : place->second.metrics[0].at(size);
      sum += gain;
      forecast_sum += forecast.value;
      if (gain < smallest_event) continue;
      errors.events += 1;
      errors.event += std::abs(forecast.value / gain - 1);
      if (gain < forecast.low || gain > forecast.high) errors.outside += 1;
    }
  }
  errors.event /= errors.events;
  errors.outside /= errors.events;
  errors.total = std::abs(forecast_sum / sum - 1);
  return errors;
}

// With `noise`, all traces are drawn anew.
Errors learned_and_forecast(Traces& traces, const std::vector<Size>& training, const Size& test,
                            bool noise, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<ThreadSteps>> steps;
  for (const Size& size : training) steps.push_back(traces.at(size));
  std::vector<ThreadSteps> measured = traces.at(test);
  if (noise) {
    for (std::vector<ThreadSteps>& threads : steps) add_noise(threads, random);
    add_noise(measured, random);
  }
  std::vector<countergen::StepsOfRun> runs;
  for (std::size_t i = 0; i < training.size(); ++i) runs.push_back({training[i], &steps[i]});
  return errors_of(countergen::learn_contexts(runs, metric.size()), measured, test);
}

struct Case {
  std::string name;
  Size test;
  bool noise;
  double event, total;  // asked for
};

// The mean of all seeds, and how far they lie from each other.
struct Seeds {
  std::vector<double> event, total, outside;
  double events = 0;

  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  static std::string text(const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const std::string all = fmt::format("{:.2f} %", 100 * mean(values));
    return values.size() == 1 ? all
                              : all + fmt::format(" ({:.2f} to {:.2f})", 100 * *least, 100 * *most);
  }
};

void run_generation(const Options& options, Report& report) {
  const std::vector<Size> training =
      options.quick ? std::vector<Size>{{100, 20}, {400, 40}, {1600, 40}, {6400, 20}}
                    : std::vector<Size>{{100, 100}, {1000, 1000}, {10000, 1000}, {100000, 100}};
  const Size between = options.quick ? Size{400, 20} : Size{1000, 100};
  const Size beyond = {10 * training.back()[0], training.back()[1]};
  const std::vector<Case> cases = {{"the paper's test size", between, false, 0.05, 0.01},
                                   {"the same, with noise", between, true, 0.1957, 0.03},
                                   {"ten times the largest", beyond, false, 0.25, 0.05}};
  Traces traces;
  Table table({"forecast", "size", "events", "error of an event", "of the total", "outside"});
  for (const Case& one : cases) {
    Seeds found;
    for (unsigned seed = 1; seed <= (one.noise ? seeds : 1); ++seed) {
      const Errors errors = learned_and_forecast(traces, training, one.test, one.noise, seed);
      found.event.push_back(errors.event);
      found.total.push_back(errors.total);
      found.outside.push_back(errors.outside);
      found.events = errors.events;
    }
    table.add({one.name, fmt::format("{:.0f} {:.0f}", one.test[0], one.test[1]),
               number(found.events), Seeds::text(found.event), Seeds::text(found.total),
               fmt::format("{:.1f} %", 100 * Seeds::mean(found.outside))});
    report.claim({one.name + ": error of an event", Seeds::mean(found.event), 0, one.event});
    report.claim({one.name + ": error of the total", Seeds::mean(found.total), 0, one.total});
  }
  report.print("L1 data-cache misses of pathfinder, laws by place in the program:\n" +
               table.text());
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {.about = "Counter traces at sizes that were never run",
                        .run = run_generation,
                        .default_runs = 1});
}
