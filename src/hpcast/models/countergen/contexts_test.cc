#include "hpcast/models/countergen/contexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace hpcast::countergen {
namespace {

enum : std::uint32_t { in_main = 1, in_init = 2, in_loop = 3 };

// Steps as pathfinder has them; `noise` adds to each gain.
ThreadSteps grid_steps(const std::vector<double>& sizes, const std::function<double()>& noise) {
  const double width = sizes[0], rows = sizes[1];
  ThreadSteps made;
  const auto add = [&](std::uint32_t stack, Move before, Move after, double gain) {
    made.steps.push_back({stack, before, after, gain * 1e-9});
    made.gains.push_back(gain + noise());
  };
  const Move enter_init = move_of(in_init, false), leave_init = move_of(in_init, true);
  const Move enter_loop = move_of(in_loop, false), leave_loop = move_of(in_loop, true);
  add(in_main, move_of(in_main, false), enter_init, 3);
  add(in_init, enter_init, leave_init, width * rows / 16);
  for (double row = 1; row < rows; ++row) {
    add(in_main, row == 1 ? leave_init : leave_loop, enter_loop, 1);
    add(in_loop, enter_loop, leave_loop, width * (width < 4000 ? 1 : 3) / 16 + (row == 1 ? 40 : 0));
  }
  return made;
}

const std::vector<std::vector<double>> grid_sizes = {
    {100, 100}, {1000, 1000}, {10000, 1000}, {100000, 100}};

struct GridContexts {
  std::vector<std::vector<ThreadSteps>> threads;
  Contexts contexts;
};

GridContexts learn_grid(const std::function<double()>& noise) {
  GridContexts made;
  for (const auto& sizes : grid_sizes) made.threads.push_back({grid_steps(sizes, noise)});
  std::vector<StepsOfRun> runs;
  for (std::size_t i = 0; i < grid_sizes.size(); ++i)
    runs.push_back({grid_sizes[i], &made.threads[i]});
  made.contexts = learn_contexts(runs, 1);
  return made;
}

struct Errors {
  double mean = 0, total = 0, outside = 0;
};

// Of steps with a gain of 10 or more, as the paper does it.
Errors errors_at(const Contexts& contexts, const std::vector<double>& sizes,
                 const std::function<double()>& noise) {
  const ThreadSteps steps = grid_steps(sizes, noise);
  PlaceFinder places(0);
  Errors errors;
  double count = 0, sum = 0, forecast_sum = 0;
  for (std::size_t i = 0; i < steps.steps.size(); ++i) {
    const Step& step = steps.steps[i];
    const Forecast forecast =
        contexts.at(places.next(step.stack, step.before, step.after)).metrics[0].at(sizes);
    sum += steps.gains[i];
    forecast_sum += forecast.value;
    if (steps.gains[i] < 10) continue;
    count += 1;
    errors.mean += std::abs(forecast.value / steps.gains[i] - 1);
    if (steps.gains[i] < forecast.low * 0.999 || steps.gains[i] > forecast.high * 1.001)
      errors.outside += 1;
  }
  errors.mean /= count;
  errors.outside /= count;
  errors.total = std::abs(forecast_sum / sum - 1);
  return errors;
}

TEST(Contexts, ForecastAtASizeThatWasNeverRun) {
  const auto quiet = [] { return 0.0; };
  const GridContexts grid = learn_grid(quiet);
  for (const std::vector<double>& sizes :
       std::vector<std::vector<double>>{{1000, 100}, {100, 1000}, {1000000, 100}, {10000, 30}}) {
    const Errors errors = errors_at(grid.contexts, sizes, quiet);
    EXPECT_LT(errors.mean, 0.01) << sizes[0];
    EXPECT_LT(errors.total, 0.005) << sizes[0];
    EXPECT_EQ(errors.outside, 0) << sizes[0];
  }
}

TEST(Contexts, WithstandNoise) {
  std::mt19937 random(3);
  const auto noise = [&] {
    return static_cast<double>(std::poisson_distribution<int>(12)(random));
  };
  for (int round = 0; round < 5; ++round) {
    const GridContexts grid = learn_grid(noise);
    const Errors errors = errors_at(grid.contexts, {1000, 100}, noise);
    EXPECT_LT(errors.mean, 0.1957);  // the paper's best model
    EXPECT_LT(errors.total, 0.03);
    EXPECT_LT(errors.outside, 0.25);
  }
}

// What a region counts may depend on whether another one was left right before it was entered.
TEST(Contexts, KnowWhatCameBeforeARegion) {
  const Move enter = move_of(in_loop, false), leave = move_of(in_loop, true);
  PlaceFinder places(0);
  const Place outside = places.next(in_main, move_of(in_main, false), enter);
  const Place once = places.next(in_loop, enter, leave);
  EXPECT_EQ(once.earlier, move_of(in_main, false));
  EXPECT_EQ(outside.earlier, no_move);
  EXPECT_EQ(places.next(in_main, leave, enter).earlier, no_move)
      << "it says nothing of what is left";
  const Place again = places.next(in_loop, enter, leave);
  EXPECT_EQ(again.earlier, leave);
  EXPECT_TRUE(again.first) << "of its place";
}

// Misses of a cache that holds less and less of the data, from sizes where that only begins.
TEST(Contexts, MissesGrowNoFasterThanReferences) {
  const auto steps_at = [](double n) {
    ThreadSteps made;
    const double misses = std::round(n * 100 / (1 + std::pow(3000 / n, 2)));
    made.steps.push_back({in_loop, move_of(in_loop, false), move_of(in_loop, true), 0});
    made.gains = {90 * n, 10 * n, misses};
    return std::vector<ThreadSteps>{made};
  };
  const std::vector<double> sizes = {64, 96, 128, 160, 224, 320};
  std::vector<std::vector<ThreadSteps>> threads;
  for (const double n : sizes) threads.push_back(steps_at(n));
  std::vector<StepsOfRun> runs;
  for (std::size_t i = 0; i < sizes.size(); ++i) runs.push_back({{sizes[i]}, &threads[i]});
  const auto misses_at = [&](double n, const CounterRoles& roles) {
    return learn_contexts(runs, 3, roles).begin()->second.metrics[2].at({n}).value;
  };
  constexpr double far = 1e5;
  EXPECT_GT(misses_at(far, {}), 100 * far);
  EXPECT_LT(misses_at(far, roles_of({"PAPI_LD_INS", "PAPI_SR_INS", "PAPI_L1_DCM"})), 100 * far);
}

TEST(CounterRoles, AreThoseOfPapisNames) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  const CounterRoles own = roles_of({"PAPI_LD_INS", "PAPI_SR_INS", "PAPI_L1_DCM", "PAPI_L3_TCM"});
  EXPECT_THAT(own.references, ElementsAre(0, 1));
  EXPECT_THAT(own.misses, ElementsAre(2, 3));
  EXPECT_THAT(roles_of({"PAPI_L1_DCM", "PAPI_LD_INS"}).references, IsEmpty()) << "what of stores?";
  EXPECT_THAT(roles_of({"PAPI_L1_DCM", "PAPI_TOT_INS"}).references, ElementsAre(1));
  EXPECT_THAT(roles_of({"PAPI_TOT_CYC", "PAPI_L1_ICM"}).misses, IsEmpty());
}

TEST(Contexts, AStepIsTheFirstOfItsKindOnce) {
  PlaceFinder places(7);
  EXPECT_TRUE(places.next(1, 3, 2).first);
  EXPECT_FALSE(places.next(1, 3, 2).first);
  EXPECT_TRUE(places.next(1, 3, 4).first);
  EXPECT_EQ(places.next(1, 3, 4).thread, 7U);
}

}  // namespace
}  // namespace hpcast::countergen
