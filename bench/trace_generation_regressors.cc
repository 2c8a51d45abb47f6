#include "trace_generation_regressors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/parallel.h"
#include "hpcast/base/regression/regressor.h"

namespace hpcast::bench {

namespace {

// The others learn the same from the same.
constexpr std::array<std::string_view, 5> drawing = {"sgd", "forest", "extra-trees", "bagging",
                                                     "adaboost"};

bool draws(const Setting& setting) {
  return setting.noise ||
         std::find(drawing.begin(), drawing.end(), setting.regressor) != drawing.end();
}

std::vector<Setting> all_settings() {
  std::vector<Setting> settings;
  for (const bool noise : {false, true})
    for (const bool large_only : {false, true})
      for (const regression::Regressor& regressor : regression::regressors())
        for (unsigned history = 0; history <= longest_history; ++history)
          settings.push_back({regressor.name, history, noise, large_only});
  return settings;
}

Errors errors_with(const Setting& setting, unsigned seed, const Runs& runs) {
  countergen::LearnRequest request;
  request.metrics = {misses};
  request.method = setting.regressor;
  request.history = setting.history;
  request.least_gain = setting.large_only ? smallest_event : 0;
  request.seed = seed;
  request.noise = setting.noise ? noise_misses : 0;
  const countergen::Model model = countergen::learn(request, runs.training);
  return errors_of(forecast_steps(model, runs.tests.front(), seed).front());
}

const Tried& best_history(const Trials& trials, Setting setting) {
  const Tried* best = nullptr;
  for (setting.history = 0; setting.history <= longest_history; ++setting.history) {
    const Tried& tried = trials.at(setting);
    if (!best ||
        spread(tried.by_seed, of_large_event).mean < spread(best->by_seed, of_large_event).mean)
      best = &tried;
  }
  return *best;
}

nlohmann::ordered_json to_json(const Tried& tried) {
  const auto of = [&](auto&& number) { return to_json(spread(tried.by_seed, number)); };
  return {{"regressor", tried.setting.regressor},
          {"history", tried.setting.history},
          {"noise", tried.setting.noise ? noise_misses : 0},
          {"learned_from_least", tried.setting.large_only ? smallest_event : 0},
          {"seeds", tried.by_seed.size()},
          {"all_events", {{"event", of(of_event)}, {"total", of(of_total)}}},
          {"large_events", {{"event", of(of_large_event)}, {"total", of(of_large_total)}}}};
}

struct PaperFigure {
  const char* text;
  const char* regressor;
  unsigned history;
  bool large_only;
  const char* paper;
  double (*of)(const Errors&);
};

constexpr double (*largest)(const Errors&) = [](const Errors& e) { return e.all.largest; };
constexpr double (*median)(const Errors&) = [](const Errors& e) { return e.all.median; };
constexpr double (*large_largest)(const Errors&) = [](const Errors& e) { return e.large.largest; };
constexpr double (*large_median)(const Errors&) = [](const Errors& e) { return e.large.median; };

// Whether the paper left small events out of training it does not say.
constexpr PaperFigure paper_figures[] = {
    {"all events: mean", "extra-trees", 8, false, "65.93 %", of_event},
    {"all events: total", "extra-trees", 8, false, "9.40 %", of_total},
    {"10 or more in the test: mean", "extra-trees", 8, false, "19.57 %", of_large_event},
    {"10 or more in the test: total", "extra-trees", 8, false, "7.30 %", of_large_total},
    {"10 or more in training, too: mean", "extra-trees", 8, true, "19.57 %", of_large_event},
    {"10 or more in training, too: total", "extra-trees", 8, true, "7.30 %", of_large_total},
    {"all events: mean", "gradient-boosting", 6, false, "80.0 %", of_event},
    {"all events: largest", "gradient-boosting", 6, false, "1047.2 %", largest},
    {"all events: median", "gradient-boosting", 6, false, "38.2 %", median},
    {"10 or more in the test: mean", "gradient-boosting", 6, false, "24.5 %", of_large_event},
    {"10 or more in the test: largest", "gradient-boosting", 6, false, "137.6 %", large_largest},
    {"10 or more in the test: median", "gradient-boosting", 6, false, "20.8 %", large_median},
};

}  // namespace

const Tried& Trials::at(const Setting& setting) const {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Tried& tried) { return tried.setting == setting; });
  if (found == all.end())
    throw InputError(
        fmt::format("{} with history {} was not tried", setting.regressor, setting.history));
  return *found;
}

Trials try_regressors(const Runs& runs, unsigned seeds) {
  Trials trials;
  std::vector<std::pair<std::size_t, unsigned>> turns;
  for (Setting& setting : all_settings()) {
    const unsigned count = draws(setting) ? seeds : 1;
    for (unsigned seed = 1; seed <= count; ++seed) turns.emplace_back(trials.all.size(), seed);
    trials.all.push_back({std::move(setting), std::vector<Errors>(count)});
  }
  regression::for_each_index(turns.size(), 0, [&](std::size_t i) {
    const auto [number, seed] = turns[i];
    Tried& tried = trials.all[number];
    tried.by_seed[seed - 1] = errors_with(tried.setting, seed, runs);
  });
  return trials;
}

std::string variant_text(bool noise, bool large_only) {
  return fmt::format("{}, small events left out of {}", noise ? "with noise" : "without noise",
                     large_only ? "training, too" : "the test only");
}

Table best_histories(const Trials& trials, bool noise, bool large_only) {
  Table table({"", "history", "error of an event", "of the total"});
  for (const regression::Regressor& regressor : regression::regressors()) {
    const Tried& best = best_history(trials, {regressor.name, 0, noise, large_only});
    table.add({regressor.name, std::to_string(best.setting.history),
               percent_text(spread(best.by_seed, of_large_event)),
               percent_text(spread(best.by_seed, of_large_total))});
  }
  return table;
}

Table errors_by_history(const Trials& trials, bool noise, bool large_only) {
  Table::Row head = {"history"};
  for (unsigned history = 0; history <= longest_history; ++history)
    head.push_back(std::to_string(history));
  Table table(head);
  for (const regression::Regressor& regressor : regression::regressors()) {
    Table::Row row = {regressor.name};
    for (unsigned history = 0; history <= longest_history; ++history) {
      const Tried& tried = trials.at({regressor.name, history, noise, large_only});
      row.push_back(percent_text(spread(tried.by_seed, of_large_event)));
    }
    table.add(row);
  }
  return table;
}

Table beside_the_paper(const Trials& trials) {
  Table table({"", "the paper", "without noise", "with noise"});
  for (const PaperFigure& figure : paper_figures) {
    Table::Row row = {fmt::format("{}, n = {}, {}", figure.regressor, figure.history, figure.text),
                      figure.paper};
    for (const bool noise : {false, true}) {
      const Tried& tried = trials.at({figure.regressor, figure.history, noise, figure.large_only});
      row.push_back(percent_text(spread(tried.by_seed, figure.of)));
    }
    table.add(row);
  }
  return table;
}

nlohmann::ordered_json to_json(const Trials& trials) {
  auto list = nlohmann::ordered_json::array();
  for (const Tried& tried : trials.all) list.push_back(to_json(tried));
  return list;
}

}  // namespace hpcast::bench
