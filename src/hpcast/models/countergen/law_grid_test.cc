// Laws of two sizes, learned from each value of the one with each of the other.
#include <gtest/gtest.h>

#include <cmath>

#include "hpcast/models/countergen/law.h"

namespace hpcast::countergen {
namespace {

// What a program of sizes n and p counts.
using GridProgram = double (*)(double n, double p);

std::vector<Observation> observe_grid(const std::vector<double>& ns, const std::vector<double>& ps,
                                      GridProgram program) {
  std::vector<Observation> observations;
  for (const double n : ns)
    for (const double p : ps) observations.push_back({{n, p}, program(n, p), 10});
  return observations;
}

const std::vector<std::string> shared_names = {"n", "p"};

// Two values of each size tell what depends on it in one way; three of each, sums.
TEST(LawOnGrids, OfAnExactProgramIsFoundOnGrids) {
  const GridProgram one_way[] = {[](double n, double p) { return n / p; },
                                 [](double n, double p) { return n * n / p; },
                                 [](double n, double) { return 3 * n; },
                                 [](double, double p) { return 4e5 / p; },
                                 [](double n, double) { return n * std::log2(n); },
                                 [](double, double) { return 77.0; },
                                 [](double n, double p) { return n / std::sqrt(p); }};
  const GridProgram steep[] = {[](double n, double p) { return n * n * n / (p * p); },
                               [](double n, double p) { return n * n * n / (p * p) + 1; }};
  const GridProgram sums[] = {[](double n, double p) { return n / p + 7 * n; },
                              [](double n, double p) { return n * n / p / 100 + 7 * n; },
                              [](double n, double p) { return n / p + 300 * std::log2(p) + 50; },
                              [](double n, double p) { return n / p * std::log2(n) + 9 * n + 500; },
                              [](double n, double p) { return n / p * std::log2(n / p); },
                              [](double, double p) { return 4e5 / p + 300 * std::log2(p); },
                              [](double n, double p) { return n * (p - 1) / p + 1; },
                              [](double n, double p) { return (n - 2) * n / p + 1; }};
  const auto expect_exact = [](const std::vector<double>& ns, const std::vector<double>& ps,
                               GridProgram program) {
    const Law law = fit_law(observe_grid(ns, ps, program));
    EXPECT_LT(law.error(), 1e-9) << to_string(law, shared_names);
    EXPECT_NEAR(law.at({32000, 16}) / program(32000, 16), 1, 1e-6) << to_string(law, shared_names);
  };
  for (const GridProgram program : one_way) {
    expect_exact({4000, 8000}, {1, 2}, program);
    expect_exact({2000, 4000, 8000}, {1, 2, 4}, program);
  }
  for (const GridProgram program : steep) expect_exact({50, 100, 200}, {1, 2, 4}, program);
  for (const GridProgram program : sums) expect_exact({2000, 4000, 8000}, {1, 2, 4}, program);
}

// Runs at the same n know of n what any of them does: the error is that of another n.
TEST(LawOnGrids, IsJudgedByOtherValuesOfASize) {
  const GridProgram passes = [](double n, double) { return n * std::floor(std::log2(n)); };
  const Law law = fit_law(observe_grid({4000, 8000}, {1, 2}, passes));
  EXPECT_EQ(law.stretches.size(), 1U) << to_string(law, shared_names);
  EXPECT_GT(law.seen[0].error, 1e-3);
  EXPECT_EQ(law.seen[1].error, 0) << "p does not matter";
  EXPECT_NEAR(law.at({32000, 2}) / passes(32000, 2), 1, 0.05);
  const Bounds bounds = law.bounds_at({32000, 2});
  EXPECT_LT(bounds.low, passes(32000, 2));
  EXPECT_GT(bounds.high, passes(32000, 2));
}

// What only several ranks do.
TEST(LawOnGrids, WithALogarithmIsJudgedBySizesOtherThanOne) {
  const GridProgram of_several = [](double, double p) { return p > 1 ? 4000.0 : 0.0; };
  const Law law = fit_law(observe_grid({2000, 4000, 8000}, {1, 2, 4}, of_several));
  for (const double p : {16.0, 64.0}) {
    EXPECT_LE(law.bounds_at({4000, p}).low, 4000) << to_string(law, shared_names);
    EXPECT_GE(law.bounds_at({4000, p}).high, 4000) << to_string(law, shared_names);
  }
}

// Of two values nobody knows how a sum goes on.
TEST(LawOnGrids, OfTooFewValuesIsNotSure) {
  for (const GridProgram program :
       {GridProgram([](double n, double p) { return n / p + 300 * std::log2(p) + 50; }),
        GridProgram([](double n, double p) { return n + 3 * n / p; }),
        GridProgram([](double n, double p) { return n * n / p / 100 + 3 * n / p + 5 * n + 1000; }),
        GridProgram([](double, double p) { return 5 + 100 * std::log2(p); })})
    for (const std::vector<double>& ns : {std::vector<double>{4000, 8000}, {2000, 4000, 8000}}) {
      const Law law = fit_law(observe_grid(ns, {1, 2}, program));
      for (const double n : {8000.0, 32000.0}) {
        const Bounds bounds = law.bounds_at({n, 16});
        EXPECT_LT(bounds.low, program(n, 16)) << to_string(law, shared_names);
        EXPECT_GT(bounds.high, program(n, 16)) << to_string(law, shared_names);
      }
    }
  const Law one_value =
      fit_law(observe_grid({1000, 2000, 4000}, {4}, [](double n, double p) { return n / p; }));
  EXPECT_LT(one_value.bounds_at({1000, 8}).low, 125.1);
}

}  // namespace
}  // namespace hpcast::countergen
