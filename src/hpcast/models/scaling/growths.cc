#include "hpcast/models/scaling/growths.h"

#include <algorithm>
#include <numeric>

namespace hpcast::scaling {

namespace {

// Of something in each run.
template <class Value>
std::vector<Sample> samples_of(const std::vector<const Run*>& runs, Value value) {
  std::vector<Sample> samples;
  for (const Run* const run : runs) samples.push_back({run->grid.shape(), value(*run)});
  return samples;
}

}  // namespace

void Accuracy::add(const Growth& law) {
  error = std::max(error, law.error);
  doubt = std::max(doubt, law.doubt);
}

std::optional<Amounts> Growths::amounts(const Part& part) {
  std::vector<const Run*> runs;
  for (std::size_t i = from_; i < program_.runs().size(); ++i)
    if (program_.runs()[i].amounts.contains(part)) runs.push_back(&program_.runs()[i]);
  if (runs.size() < 2) return {};
  Amounts made;
  for (std::size_t i = 0; i < program_.parts().at(part).steps.size(); ++i) {
    const auto bytes = [&](const Run& run) { return run.amounts.at(part).amount[i]; };
    const Growth law = law_of(samples_of(runs, bytes));
    bytes_.add(law);
    made.amount.push_back(law.at(target_));
  }
  grow_compute(runs, part, made);
  return made;
}

// Most calls grow as others do: laws are kept for a largest value of 1.
Growth Growths::law_of(const Samples& samples) {
  double unit = 0;
  for (const Sample& sample : samples) unit = std::max(unit, sample.value);
  if (unit == 0) return {};
  Samples relative = samples;
  std::vector<double> values;
  for (Sample& sample : relative) values.push_back(sample.value /= unit);
  const auto [at, is_new] = laws_.try_emplace(values);
  if (is_new) at->second = fit_growth(relative, target_);
  Growth law = at->second;
  law.factor *= unit;
  return law;
}

// By step where that is a good part of all and the runs tell how it grows, else as all of it
// together: short stretches of computation are too noisy.
void Growths::grow_compute(const std::vector<const Run*>& runs, const Part& part, Amounts& made) {
  constexpr double good_part = 0.01;
  const auto total = [&](const Run& run) {
    const std::vector<double>& compute = run.amounts.at(part).compute;
    return std::accumulate(compute.begin(), compute.end(), 0.0);
  };
  const Growth all = law_of(samples_of(runs, total));
  compute_.add(all);
  const Run& first = *runs.front();
  const double whole = total(first), scale = whole > 0 ? all.at(target_) / whole : 0;
  for (std::size_t i = 0; i < first.amounts.at(part).compute.size(); ++i) {
    const auto own = [&](const Run& run) { return run.amounts.at(part).compute[i]; };
    double compute = own(first) * scale;
    if (own(first) > good_part * whole) {
      const Growth law = law_of(samples_of(runs, own));
      if (law.doubt <= Accuracy::most_doubt) compute = law.at(target_);
    }
    made.compute.push_back(compute);
  }
}

}  // namespace hpcast::scaling
