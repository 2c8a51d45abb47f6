#include "trace_generation_default.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/models/countergen/sizes.h"

namespace hpcast::bench {

namespace {

std::string name_of(const Case& one) { return one.program + (one.noise ? ", with noise" : ""); }

Table::Row row_of(const std::string& name, const Case& one, const std::vector<Errors>& by_seed) {
  const double events =
      spread(by_seed, [](const Errors& e) { return static_cast<double>(e.large.events); }).mean;
  return {name, countergen::to_string(one.test->sizes), format_count(events),
          percent_text(spread(by_seed, of_large_event)), percent_text(spread(by_seed, of_total))};
}

// What is left to who knows all but the noise.
std::vector<Errors> errors_of_noise(const Case& one, std::size_t seeds) {
  std::vector<Errors> by_seed;
  for (std::size_t seed = 1; seed <= seeds; ++seed)
    by_seed.push_back(errors_of(told_beforehand(*one.test, seed)));
  return by_seed;
}

std::string event_and_total(const Forecasts& forecasts) {
  if (forecasts.by_seed.front().large.events == 0) return "-";
  return percent_text(spread(forecasts.by_seed, of_large_event)) + ", " +
         percent_text(spread(forecasts.by_seed, of_total));
}

}  // namespace

const Forecasts& Answer::of(const std::string& counter) const {
  const auto found = std::find_if(forecasts.begin(), forecasts.end(),
                                  [&](const Forecasts& f) { return f.counter == counter; });
  if (found == forecasts.end()) throw InputError("the traces have no " + counter);
  return *found;
}

Answer answer_by_laws(const Case& asked, unsigned seeds) {
  Answer answer{asked, {}};
  for (unsigned seed = 1; seed <= (asked.noise ? seeds : 1); ++seed) {
    countergen::LearnRequest request;
    request.seed = seed;
    request.noise = asked.noise ? noise_misses : 0;
    const countergen::Model model = countergen::learn(request, asked.runs->training);
    const std::vector<Steps> steps = forecast_steps(model, *asked.test, seed);
    answer.forecasts.resize(steps.size(), {"time", {}});
    for (std::size_t m = 0; m < steps.size(); ++m) {
      if (m < model.metrics.size()) answer.forecasts[m].counter = model.metrics[m].name;
      answer.forecasts[m].by_seed.push_back(errors_of(steps[m]));
    }
  }
  return answer;
}

Table misses_table(const std::vector<Answer>& answers) {
  Table table({"L1 misses", "size", "events", "error of an event", "of the total", "outside"});
  for (const Answer& answer : answers) {
    const std::vector<Errors>& by_seed = answer.of(misses).by_seed;
    Table::Row row = row_of(name_of(answer.asked), answer.asked, by_seed);
    row.push_back(percent_text(spread(by_seed, outside)));
    table.add(row);
    if (!answer.asked.noise) continue;
    row = row_of("  the noise alone", answer.asked, errors_of_noise(answer.asked, by_seed.size()));
    row.push_back("");
    table.add(row);
  }
  return table;
}

Table other_counters_table(const std::vector<Answer>& answers) {
  Table table({"errors of an event, of the total", "size", "L2 misses", "L3 misses", "time"});
  for (const Answer& answer : answers)
    if (!answer.asked.noise)
      table.add({name_of(answer.asked), countergen::to_string(answer.asked.test->sizes),
                 event_and_total(answer.of("PAPI_L2_DCM")),
                 event_and_total(answer.of("PAPI_L3_DCM")), event_and_total(answer.of("time"))});
  return table;
}

nlohmann::ordered_json to_json(const std::vector<Answer>& answers) {
  auto list = nlohmann::ordered_json::array();
  for (const Answer& answer : answers)
    for (const Forecasts& forecasts : answer.forecasts) {
      const auto& by_seed = forecasts.by_seed;
      list.push_back({{"program", answer.asked.program},
                      {"size", countergen::to_string(answer.asked.test->sizes)},
                      {"noise", answer.asked.noise ? noise_misses : 0},
                      {"counter", forecasts.counter},
                      {"seeds", by_seed.size()},
                      {"events", by_seed.front().large.events},
                      {"event", to_json(spread(by_seed, of_large_event))},
                      {"total", to_json(spread(by_seed, of_total))},
                      {"outside", to_json(spread(by_seed, outside))}});
    }
  return list;
}

}  // namespace hpcast::bench
