#include "hpcast/answers/latency/write.h"

#include "hpcast/answers/head_json.h"

namespace hpcast::answers {

namespace {

using Json = nlohmann::ordered_json;

Json forecast_json(const LatencyResult& r, const LatencyForecast& forecast) {
  Json json = {{"method", name_of(forecast.method)},
               {"counters", forecast.counters},
               {"events", forecast.events},
               {"slowdown", forecast.slowdown}};
  if (!r.truth.empty()) json["mean_error"] = mean_error(r, forecast);
  if (!forecast.overlap.empty()) json["overlap"] = forecast.overlap;
  if (!forecast.worst_thread.empty()) json["worst_thread"] = forecast.worst_thread;
  return json;
}

Json interval_json(const LatencyInterval& interval) {
  Json json = {{"start_s", interval.start_s}, {"duration_s", interval.duration_s}};
  if (!interval.region.empty()) json["region"] = interval.region;
  json["misses_per_s"] = interval.misses_per_s;
  if (interval.outstanding) json["outstanding"] = *interval.outstanding;
  json["slowdown"] = interval.slowdown;
  return json;
}

}  // namespace

std::string to_text(const LatencyResult& r) {
  Json json = head_json(r);
  json["from_s"] = r.from_s;
  json["to_s"] = r.to_s;
  json["time_s"] = r.time_s;
  json["busy_s"] = r.busy_s;
  json["method"] = name_of(r.method);
  json["lower"] = r.lower;
  json["upper"] = r.upper;
  json["forecasts"] = Json::array();
  for (const LatencyForecast& forecast : r.forecasts)
    json["forecasts"].push_back(forecast_json(r, forecast));
  if (const std::string question = open_question(r); !question.empty())
    json["open_question"] = question;
  json["missing"] = Json::array();
  for (const LatencyMissing& missing : r.missing)
    json["missing"].push_back(
        {{"method", name_of(missing.method)}, {"counters", missing.counters}});
  if (!r.without_memory_side.empty()) json["without_memory_side"] = r.without_memory_side;
  json["intervals"] = Json::array();
  for (const LatencyInterval& interval : r.intervals)
    json["intervals"].push_back(interval_json(interval));
  json["truth"] = Json::array();
  for (const LatencyTruth& truth : r.truth)
    json["truth"].push_back({{"to_s", truth.to_s}, {"slowdown", truth.slowdown}});
  json["assumptions"] = r.assumptions;
  json["not_modelled"] = r.not_modelled;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::answers
