// How fast regressors learn and predict, in one thread and CPU time, beside scikit-learn on the
// same rows where Debian's python3-sklearn is there. Rows are like those of counter traces: 88
// features that are 0 or 1 and two sizes. Asked for: nothing made of trees takes longer than
// scikit-learn, and one tree learns from a million rows that are all different within 10 s.
#include <fmt/format.h>
#include <time.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "benchmark.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast::bench;
namespace regression = hpcast::regression;

constexpr std::size_t columns = 90;
constexpr double longest_tree_s = 10;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Learnt {
  std::vector<double> x, y;
  regression::Samples samples() const { return {{x, columns}, y}; }
};

Learnt made_up(std::size_t rows) {
  std::mt19937_64 random(1);
  Learnt learnt;
  for (std::size_t i = 0; i < rows; ++i) {
    double target = 0;
    for (std::size_t j = 0; j + 2 < columns; ++j) {
      learnt.x.push_back(random() % 8 <= j % 5 ? 1 : 0);
      target += learnt.x.back() * static_cast<double>(j % 11);
    }
    const auto width = static_cast<double>(random() % 12) / 12;
    const auto steps = static_cast<double>(random() % 12) / 12;
    learnt.x.insert(learnt.x.end(), {width, steps});
    learnt.y.push_back(target * (1 + width) + 10 * steps +
                       static_cast<double>(random() % 1000) / 500);
  }
  return learnt;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Speed {
  double fit_s = none, predicted = none;  // rows/s
};

Speed measure(const std::string& name, const Learnt& learnt) {
  const regression::Samples samples = learnt.samples();
  const double start = cpu_seconds();
  const auto model = regression::fit({name, 0, 1}, samples);
  const double fitted = cpu_seconds();
  double sum = 0;
  for (std::size_t i = 0; i < samples.y.size(); ++i) sum += model->predict(samples.x.row(i));
  const double rate = static_cast<double>(samples.y.size()) / (cpu_seconds() - fitted);
  return {fitted - start, std::isfinite(sum) ? rate : none};
}

Speed measure_sklearn(const std::string& name, const std::string& file) {
  const Command command{
      {"/usr/bin/python3", hpcast::source_tree() + "/bench/regression-sklearn.py", name, file}};
  Speed speed;
  try {
    std::istringstream(run(command).output) >> speed.fit_s >> speed.predicted;
  } catch (const hpcast::InputError&) {  // it is not installed
  }
  return speed;
}

void write_rows(const std::string& path, const Learnt& learnt) {
  std::vector<double> numbers{static_cast<double>(learnt.y.size()), static_cast<double>(columns)};
  numbers.insert(numbers.end(), learnt.x.begin(), learnt.x.end());
  numbers.insert(numbers.end(), learnt.y.begin(), learnt.y.end());
  hpcast::write_file_atomically(
      path, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)});
}

void compare(const std::string& name, std::size_t rows, Table& table, Report& report) {
  const hpcast::ScratchFolder scratch;
  const Learnt learnt = made_up(rows);
  write_rows(scratch.file("rows"), learnt);
  const Speed ours = measure(name, learnt), theirs = measure_sklearn(name, scratch.file("rows"));
  report.add(table, {name, hpcast::format_count(static_cast<double>(rows)), number(ours.fit_s),
                     number(theirs.fit_s), number(ours.predicted), number(theirs.predicted)});
  report.data["regressors"][name] = {{"rows", rows},
                                     {"fit_s", ours.fit_s},
                                     {"sklearn_fit_s", theirs.fit_s},
                                     {"rows_per_s", ours.predicted},
                                     {"sklearn_rows_per_s", theirs.predicted}};
  // Linear models take next to no time, and support vectors are libsvm's.
  static const std::set<std::string> not_claimed = {"linear",      "ridge", "lasso",
                                                    "elastic-net", "sgd",   "svr"};
  if (std::isfinite(theirs.fit_s) && not_claimed.count(name) == 0)
    report.claim({.text = name + ": time to learn ÷ scikit-learn's",
                  .value = ours.fit_s / theirs.fit_s,
                  .most = 1});
}

void measure_regressors(const Options& options, Report& report) {
  Table table({"regressor", "rows", "fit s", "scikit-learn s", "predicted/s", "scikit-learn/s"});
  for (const regression::Regressor& regressor : regression::regressors()) {
    if (!report.wants(regressor.name)) continue;
    const std::size_t rows = regressor.name == "svr" ? 2000 : 20'000;
    compare(regressor.name, options.quick ? 100 : rows, table, report);
  }
  if (!report.wants("a tree of 1,000,000 rows")) return;
  const Speed large = measure("tree", made_up(options.quick ? 1000 : 1'000'000));
  report.data["large_tree"] = {{"fit_s", large.fit_s}, {"rows_per_s", large.predicted}};
  report.claim(
      {.text = "a tree of 1,000,000 rows, s", .value = large.fit_s, .most = longest_tree_s});
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv,
      {.about = "How fast regressors learn and predict in one thread, in CPU time, beside "
                "scikit-learn.",
       .run = measure_regressors,
       .default_runs = 1});
}
