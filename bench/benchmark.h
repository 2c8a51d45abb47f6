// The frame of a benchmark: its command line, what it claims, its two faces (text and --json).
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "child.h"
#include "hpcast/base/median.h"

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
  int runs = 3;        // medians of so many, interleaved
};

// What a benchmark found: text as it goes along, the same as JSON, claims.
class Report {
 public:
  explicit Report(bool json) : json_(json) {}

  nlohmann::ordered_json data;  // --json, beside what the frame adds

  void print(const std::string& text) const;  // not with --json
  void claim(Claim claim) { claims_.push_back(std::move(claim)); }
  // Prints the claims, or the JSON; returns the exit status.
  int conclude() const;

 private:
  bool json_;
  std::vector<Claim> claims_;
};

struct Benchmark {
  std::string about;
  std::function<void(CLI::App&)> add_options = [](CLI::App&) {};  // of its own
  std::function<void(const Options&, Report&)> run;
  int default_runs = 3;
};

// main() of a benchmark. 0: every claim holds; 1: one does not; 2: bad usage, or it cannot run.
int run_benchmark(int argc, char** argv, const Benchmark& benchmark);

// Of several runs: each number's own median.
Cost median(const std::vector<Cost>& costs);
using hpcast::median;
double least(const std::vector<double>& values);

nlohmann::ordered_json to_json(const Cost& cost);

}  // namespace hpcast::bench
