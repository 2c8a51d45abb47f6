#include "hpcast/answers/counters/write.h"

#include "hpcast/answers/head_json.h"

namespace hpcast::answers {

namespace {

using Json = nlohmann::ordered_json;

Json total_json(const CounterForecast::Total& total) {
  Json json = {{"value", total.value}, {"low", total.low}, {"high", total.high}};
  if (total.measured) json["measured"] = *total.measured;
  return json;
}

Json metric_json(const CounterForecast::Metric& metric) {
  Json json = {{"name", metric.name}, {"unit", metric.unit}, {"total", total_json(metric.total)}};
  if (metric.is_lower_bound) json["is_lower_bound"] = true;
  return json;
}

Json region_json(const CounterForecast::Region& region) {
  Json json = {{"name", region.name},
               {"entered", region.entered},
               {"time_s", region.time_s},
               {"gains", Json::array()}};
  for (const CounterForecast::Total& gain : region.gains) json["gains"].push_back(total_json(gain));
  return json;
}

Json comparison_json(const CounterForecast::Comparison& c) {
  Json json = {
      {"metric", c.metric},       {"least_event", c.least_event}, {"events", c.events},
      {"left_out", c.left_out},   {"outside", c.outside},         {"mean", c.mean},
      {"median", c.median},       {"largest", c.largest},         {"total_error", c.total_error},
      {"histogram", c.histogram}, {"dots", Json::array()}};
  for (const CounterForecast::Comparison::Dot& dot : c.dots)
    json["dots"].push_back(
        {{"measured", dot.measured}, {"forecast", dot.forecast}, {"events", dot.events}});
  return json;
}

}  // namespace

std::string to_text(const CounterForecast& f) {
  Json json = head_json(f);
  json["model"] = f.model;
  json["method"] = f.method;
  json["sizes"] = Json::array();
  for (const auto& [name, value] : f.sizes)
    json["sizes"].push_back({{"name", name}, {"value", value}});
  json["learned_sizes"] = f.learned_sizes;
  if (!f.shape.empty()) json["shape"] = f.shape;
  json["events"] = f.events;
  json["threads"] = f.threads;
  json["time_s"] = f.time_s;
  json["metrics"] = Json::array();
  for (const CounterForecast::Metric& metric : f.metrics)
    json["metrics"].push_back(metric_json(metric));
  json["regions"] = Json::array();
  for (const CounterForecast::Region& region : f.regions)
    json["regions"].push_back(region_json(region));
  if (!f.guess.empty()) json["guess"] = f.guess;
  if (!f.beyond_caches.empty()) json["beyond_caches"] = f.beyond_caches;
  if (!f.against.empty()) json["against"] = f.against;
  json["comparisons"] = Json::array();
  for (const CounterForecast::Comparison& comparison : f.comparisons)
    json["comparisons"].push_back(comparison_json(comparison));
  json["far_outside"] = far_outside(f);
  json["warnings"] = f.warnings;
  json["assumptions"] = f.assumptions;
  json["not_modelled"] = f.not_modelled;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::answers
