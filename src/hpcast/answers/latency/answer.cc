#include "hpcast/answers/latency/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "hpcast/answers/answer.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

WordList words_of(LatencyMethod) {
  static constexpr const char* words[] = {"misses",      "dimm",        "dimm-reads",
                                          "memory-side", "overlap-max", "overlap-add",
                                          "overlap",     "stalls",      "window"};
  return words;
}
const char* name_of(LatencyMethod method) { return word_of(method); }

const char* meaning_of(LatencyMethod method) {
  switch (method) {
    case LatencyMethod::misses:
      return "each last-level miss waits";
    case LatencyMethod::dimm:
      return "each DIMM access waits";
    case LatencyMethod::dimm_reads:
      return "each DIMM read waits";
    case LatencyMethod::memory_side:
      return "each memory-side miss waits";
    case LatencyMethod::overlap_max:
      return "misses / max(1, O)";
    case LatencyMethod::overlap_add:
      return "misses / (1 + O)";
    case LatencyMethod::overlap:
      return "misses / O while reading";
    case LatencyMethod::stalls:
      return "stalls grow as the latency";
    case LatencyMethod::window:
      return "simulated at both latencies";
  }
  return "";
}

std::optional<LatencyMethod> latency_method_named(std::string_view name) {
  for (int i = 0; i < latency_method_count; ++i)
    if (name == name_of(static_cast<LatencyMethod>(i))) return static_cast<LatencyMethod>(i);
  return std::nullopt;
}

const LatencyForecast* LatencyAnswer::forecast(LatencyMethod of) const {
  const auto at = std::find_if(forecasts.begin(), forecasts.end(),
                               [&](const LatencyForecast& f) { return f.method == of; });
  return at == forecasts.end() ? nullptr : &*at;
}

std::string slowdown_text(double slowdown) {
  return fmt::format("{:.{}f}", slowdown, slowdown < 9.995 ? 2 : slowdown < 99.95 ? 1 : 0);
}

double most_slowdown(const LatencyAnswer& r, std::size_t i) { return r.to_s[i] / r.from_s; }

std::string possible_slowdown_text(const LatencyAnswer& r, std::size_t i, double slowdown) {
  constexpr double rounding = 1 + 1e-9;
  const double most = most_slowdown(r, i);
  return slowdown > most * rounding ? "> " + slowdown_text(most) : slowdown_text(slowdown);
}

double slowdown_at(const LatencyAnswer& r, std::size_t i) {
  return std::min(r.forecast(r.method)->slowdown[i], most_slowdown(r, i));
}

std::optional<double> truth_at(const LatencyAnswer& r, double to_s) {
  for (const LatencyTruth& truth : r.truth)
    if (truth.to_s == to_s) return truth.slowdown;
  return std::nullopt;
}

double mean_error(const LatencyAnswer& r, const LatencyForecast& forecast) {
  double sum = 0;
  for (std::size_t i = 0; i < r.to_s.size(); ++i)
    if (const auto truth = truth_at(r, r.to_s[i]))
      sum += std::abs(forecast.slowdown[i] - *truth) / *truth;
  return sum / static_cast<double>(r.truth.size());
}

std::string open_question(const LatencyAnswer& r) {
  const LatencyForecast* const dimm = r.forecast(LatencyMethod::dimm);
  const LatencyForecast* const corrected = r.forecast(LatencyMethod::overlap_max);
  if (dimm == nullptr || corrected == nullptr) return {};
  std::string text = "CAS counting against correction by outstanding reads: ";
  for (std::size_t i = 0; i < r.to_s.size(); ++i) {
    const double a = dimm->slowdown[i], b = corrected->slowdown[i];
    text += fmt::format("{}at {} {} apart", i == 0 ? "" : "; ", format_time(r.to_s[i]),
                        format_percent(std::abs(a - b) / std::min(a, b)));
    if (const auto truth = truth_at(r, r.to_s[i]))
      text += fmt::format(", {} and {} from the measured {}",
                          format_percent(std::abs(a - *truth) / *truth),
                          format_percent(std::abs(b - *truth) / *truth), slowdown_text(*truth));
  }
  return text + ".";
}

std::vector<std::string> left_out(const LatencyAnswer& r) {
  std::vector<std::string> lines;
  for (const LatencyMissing& m : r.missing)
    lines.push_back(fmt::format("{}: no {}", name_of(m.method), fmt::join(m.counters, ", no ")));
  return lines;
}

std::string verdict_line(const LatencyAnswer& r) {
  std::string line;
  for (std::size_t i = 0; i < r.to_s.size(); ++i) {
    line += i == 0 ? "" : ", ";
    line += fmt::format("{} times{} at {}", slowdown_text(slowdown_at(r, i)),
                        i == 0 ? " the run time" : "", format_time(r.to_s[i]));
    if (i == 0) line += " instead of " + format_time(r.from_s);
    line += fmt::format(" ({} to {})", slowdown_text(r.lower[i]), slowdown_text(r.upper[i]));
  }
  return line + "; by " + name_of(r.method) +
         (has_assumed_caches(r.assumptions) ? ", caches assumed" : "");
}

}  // namespace hpcast::answers
