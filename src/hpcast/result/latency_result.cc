#include "hpcast/result/latency_result.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/units.h"

namespace hpcast::result {

const char* name_of(LatencyMethod method) {
  switch (method) {
    case LatencyMethod::misses:
      return "misses";
    case LatencyMethod::dimm:
      return "dimm";
    case LatencyMethod::dimm_reads:
      return "dimm-reads";
    case LatencyMethod::memory_side:
      return "memory-side";
    case LatencyMethod::overlap_max:
      return "overlap-max";
    case LatencyMethod::overlap_add:
      return "overlap-add";
    case LatencyMethod::overlap:
      return "overlap";
    case LatencyMethod::stalls:
      return "stalls";
    case LatencyMethod::window:
      return "window";
  }
  return "";
}

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

const LatencyForecast* LatencyResult::forecast(LatencyMethod of) const {
  const auto at = std::find_if(forecasts.begin(), forecasts.end(),
                               [&](const LatencyForecast& f) { return f.method == of; });
  return at == forecasts.end() ? nullptr : &*at;
}

std::string slowdown_text(double slowdown) {
  return fmt::format("{:.{}f}", slowdown, slowdown < 9.995 ? 2 : slowdown < 99.95 ? 1 : 0);
}

std::string verdict_line(const LatencyResult& r) {
  const LatencyForecast* const chosen = r.forecast(r.method);
  std::string line;
  for (std::size_t i = 0; chosen != nullptr && i < r.to_s.size(); ++i) {
    line += i == 0 ? "" : ", ";
    line += fmt::format("{} times{} at {}", slowdown_text(chosen->slowdown[i]),
                        i == 0 ? " the run time" : "", format_time(r.to_s[i]));
    if (i == 0) line += " instead of " + format_time(r.from_s);
    line += fmt::format(" ({} to {})", slowdown_text(r.lower[i]), slowdown_text(r.upper[i]));
  }
  return line + "; by " + name_of(r.method);
}

}  // namespace hpcast::result
