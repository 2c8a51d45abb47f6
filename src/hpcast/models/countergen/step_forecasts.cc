#include "hpcast/models/countergen/step_forecasts.h"

#include <algorithm>
#include <cmath>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/limits.h"

namespace hpcast::countergen {

namespace {

// How alike another place of the same stack is. What lies around it counts most: threads share
// the work.
int likeness(const Place& place, const Place& other) {
  return (place.before == other.before ? 16 : 0) + (place.after == other.after ? 8 : 0) +
         (place.earlier == other.earlier ? 4 : 0) + (place.thread == other.thread ? 2 : 0) +
         (place.first == other.first ? 1 : 0);
}

constexpr double largest_count = 9007199254740992;  // that is exact

// What trees say where the law is far off, within what that leaves open: they know no more of sizes
// that nobody ran.
Forecast by_trees(double predicted, const Forecast& by_law) {
  return {predicted, std::fmin(predicted, by_law.low),
          std::fmax(predicted, std::fmin(by_law.high, largest_count))};
}

}  // namespace

void check_count(double count) {
  if (!(count < largest_count))
    throw InputError("at this size counts or times would be beyond 2^53", "a smaller size");
}

StepForecasts::StepForecasts(const Model& model, const std::vector<double>& sizes,
                             const Stacks& stacks)
    : model_(model),
      sizes_(sizes),
      tangles_(tangles_in(model)),
      stars_(stars_in(model)),
      stacks_(stacks) {
  kind_at(nullptr);
}

void StepForecasts::begin_thread(std::uint32_t thread) {
  places_ = PlaceFinder(thread);
  visits_.clear();
  joined_.clear();  // predictions are numbered anew
  if (model_.history) history_.emplace(*model_.history, sizes_, thread, stacks_);
}

std::uint32_t StepForecasts::next(std::uint32_t stack, Move before, Move after) {
  if (history_) history_->enter_step(stack);
  if (model_.laws.empty()) return with_history(0);
  Visits& visits = visits_at(places_.next_of_kind(stack, before, after));
  if (!visits.is_known) ++unseen_[stack];
  const std::uint32_t kind = std::exchange(visits.seen, true) ? visits.later : visits.first;
  return lawless_.contains(kind) ? with_history(kind) : kind;
}

StepForecasts::Visits& StepForecasts::visits_at(const Place& later) {
  const auto [at, is_new] = visits_.try_emplace(later);
  if (!is_new) return at->second;
  Place first = later;
  first.first = true;
  const auto exact_first = model_.laws.find(first), exact_later = model_.laws.find(later);
  const auto end = model_.laws.end();
  at->second.is_known = exact_first != end || exact_later != end;
  const auto laws_of = [&](auto exact, auto other, const Place& place) {
    return exact != end ? &exact->second : other != end ? &other->second : nearest(place);
  };
  at->second.first = kind_at(laws_of(exact_first, exact_later, first));
  at->second.later = kind_at(laws_of(exact_later, exact_first, later));
  return at->second;
}

const PlaceLaws* StepForecasts::nearest(const Place& place) const {
  const PlaceLaws* best = nullptr;
  int most = -1;
  for (const auto& [other, laws] : model_.laws)
    if (other.stack == place.stack && likeness(place, other) > most) {
      most = likeness(place, other);
      best = &laws;
    }
  return best;
}

std::uint32_t StepForecasts::kind_at(const PlaceLaws* laws) {
  const auto [at, is_new] =
      kind_of_laws_.try_emplace(laws, static_cast<std::uint32_t>(kinds_.size()));
  if (!is_new) return at->second;
  kinds_.emplace_back();
  std::vector<Forecast> gains(model_.metrics.size() + 1);
  if (laws == nullptr) return set_gains(at->second, std::move(gains));
  bool all_hold = true;
  for (std::size_t m = 0; m < gains.size(); ++m) {
    const GrowthLaw& law = laws->metrics[m];
    gains[m] = with_stars(at_tangled(law, sizes_, tangles_), sizes_, stars_);
    if (law.holds)
      check_count(law.at(sizes_).high);
    else
      all_hold = false;
  }
  if (!all_hold) lawless_[at->second] = laws;
  return set_gains(at->second, std::move(gains));
}

// What laws say, but for what no law describes, and trees know.
std::uint32_t StepForecasts::with_history(std::uint32_t by_law) {
  const std::uint32_t by_history = history_->predict();
  const auto [at, is_new] =
      joined_.try_emplace({by_law, by_history}, static_cast<std::uint32_t>(kinds_.size()));
  if (!is_new) return at->second;
  std::vector<Forecast> gains = kinds_[by_law].alone;
  const auto lawless = lawless_.find(by_law);
  const bool has_laws = lawless != lawless_.end();
  const std::span<const double> predicted = history_->gains(by_history);
  for (std::size_t m = 0; m < gains.size(); ++m) {
    if (has_laws && (lawless->second->metrics[m].holds || std::isnan(predicted[m]))) continue;
    check_count(predicted[m]);
    Forecast& gain = gains[m];
    gain = has_laws ? by_trees(predicted[m], gain)
                    : Forecast{predicted[m], predicted[m], predicted[m]};
  }
  kinds_.emplace_back();
  return set_gains(at->second, std::move(gains));
}

std::uint32_t StepForecasts::set_gains(std::uint32_t index, std::vector<Forecast> gains) {
  Kind& kind = kinds_[index];
  kind.alone = gains;
  kind.gains = std::move(gains);
  hold_to(model_.limits, kind.gains);
  return index;
}

}  // namespace hpcast::countergen
