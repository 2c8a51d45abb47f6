#include "hpcast/models/skeleton/fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "hpcast/base/regression/nonnegative.h"

namespace hpcast::skeleton {

namespace {

using Samples = std::vector<const Sample*>;

// What the calls of a sample have of a feature above a bend: they are about alike.
double above(const Sample& sample, const Bend& bend) {
  return std::max(0.0, sample.values[bend.feature] - bend.above * sample.calls);
}

double total_of(const Sample& sample, const Law& law) {
  double seconds = law.coefficients[0] * sample.calls;
  for (std::size_t i = 0; i < sample.values.size(); ++i)
    seconds += law.coefficients[i + 1] * sample.values[i];
  for (const Bend& bend : law.bends) seconds += bend.seconds * above(sample, bend);
  return seconds;
}

constexpr double shortest_call = 1e-9;  // what clocks cannot tell from nothing

double measured(const Sample& sample) {
  return std::max(sample.seconds, shortest_call * sample.calls);
}

// Of a feature, in the samples, ascending.
std::vector<double> sizes_of(const Samples& samples, std::size_t feature) {
  std::vector<double> sizes;
  for (const Sample* sample : samples) sizes.push_back(sample->values[feature] / sample->calls);
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

// Where a feature's law may bend: at sizes that were measured, so that in between it is straight,
// at least `step` apart, from half of the largest down. So the last stretch, which is drawn on to
// larger ones, rests on some of what was measured. Ascending, by feature.
std::vector<Bend> possible_bends(const Samples& samples) {
  constexpr double last = 2, step = 1.4, least = 1e-6;
  std::vector<Bend> bends;
  for (std::size_t feature = 0; feature < samples.front()->values.size(); ++feature) {
    const std::vector<double> sizes = sizes_of(samples, feature);
    const std::size_t before = bends.size();
    for (double at = sizes.back() / last; at > sizes.front() && at > sizes.back() * least;) {
      const double size = *std::prev(std::upper_bound(sizes.begin(), sizes.end(), at));
      if (size > sizes.front()) bends.push_back({feature, size, 0});
      at = size / step;
    }
    std::reverse(bends.begin() + static_cast<std::ptrdiff_t>(before), bends.end());
  }
  return bends;
}

// What a sample has of its feature on the stretches that bends make: before the first, between
// each two, and after the last.
std::vector<double> stretches_of(const Sample& sample, const std::vector<Bend>& bends) {
  std::vector<double> stretches = sample.values;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    const double beyond = above(sample, bends[i]);
    const bool first = i == 0 || bends[i - 1].feature != bends[i].feature;
    (first ? stretches[bends[i].feature] : stretches.back()) -= beyond;
    stretches.push_back(beyond);
  }
  return stretches;
}

// Bends are how much steeper a stretch is than the one before.
void take_bends(const std::vector<double>& slopes, Law& law) {
  for (std::size_t i = 0; i < law.bends.size(); ++i) {
    const std::size_t feature = law.bends[i].feature, own = law.coefficients.size() + i;
    const bool first = i == 0 || law.bends[i - 1].feature != feature;
    law.bends[i].seconds = slopes[own] - (first ? law.coefficients[feature + 1] : slopes[own - 1]);
  }
}

// The law whose squared errors, each over its weight, are least in sum; with all of its bends.
Law least_squares(const Samples& samples, const std::vector<double>& weights,
                  const std::vector<Bend>& bends) {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = *samples[i];
    const double scale = 1 / std::sqrt(weights[i]);
    std::vector<double> row{sample.calls * scale};
    for (const double value : stretches_of(sample, bends)) row.push_back(value * scale);
    a.push_back(std::move(row));
    b.push_back(measured(sample) * scale);
  }
  const std::vector<double> slopes = regression::nonnegative_least_squares(a, b);
  const std::size_t linear = samples.front()->values.size() + 1;
  Law law{{slopes.begin(), slopes.begin() + static_cast<std::ptrdiff_t>(linear)}, bends};
  take_bends(slopes, law);
  return law;
}

// Relative errors, each as important as its time: were all alike, calls that take next to no time
// would decide; were absolute errors taken, the largest size alone. The weights are the law's own
// times, found by turns (as in Poisson regression): so all together come to what was measured.
// Those measured would give the calls that happened to be fast more weight, and too fast a law.
Law law_for(const Samples& samples) {
  constexpr int turns = 5;
  const std::vector<Bend> bends = possible_bends(samples);
  std::vector<double> weights;
  for (const Sample* sample : samples) weights.push_back(measured(*sample));
  Law law = least_squares(samples, weights, bends);
  for (int turn = 1; turn < turns; ++turn) {
    for (std::size_t i = 0; i < samples.size(); ++i)
      weights[i] = std::max(total_of(*samples[i], law), shortest_call * samples[i]->calls);
    law = least_squares(samples, weights, bends);
  }
  std::erase_if(law.bends, [](const Bend& bend) { return bend.seconds == 0; });
  return law;
}

void take_errors(const Samples& samples, RegionFit& fit) {
  for (const Sample* sample : samples) {
    const double error = std::abs(total_of(*sample, fit.law) / measured(*sample) - 1);
    if (fit.seconds > 0) fit.mean_error += error * sample->seconds / fit.seconds;
    if (sample->seconds >= 0.01 * fit.seconds) fit.worst_error = std::max(fit.worst_error, error);
  }
}

Samples samples_of(const std::vector<Run>& runs, int region, const Run* but = nullptr) {
  Samples samples;
  for (const Run& run : runs) {
    if (&run == but) continue;
    for (const Sample& sample : run.samples)
      if (sample.region == region) samples.push_back(&sample);
  }
  return samples;
}

RunTotal total_in(const Run& run, int region) {
  RunTotal total{run.command, run.processes};
  for (const Sample& sample : run.samples) {
    if (sample.region != region) continue;
    total.calls += sample.calls;
    total.seconds += sample.seconds;
  }
  return total;
}

// The region's time in a run, forecast from the other runs.
std::optional<double> forecast_of(const std::vector<Run>& runs, const Run& run, int region) {
  const Samples others = samples_of(runs, region, &run);
  if (others.empty()) return {};
  const Law law = law_for(others);
  double seconds = 0;
  for (const Sample& sample : run.samples)
    if (sample.region == region) seconds += total_of(sample, law);
  return seconds;
}

RegionFit fit_of(const std::vector<Run>& runs, int region) {
  RegionFit fit;
  fit.region = region;
  const Samples samples = samples_of(runs, region);
  fit.law = law_for(samples);
  for (const Run& run : runs) {
    RunTotal total = total_in(run, region);
    fit.calls += total.calls;
    fit.seconds += total.seconds;
    if (total.seconds > 0)
      if (const auto seconds = forecast_of(runs, run, region))
        fit.left_out_error =
            std::max(fit.left_out_error.value_or(0), std::abs(*seconds / total.seconds - 1));
    if (total.calls > 0) fit.runs.push_back(std::move(total));
  }
  take_errors(samples, fit);
  return fit;
}

std::vector<int> regions_in(const std::vector<Run>& runs) {
  std::vector<int> regions;
  for (const Run& run : runs)
    for (const Sample& sample : run.samples) regions.push_back(sample.region);
  std::sort(regions.begin(), regions.end());
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  return regions;
}

}  // namespace

Law Law::times(double factor) const {
  Law law = *this;
  for (double& coefficient : law.coefficients) coefficient *= factor;
  for (Bend& bend : law.bends) bend.seconds *= factor;
  return law;
}

std::vector<RegionFit> fit_regions(const std::vector<Run>& runs) {
  std::vector<RegionFit> fits;
  double seconds = 0;
  for (const int region : regions_in(runs)) {
    fits.push_back(fit_of(runs, region));
    seconds += fits.back().seconds;
  }
  for (RegionFit& fit : fits) fit.share = seconds > 0 ? fit.seconds / seconds : 0;
  return fits;
}

std::optional<double> error_of_longest(const std::vector<Run>& runs) {
  if (runs.size() < 2) return {};
  const Run& longest = *std::max_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
    return seconds_in(a) < seconds_in(b);
  });
  const double seconds = seconds_in(longest);
  if (seconds <= 0) return {};
  double forecast = 0;
  for (const int region : regions_in({longest}))
    forecast += forecast_of(runs, longest, region).value_or(0);
  return std::abs(forecast / seconds - 1);
}

}  // namespace hpcast::skeleton
