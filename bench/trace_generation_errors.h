// Models of counters against runs that they were not learned from, event by event, as
// trace-generation.txt (section 4.2) does it: the error of an event is relative, and that of events
// below ten misses means little.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hpcast/forecast/counters/comparison.h"
#include "hpcast/models/countergen/learn.h"

namespace hpcast::bench {

inline constexpr char misses[] = "PAPI_L1_DCM";
inline constexpr double smallest_event = 10;
// Added to each event, in the mean: what the paper's smallest events suggest.
inline constexpr double noise_misses = 12;

// Of all events, and as if there were only those of ten misses or more.
struct Errors {
  answers::CounterForecast::Comparison all, large;
};

using Steps = std::vector<forecast::ComparedStep>;  // of one metric

Errors errors_of(const Steps& steps);

// For each metric of the model, and for the time in nanoseconds behind them. With noise, as the
// model was learned with, another draw by `seed` is on what is measured. The first events, of which
// a regressor has no whole history, are left out.
std::vector<Steps> forecast_steps(const countergen::Model& model,
                                  const countergen::TrainingRun& test, std::uint64_t seed);

// What who knew the quiet counts would say of noisy ones. Of misses.
Steps told_beforehand(const countergen::TrainingRun& test, std::uint64_t seed);

// One number of several forecasts, which differ by their seeds.
struct Spread {
  double mean = 0, least = 0, most = 0;
};
Spread spread(const std::vector<Errors>& by_seed, const std::function<double(const Errors&)>& of);
nlohmann::ordered_json to_json(const Spread& spread);
// "9.4 % (8.8 to 10.1)"; the mean alone where there is one seed.
std::string percent_text(const Spread& spread);

// What is asked of most often.
double of_large_event(const Errors& errors);
double of_large_total(const Errors& errors);  // without its sign
double of_event(const Errors& errors);
double of_total(const Errors& errors);
double outside(const Errors& errors);  // the share of large events where nine of ten should not be

}  // namespace hpcast::bench
