#include "hpcast/models/countergen/limits.h"

#include <algorithm>
#include <cmath>

namespace hpcast::countergen {

namespace {

// What a metric counts in runs, and how much of that is beyond its limit.
struct Beyond {
  double all = 0, beyond = 0;

  void add(double gain, double most) {
    if (std::isnan(gain) || std::isnan(most)) return;
    all += gain;
    beyond += std::max(0.0, gain - most);
  }
};

Beyond beyond_limit(const Limit& limit, std::size_t metrics, const std::vector<StepsOfRun>& runs) {
  Beyond sum;
  for (const StepsOfRun& run : runs)
    for (const ThreadSteps& thread : *run.threads)
      for (std::size_t i = 0; i < thread.steps.size(); ++i) {
        double most = 0;
        for (const std::size_t m : limit.most) most += thread.gains[i * metrics + m];
        sum.add(thread.gains[i * metrics + limit.metric], most);
      }
  return sum;
}

// Of two that contradict each other the one that counts no more is held to the other.
void lower(Forecast& gain, const Forecast& most) {
  if (gain.low > most.high) gain.low = most.low;
  gain.high = std::min(gain.high, most.high);
}

void raise(Forecast& most, const Forecast& gain) {
  most.low = std::max(most.low, std::min(gain.low, most.high));
}

Forecast sum_of_limits(const Limit& limit, const std::vector<Forecast>& gains) {
  Forecast sum;
  for (const std::size_t m : limit.most) {
    sum.value += gains[m].value;
    sum.low += gains[m].low;
    sum.high += gains[m].high;
  }
  return sum;
}

}  // namespace

std::vector<Limit> limits_kept(const std::vector<std::string>& metrics,
                               const std::vector<StepsOfRun>& runs) {
  constexpr double negligible = 0.01;
  std::vector<Limit> kept = limits_by_name(metrics);
  std::erase_if(kept, [&](const Limit& limit) {
    const Beyond beyond = beyond_limit(limit, metrics.size(), runs);
    return beyond.beyond > negligible * beyond.all;
  });
  return kept;
}

void hold_to(const std::vector<Limit>& limits, std::vector<Forecast>& gains) {
  for (const Limit& limit : limits) lower(gains[limit.metric], sum_of_limits(limit, gains));
  for (auto limit = limits.rbegin(); limit != limits.rend(); ++limit)
    if (limit->most.size() == 1) raise(gains[limit->most.front()], gains[limit->metric]);
  for (const Limit& limit : limits)
    for (Forecast* const gain : {&gains[limit.most.front()], &gains[limit.metric]})
      gain->value = std::max(gain->low, std::min(gain->value, gain->high));
  for (const Limit& limit : limits) {
    Forecast& gain = gains[limit.metric];
    const Forecast most = sum_of_limits(limit, gains);
    gain.value = std::min(gain.value, most.value);
    gain.low = std::min(gain.low, most.low);
  }
}

void reach_limits(const std::vector<Limit>& limits, const std::vector<std::size_t>& metrics,
                  std::vector<Forecast>& gains) {
  for (const Limit& limit : limits)
    if (std::find(metrics.begin(), metrics.end(), limit.metric) != metrics.end()) {
      double& high = gains[limit.metric].high;
      high = std::max(high, sum_of_limits(limit, gains).high);
    }
}

}  // namespace hpcast::countergen
