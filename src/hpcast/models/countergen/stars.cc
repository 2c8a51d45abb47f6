#include "hpcast/models/countergen/stars.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace hpcast::countergen {

namespace {

// Two runs only are a line (tangles.h), or differ in one size.
constexpr std::size_t fewest_runs = 3;

// There is one base at most where both sizes vary, of three runs or more.
std::optional<Star> star_of(const Model& model, std::size_t one, std::size_t other) {
  std::set<double> ones, others;
  std::set<std::pair<double, double>> runs;
  for (const LearnedRun& run : model.runs) {
    ones.insert(run.sizes[one]);
    others.insert(run.sizes[other]);
    runs.emplace(run.sizes[one], run.sizes[other]);
  }
  if (ones.size() < 2 || others.size() < 2 || runs.size() < fewest_runs) return std::nullopt;
  for (const double base : ones)
    for (const double other_base : others)
      if (std::all_of(runs.begin(), runs.end(), [&](const auto& run) {
            return run.first == base || run.second == other_base;
          }))
        return Star{one, other, base, other_base};
  return std::nullopt;
}

}  // namespace

double Star::times_off(const std::vector<double>& sizes) const {
  return std::exp(std::min(std::abs(std::log(sizes[one] / one_base)),
                           std::abs(std::log(sizes[other] / other_base))));
}

std::vector<Star> stars_in(const Model& model) {
  std::vector<Star> stars;
  for (std::size_t i = 0; i < model.size_names.size(); ++i)
    for (std::size_t j = i + 1; j < model.size_names.size(); ++j)
      if (const std::optional<Star> star = star_of(model, i, j)) stars.push_back(*star);
  return stars;
}

Forecast with_stars(Forecast forecast, const std::vector<double>& sizes,
                    const std::vector<Star>& stars) {
  for (const Star& star : stars) {
    const double open = std::pow(star.times_off(sizes), 2);
    forecast.low /= open;
    forecast.high *= open;
  }
  return forecast;
}

}  // namespace hpcast::countergen
