#include "hpcast/models/countergen/contexts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/regression/parallel.h"
#include "hpcast/models/countergen/law_fit.h"
#include "hpcast/models/countergen/terms.h"

namespace hpcast::countergen {

namespace {

// Of a normal distribution, what one of ten values is beyond, in standard deviations.
constexpr double nine_of_ten = 1.645;

// Of one place and one metric in one run.
struct Gains {
  Moments moments;
  Quantiles quantiles;
};

// All gains of all runs, by place, run and metric with the time behind them.
class GainsByPlace {
 public:
  GainsByPlace(const std::vector<StepsOfRun>& runs, std::size_t metrics)
      : runs_(runs), metrics_(metrics + 1) {
    for (std::size_t run = 0; run < runs.size(); ++run)
      for (std::uint32_t thread = 0; thread < runs[run].threads->size(); ++thread)
        add(run, thread, (*runs[run].threads)[thread]);
  }

  const std::unordered_map<Place, std::size_t, PlaceHash>& places() const { return places_; }
  std::size_t metrics() const { return metrics_; }
  std::size_t runs() const { return runs_.size(); }
  const std::vector<double>& sizes(std::size_t run) const { return runs_[run].sizes; }
  const Gains& at(std::size_t place, std::size_t run, std::size_t metric) const {
    return gains_[(place * runs_.size() + run) * metrics_ + metric];
  }

 private:
  void add(std::size_t run, std::uint32_t thread, const ThreadSteps& steps) {
    PlaceFinder finder(thread);
    for (std::size_t i = 0; i < steps.steps.size(); ++i) {
      const Step& step = steps.steps[i];
      const Place place = finder.next(step.stack, step.before, step.after);
      const std::size_t number = places_.try_emplace(place, places_.size()).first->second;
      if (gains_.size() < places_.size() * runs_.size() * metrics_)
        gains_.resize(places_.size() * runs_.size() * metrics_);
      Gains* const gains = &gains_[(number * runs_.size() + run) * metrics_];
      for (std::size_t m = 0; m + 1 < metrics_; ++m)
        add(gains[m], steps.gains[i * (metrics_ - 1) + m]);
      add(gains[metrics_ - 1], step.seconds * nanoseconds);
    }
  }

  static void add(Gains& gains, double gain) {
    if (std::isnan(gain)) return;
    gains.moments.add(gain);
    gains.quantiles.add(gain);
  }

  const std::vector<StepsOfRun>& runs_;
  std::size_t metrics_;
  std::unordered_map<Place, std::size_t, PlaceHash> places_;
  std::vector<Gains> gains_;
};

// Few values say little about their variance: no less than noise.
double variance_of(const Moments& moments, const Noise& noise) {
  constexpr double enough = 5;
  if (moments.count() >= enough) return moments.variance();
  return std::max(moments.variance(), noise.variance_at(moments.mean()));
}

std::vector<Observation> observations_of(const GainsByPlace& all, std::size_t place,
                                         std::size_t metric, const Noise& noise) {
  std::vector<Observation> observations;
  for (std::size_t run = 0; run < all.runs(); ++run) {
    const Moments& moments = all.at(place, run, metric).moments;
    if (moments.count() > 0)
      observations.push_back(
          {all.sizes(run), moments.mean(), moments.count(), variance_of(moments, noise)});
  }
  if (observations.empty()) observations.push_back({all.sizes(0), 0, 0, 0});
  return observations;
}

void find_spreads(const GainsByPlace& all, std::size_t place, std::size_t metric,
                  const Noise& noise, GrowthLaw& law) {
  constexpr double enough = 20;
  std::vector<Deviation> below, above;
  for (std::size_t run = 0; run < all.runs(); ++run) {
    const Gains& gains = all.at(place, run, metric);
    const double count = gains.moments.count(), mean = gains.moments.mean();
    if (count == 0) continue;
    const Bounds bounds = gains.quantiles.bounds();
    const double least =
        count < enough ? nine_of_ten * std::sqrt(variance_of(gains.moments, noise)) : 0;
    below.push_back({mean, std::max(mean - bounds.low, least)});
    above.push_back({mean, std::max(bounds.high - mean, least)});
  }
  law.below = spread_of(below);
  law.above = spread_of(above);
}

void add_terms(const Law& law, std::vector<Term>& terms) {
  for (const Law::Stretch& stretch : law.stretches) terms.push_back(stretch.term);
  if (law.second_coefficient != 0) terms.push_back(law.second);
}

// What counts of references are sure of: misses grow no faster.
std::vector<Term> limits_of(const std::vector<Law>& laws, const CounterRoles& roles) {
  constexpr double sure = 0.01;
  std::vector<Term> limits;
  for (const std::size_t m : roles.references) {
    if (laws[m].error() > sure) return {};
    add_terms(laws[m], limits);
  }
  return limits;
}

// What a metric's law is not sure of, those of others may tell: steps that load twice as much miss
// twice as much, from some size on.
std::vector<Law> laws_of(const std::vector<std::vector<Observation>>& of_metrics,
                         const CounterRoles& roles, LawFit& fit) {
  constexpr double good = 0.05;
  std::vector<Law> laws;
  std::vector<Term> likely;
  for (const std::vector<Observation>& observations : of_metrics) {
    const Law& law = laws.emplace_back(fit.law_of(observations));
    if (law.error() <= good) add_terms(law, likely);
  }
  std::erase_if(likely, is_constant);
  const std::vector<Term> limits = limits_of(laws, roles);
  for (std::size_t m = 0; m < laws.size(); ++m) {
    const bool is_limited =
        !limits.empty() && std::count(roles.misses.begin(), roles.misses.end(), m) > 0;
    if (laws[m].error() > good || is_limited)
      laws[m] = fit.law_of(of_metrics[m], {likely, is_limited ? limits : std::vector<Term>{}});
  }
  return laws;
}

Noise noise_of_metric(const GainsByPlace& all, std::size_t metric) {
  std::vector<Moments> moments;
  for (std::size_t place = 0; place < all.places().size(); ++place)
    for (std::size_t run = 0; run < all.runs(); ++run)
      moments.push_back(all.at(place, run, metric).moments);
  return noise_of(moments);
}

PlaceLaws laws_at(const GainsByPlace& all, std::size_t place, const std::vector<Noise>& noise,
                  const CounterRoles& roles, LawFit& fit) {
  std::vector<std::vector<Observation>> observations;
  for (std::size_t m = 0; m < all.metrics(); ++m)
    observations.push_back(observations_of(all, place, m, noise[m]));
  PlaceLaws laws;
  for (Law& law : laws_of(observations, roles, fit))
    laws.metrics.push_back({std::move(law), {}, {}});
  for (std::size_t m = 0; m < all.metrics(); ++m)
    find_spreads(all, place, m, noise[m], laws.metrics[m]);
  for (std::size_t run = 0; run < all.runs(); ++run)
    laws.steps += all.at(place, run, all.metrics() - 1).moments.count();
  return laws;
}

}  // namespace

std::size_t PlaceHash::operator()(const Place& place) const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2^64 by the golden ratio: spreads bits
  std::uint64_t hash = place.first ? 1 : 0;
  for (const std::uint32_t part :
       {place.thread, place.stack, place.earlier, place.before, place.after}) {
    hash = (hash ^ part) * odd;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

Place PlaceFinder::next(std::uint32_t stack, Move before, Move after) {
  Place place = next_of_kind(stack, before, after);
  place.first = !std::exchange(seen_[place], true);
  return place;
}

Place PlaceFinder::next_of_kind(std::uint32_t stack, Move before, Move after) {
  const Move earlier = std::exchange(last_, before);
  const bool has_entered = before != no_move && !leaves(before);
  return {thread_, stack, has_entered ? earlier : no_move, before, after, false};
}

Forecast GrowthLaw::at(const std::vector<double>& sizes) const {
  constexpr double whole = 0.5;  // counts are
  const double value = law.at(sizes);
  const Bounds bounds = law.bounds_at(sizes);
  return {value, std::max(0.0, bounds.low - below.at(bounds.low) - whole),
          bounds.high + above.at(bounds.high) + whole};
}

Contexts learn_contexts(const std::vector<StepsOfRun>& runs, std::size_t metrics,
                        const CounterRoles& roles) {
  const GainsByPlace all(runs, metrics);
  std::vector<Noise> noise;
  for (std::size_t m = 0; m < all.metrics(); ++m) noise.push_back(noise_of_metric(all, m));
  Contexts contexts;
  std::vector<std::pair<PlaceLaws*, std::size_t>> numbers;
  for (const auto& [place, number] : all.places()) numbers.emplace_back(&contexts[place], number);
  constexpr std::size_t places_at_a_time = 64;
  regression::for_each_index(numbers.size() / places_at_a_time + 1, 0, [&](std::size_t part) {
    LawFit fit;
    const std::size_t end = std::min(numbers.size(), (part + 1) * places_at_a_time);
    for (std::size_t i = part * places_at_a_time; i < end; ++i)
      *numbers[i].first = laws_at(all, numbers[i].second, noise, roles, fit);
  });
  return contexts;
}

}  // namespace hpcast::countergen
