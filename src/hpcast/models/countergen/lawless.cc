#include "hpcast/models/countergen/lawless.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace hpcast::countergen {

namespace {

// Steps that trees are grown from, about, features of each, and of all of them for all targets:
// that takes seconds.
constexpr std::size_t most_steps = 20'000, most_columns = 4'000, most_of_all = 4'000'000;
constexpr std::size_t most_parts = 5;  // of a size's values, each of which is left out in turn

bool is_far_off(const GrowthLaw& law) { return law.law.error() > far_off; }

// Which place each step is at.
class PlacesOfSteps {
 public:
  PlacesOfSteps(const std::vector<StepsOfRun>& runs, Contexts& laws) {
    std::unordered_map<Place, std::uint32_t, PlaceHash> numbers;
    for (auto& [place, of_place] : laws) {
      numbers.emplace(place, static_cast<std::uint32_t>(laws_.size()));
      laws_.push_back(&of_place);
    }
    for (const StepsOfRun& run : runs) {
      places_.emplace_back();
      for (std::uint32_t t = 0; t < run.threads->size(); ++t) {
        PlaceFinder finder(t);
        std::vector<std::uint32_t>& of_thread = places_.back().emplace_back();
        for (const Step& step : (*run.threads)[t].steps)
          of_thread.push_back(numbers.at(finder.next(step.stack, step.before, step.after)));
      }
    }
  }

  std::size_t count() const { return laws_.size(); }
  PlaceLaws& laws(std::uint32_t place) const { return *laws_[place]; }
  std::uint32_t at(std::size_t run, std::size_t thread, std::size_t step) const {
    return places_[run][thread][step];
  }
  const std::vector<std::uint32_t>& of_thread(std::size_t run, std::size_t thread) const {
    return places_[run][thread];
  }
  // By place: whether runs of several sizes have it. Of one size trees know no more than a law.
  std::vector<bool> are_of_several_sizes(const std::vector<StepsOfRun>& runs) const {
    std::vector<const std::vector<double>*> first(count(), nullptr);
    std::vector<bool> several(count(), false);
    for (std::size_t run = 0; run < places_.size(); ++run)
      for (const std::vector<std::uint32_t>& thread : places_[run])
        for (const std::uint32_t place : thread) {
          if (first[place] == nullptr) first[place] = &runs[run].sizes;
          if (*first[place] != runs[run].sizes) several[place] = true;
        }
    return several;
  }

 private:
  std::vector<PlaceLaws*> laws_;                                 // by place
  std::vector<std::vector<std::vector<std::uint32_t>>> places_;  // by run, thread, step
};

struct Sums {
  double forecast = 0, measured = 0, steps = 0;
};

// Infinite where the forecast is none.
double error_of(const Sums& sums) {
  if (std::isnan(sums.forecast)) return std::numeric_limits<double>::infinity();
  return relative_error(sums.forecast / sums.steps, sums.measured / sums.steps);
}

struct Mean {
  double sum = 0, count = 0;
};

// Where regions are many, few events before tell places apart.
HistorySettings settings_for(std::size_t regions) {
  HistorySettings settings;
  while (settings.history > 0 && regions * (settings.history + 1) > most_columns)
    --settings.history;
  return settings;
}

class Lawless {
 public:
  Lawless(const std::vector<StepsOfRun>& runs, const Stacks& stacks, const Names& regions,
          std::size_t metrics, Contexts& laws)
      : runs_(runs),
        stacks_(stacks),
        regions_(regions),
        metrics_(metrics),
        places_(runs, laws),
        is_of_several_sizes_(places_.are_of_several_sizes(runs)),
        wanted_(places_.count(), false),
        targets_(metrics + 1, false),
        sizes_(runs.front().sizes.size()),
        errors_(places_.count() * metrics * sizes_) {}

  std::optional<HistoryModel> learn() {
    if (runs_.size() < 3 || !choose(is_far_off)) return std::nullopt;
    for (std::size_t size = 0; size < sizes_; ++size) leave_out_values(size);
    judge();
    if (!choose([](const GrowthLaw& law) { return !law.holds; })) return std::nullopt;
    return grown([](std::size_t) { return true; });
  }

 private:
  // As laws are judged: what shares a value of a size is forecast from other values of it.
  void leave_out_values(std::size_t size) {
    std::set<double> values;
    for (const StepsOfRun& run : runs_) values.insert(run.sizes[size]);
    const std::size_t parts = std::min(values.size(), most_parts);
    const auto part_of = [&](std::size_t run) {
      const auto found = values.find(runs_[run].sizes[size]);
      return static_cast<std::size_t>(std::distance(values.begin(), found)) % parts;
    };
    for (std::size_t part = 0; parts > 1 && part < parts; ++part) {
      const HistoryModel trees = grown([&](std::size_t run) { return part_of(run) != part; });
      for (std::size_t run = 0; run < runs_.size(); ++run)
        if (part_of(run) == part) add_errors(trees, run, size);
    }
  }

  // Places and metrics with such laws are wanted from now on; whether there are any.
  bool choose(bool (*is_such)(const GrowthLaw&)) {
    targets_.assign(metrics_ + 1, false);
    for (std::uint32_t place = 0; place < places_.count(); ++place) {
      wanted_[place] = false;
      for (std::size_t m = 0; m < metrics_; ++m)
        if (is_of_several_sizes_[place] && is_such(places_.laws(place).metrics[m]))
          wanted_[place] = targets_[m] = true;
    }
    return std::find(targets_.begin(), targets_.end(), true) != targets_.end();
  }

  // Trees for what is wanted, from steps of the runs that `takes` says; of too many, every few.
  HistoryModel grown(const std::function<bool(std::size_t run)>& takes) const {
    std::size_t count = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run)
      for (std::size_t t = 0; takes(run) && t < runs_[run].threads->size(); ++t)
        for (const std::uint32_t place : places_.of_thread(run, t)) count += wanted_[place] ? 1 : 0;
    const HistorySettings settings = settings_for(regions_.all().size());
    const std::size_t columns = regions_.all().size() * (settings.history + 1);
    const auto targets =
        static_cast<std::size_t>(std::count(targets_.begin(), targets_.end(), true));
    const std::size_t most =
        std::clamp<std::size_t>(most_of_all / (columns * targets), 1, most_steps);
    const std::size_t every = (count + most - 1) / most;
    std::size_t at = 0;
    return HistoryModel::fit(settings, runs_, stacks_, regions_, targets_,
                             [&](std::size_t run, std::size_t thread, std::size_t step) {
                               return takes(run) && wanted_[places_.at(run, thread, step)] &&
                                      at++ % every == 0;
                             });
  }

  // What trees that do not know the run say of it.
  void add_errors(const HistoryModel& trees, std::size_t run, std::size_t size) {
    std::vector<Sums> all(places_.count() * metrics_);
    for (std::uint32_t t = 0; t < runs_[run].threads->size(); ++t) {
      const ThreadSteps& steps = (*runs_[run].threads)[t];
      HistoryPredictor predictor(trees, runs_[run].sizes, t, stacks_);
      for (std::size_t i = 0; i < steps.steps.size(); ++i) {
        predictor.enter_step(steps.steps[i].stack);
        const std::uint32_t place = places_.at(run, t, i);
        if (!wanted_[place]) continue;
        const std::span<const double> forecast = predictor.gains(predictor.predict());
        for (std::size_t m = 0; m < metrics_; ++m) {
          const double gain = steps.gains[i * metrics_ + m];
          if (std::isnan(gain)) continue;
          Sums& sums = all[place * metrics_ + m];
          sums.forecast += forecast[m];
          sums.measured += gain;
          sums.steps += 1;
        }
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].steps == 0) continue;
      Mean& error = errors_[i * sizes_ + size];
      error.sum += error_of(all[i]);
      error.count += 1;
    }
  }

  // Along the size that they are worst along, as Law::error() has it; nothing where nobody knows.
  std::optional<double> error_of_trees(std::uint32_t place, std::size_t metric) const {
    std::optional<double> most;
    for (std::size_t size = 0; size < sizes_; ++size) {
      const Mean& error = errors_[(place * metrics_ + metric) * sizes_ + size];
      if (error.count > 0) most = std::max(most.value_or(0), error.sum / error.count);
    }
    return most;
  }

  // Laws that are far off do not hold where trees are nearer.
  void judge() {
    for (std::uint32_t place = 0; place < places_.count(); ++place)
      for (std::size_t m = 0; m < metrics_; ++m) {
        GrowthLaw& law = places_.laws(place).metrics[m];
        const std::optional<double> error = error_of_trees(place, m);
        law.holds = !is_far_off(law) || !error || *error >= law.law.error();
      }
  }

  const std::vector<StepsOfRun>& runs_;
  const Stacks& stacks_;
  const Names& regions_;
  std::size_t metrics_;
  PlacesOfSteps places_;
  std::vector<bool> is_of_several_sizes_;  // by place
  std::vector<bool> wanted_;               // by place
  std::vector<bool> targets_;              // by metric, and the time
  std::size_t sizes_;
  std::vector<Mean> errors_;  // by place, metric and size
};

}  // namespace

std::optional<HistoryModel> learn_lawless(const std::vector<StepsOfRun>& runs, const Stacks& stacks,
                                          const Names& regions, std::size_t metrics,
                                          Contexts& laws) {
  return Lawless(runs, stacks, regions, metrics, laws).learn();
}

}  // namespace hpcast::countergen
