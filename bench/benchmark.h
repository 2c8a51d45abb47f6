// The frame of a benchmark: its command line, what it claims, its two faces (text and --json).
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "child.h"
#include "hpcast/base/median.h"
#include "table.h"

namespace CLI {
class App;
}

namespace hpcast::bench {

// What a benchmark claims of this run. Exit code 0 says that every claim holds.
struct Claim {
  std::string text;  // "triad: CPU time ÷ cachegrind's"
  double value = 0;
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  bool holds() const { return value >= least && value <= most; }  // false for NaN
};

struct Options {
  bool quick = false;  // tiny problems: shows that it works, measures nothing
  int runs = 3;        // medians of so many, interleaved; of fewer where Rounds says so
};

// The rounds of one row: as many as are asked for, but after the first none that would end later
// than 100 seconds after it began. So no row takes longer than two minutes.
class Rounds {
 public:
  explicit Rounds(int most) : most_(most) {}
  // Before each round, the first too.
  bool another();

 private:
  using Clock = std::chrono::steady_clock;
  int most_, begun_ = 0;
  Clock::time_point first_{}, last_{};
  Clock::duration longest_{};
};

// What a benchmark found: text as it goes along, the same as JSON, claims.
class Report {
 public:
  Report(bool json, std::string only) : json_(json), only_(std::move(only)) {}

  nlohmann::ordered_json data;  // --json, beside what the frame adds

  // Whether --only lets the row through. Each row is asked for by its name, before it is measured.
  bool wants(const std::string& row);
  // Means and the like over all rows are of use.
  bool wants_all() const { return only_.empty(); }

  void print(const std::string& text) const;  // not with --json
  // A row that has been measured: into the table, and printed at once, the head before the first.
  void add(Table& table, Table::Row row) const;
  void claim(Claim claim) { claims_.push_back(std::move(claim)); }
  // Prints the claims, or the JSON; returns the exit status.
  int conclude() const;

 private:
  bool json_;
  std::string only_;
  std::vector<std::string> left_out_;  // rows
  bool has_wanted_ = false;
  std::vector<Claim> claims_;
};

struct Benchmark {
  std::string about;
  std::function<void(CLI::App&)> add_options = [](CLI::App&) {};  // of its own
  std::function<void(const Options&, Report&)> run;
  int default_runs = 3;
  const char* what_counts = "medians";  // of the runs
};

// main() of a benchmark. 0: every claim holds; 1: one does not; 2: bad usage, or it cannot run.
int run_benchmark(int argc, char** argv, const Benchmark& benchmark);

// Of several runs: each number's own median.
Cost median(const std::vector<Cost>& costs);
using hpcast::median;
double least(const std::vector<double>& values);

nlohmann::ordered_json to_json(const Cost& cost);

}  // namespace hpcast::bench
