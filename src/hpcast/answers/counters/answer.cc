#include "hpcast/answers/counters/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

constexpr double far_factor = 2;

std::string headline_metric(const CounterForecast::Metric& metric) {
  std::string text = amount_text(metric.total.value, metric.unit) + " " + metric.name;
  const std::string interval = interval_text(metric);
  if (!interval.empty()) text += " (nine of ten: " + interval + ")";
  return text + ", ";
}

}  // namespace

std::string sizes_text(const CounterForecast& f) {
  std::string text;
  for (const auto& [name, value] : f.sizes) add_item(text, fmt::format("{}={}", name, value));
  return text;
}

std::string amount_text(double amount, const std::string& unit) {
  const bool occurrences = unit.empty() || unit == "#";
  return occurrences ? format_count(amount) : format_count(amount) + " " + unit;
}

std::string interval_text(const CounterForecast::Total& total, const std::string& unit) {
  const std::string low = format_count(total.low), high = format_count(total.high);
  return low == high ? "" : low + " to " + amount_text(total.high, unit);
}

std::string interval_text(const CounterForecast::Metric& metric) {
  const CounterForecast::Total& total = metric.total;
  std::string text = interval_text(total, metric.unit);
  if (!metric.is_lower_bound) return text;
  return (text.empty() ? amount_text(total.value, metric.unit) : text) + " or more";
}

std::string lower_bounds_text(const CounterForecast& f) {
  std::string names;
  for (const CounterForecast::Metric& metric : f.metrics)
    if (metric.is_lower_bound) add_item(names, metric.name);
  return names;
}

std::vector<std::string> to_mind(const CounterForecast& f) {
  std::vector<std::string> lines = far_outside(f);
  lines.insert(lines.end(), f.beyond_caches.begin(), f.beyond_caches.end());
  return lines;
}

bool is_a_guess(const CounterForecast::Total& total) {
  constexpr double few = 10, wide = 4;  // what is that small is as good as nothing
  return total.high > few && total.high > wide * total.low;
}

std::string guesses_text(const CounterForecast& f) {
  if (!f.guess.empty()) return f.guess;
  std::string names;
  for (const CounterForecast::Metric& metric : f.metrics)
    if (is_a_guess(metric.total)) add_item(names, metric.name);
  return names;
}

std::string signed_percent(double error) {
  constexpr double shown_as_none = 5e-5;  // would be "+0.00 %"
  if (std::fabs(error) < shown_as_none) return error == 0 ? "0 %" : "0.00 %";
  return (error > 0 ? "+" : "") + format_percent(error);
}

std::optional<double> relative_error(const CounterForecast::Total& total) {
  if (!total.measured) return std::nullopt;
  if (total.value == *total.measured) return 0;
  if (*total.measured == 0) return std::nullopt;
  return (total.value - *total.measured) / *total.measured;
}

std::string verdict_line(const CounterForecast& f) {
  std::string text = "At " + sizes_text(f) + ": ";
  if (!f.metrics.empty()) text += headline_metric(f.metrics.front());
  text += fmt::format("{} {} in {}.", format_count(static_cast<double>(f.events)),
                      noun(f.events, "event"), format_time(f.time_s));
  if (const std::string guesses = guesses_text(f); !guesses.empty())
    text += " A guess: " + guesses + ".";
  if (const std::string least = lower_bounds_text(f); !least.empty())
    text += " Lower bounds, for data outgrow caches or may do so: " + least + ".";
  if (f.comparisons.empty()) return text;
  const CounterForecast::Comparison& worst = *std::max_element(
      f.comparisons.begin(), f.comparisons.end(), [](const auto& one, const auto& other) {
        return std::abs(one.total_error) < std::abs(other.total_error);
      });
  text += " Against " + f.against + ": ";
  if (f.comparisons.size() > 1) text += worst.metric + " is worst, ";
  if (worst.events > 0) text += format_percent(worst.mean) + " off an event in the mean, ";
  return text + signed_percent(worst.total_error) + " in total.";
}

std::vector<std::string> far_outside(const CounterForecast& f) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < f.sizes.size() && !f.learned_sizes.empty(); ++i) {
    const auto by_size = [i](const auto& a, const auto& b) { return a[i] < b[i]; };
    const auto [least, most] =
        std::minmax_element(f.learned_sizes.begin(), f.learned_sizes.end(), by_size);
    const auto& [name, value] = f.sizes[i];
    const double smallest = (*least)[i], largest = (*most)[i];
    if (value > far_factor * largest)
      lines.push_back(fmt::format("{}={} is {:.3g} times the largest that was learned from, {}",
                                  name, value, value / largest, largest));
    if (far_factor * value < smallest)
      lines.push_back(
          fmt::format("{}={} is {:.3g} times below the smallest that was learned from, "
                      "{}",
                      name, value, smallest / value, smallest));
  }
  return lines;
}

}  // namespace hpcast::answers
