#include "hpcast/answers/power/write.h"

#include <cmath>

#include "hpcast/answers/head_json.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

namespace {

// By the terms' names.
Json by_term(const std::vector<PowerTerm>& terms, const std::vector<double>& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < terms.size(); ++i) json[terms[i].name] = values[i];
  return json;
}

Json term_json(const PowerTerm& term) {
  Json json = {{"name", term.name},
               {"title", term.title},
               {"coefficient_w", term.coefficient_w},
               {"always", term.always}};
  if (const auto joules = term.joules()) {
    json["unit"] = term.unit;
    json["peak_per_s"] = term.peak;
    json["energy_j"] = *joules;
  }
  return json;
}

Json group_json(const std::vector<PowerTerm>& terms, const PowerGroup& group) {
  Json json = {{"name", group.name},
               {"time_s", group.time_s},
               {"power_w", sum_of(group.watts)},
               {"rates", by_term(terms, group.rates)},
               {"terms_w", by_term(terms, group.watts)}};
  if (group.measured_w) json["measured_w"] = *group.measured_w;
  return json;
}

Json interval_json(const PowerResult& r, const PowerInterval& interval) {
  Json json = {{"start_s", interval.start_s},
               {"duration_s", interval.duration_s},
               {"name", r.groups[interval.group].name},
               {"power_w", sum_of(interval.watts)},
               {"terms_w", by_term(r.terms, interval.watts)}};
  if (interval.measured_w) json["measured_w"] = *interval.measured_w;
  return json;
}

// Node, rack, job and system, as far as the model knows them.
void add_powers(const PowerResult& r, Json& json) {
  json["node_w"] = r.node_w();
  json["base_w"] = r.base_w();
  json["peak_w"] = r.peak_w;
  json["energy_j"] = r.node_w() * r.time_s;
  if (const auto rack = r.rack_w()) {
    json["nodes_per_rack"] = r.nodes_per_rack;
    json["rack_w"] = *rack;
  }
  if (const auto job = r.job_w()) {
    json["job_nodes"] = *r.job_nodes;
    json["job_w"] = *job;
  }
  if (const auto system = r.system_w()) {
    json["nodes"] = r.nodes;
    json["system_w"] = *system;
    json["system_energy_j"] = *system * r.time_s;
  }
  if (r.residual_w) json["residual_w"] = *r.residual_w;
}

template <class Result>
void add_lists(const Result& r, Json& json) {
  json["warnings"] = r.warnings;
  json["assumptions"] = r.assumptions;
  json["not_modelled"] = r.not_modelled;
}

Json coefficient_json(const PowerCoefficient& c) {
  Json json = {{"power_w", c.watts}};
  if (c.standard_error) json["standard_error_w"] = *c.standard_error;
  return json;
}

Json quality_json(const FitQuality& quality) {
  Json json = Json::object();
  if (quality.r2) json["r2"] = *quality.r2;
  json["mean_error"] = quality.mean_error;
  if (quality.residual_w) json["residual_w"] = *quality.residual_w;
  if (quality.left_out_error) json["left_out_error"] = *quality.left_out_error;
  return json;
}

Json fitted_term_json(const PowerFit& fit, std::size_t i) {
  const FittedTerm& fitted = fit.fitted[i];
  Json json = term_json(fit.terms[i]);
  json["mean_activity"] = fitted.mean_activity;
  if (fitted.inflation) json["variance_inflation"] = *fitted.inflation;
  json["ordinary"] = coefficient_json(fitted.ordinary);
  json["nonnegative"] = coefficient_json(fitted.nonnegative);
  return json;
}

Json application_json(const PowerFit& fit, std::size_t i) {
  const FittedApplication& application = fit.applications[i];
  Json json = group_json(fit.terms, fit.groups[i]);
  json["samples"] = application.samples;
  json["mean_error"] = application.mean_error;
  if (application.left_out_error) json["left_out_error"] = *application.left_out_error;
  return json;
}

Json window_json(const JobPower& job, const JobWindow& window) {
  return {{"start_s", window.start_s},
          {"duration_s", window.duration_s},
          {"power_w", sum_of(window.watts)},
          {"terms_w", by_term(job.terms, window.watts)}};
}

Json limit_json(const PowerLimit& limit) {
  Json json = {{"limit_w", limit.limit_w},
               {"of_increase", limit.of_increase},
               {"over_s", limit.over_s},
               {"cap_costs_s", limit.cap_costs_s},
               {"excesses", Json::array()}};
  for (const PowerExcess& excess : limit.excesses)
    json["excesses"].push_back(
        {{"start_s", excess.start_s}, {"end_s", excess.end_s}, {"most_w", excess.most_w}});
  return json;
}

std::string dumped(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_text(const PowerResult& r) {
  Json json = head_json(r);
  json["model"] = r.model;
  json["coefficients"] = r.coefficients;
  json["time_s"] = r.time_s;
  add_powers(r, json);
  json["terms"] = Json::array();
  for (std::size_t i = 0; i < r.terms.size(); ++i) {
    json["terms"].push_back(term_json(r.terms[i]));
    json["terms"].back()["rate"] = r.rates[i];
    json["terms"].back()["power_w"] = r.watts[i];
  }
  json["groups"] = Json::array();
  for (const PowerGroup& group : r.groups) json["groups"].push_back(group_json(r.terms, group));
  json["intervals"] = Json::array();
  for (const PowerInterval& interval : r.intervals)
    json["intervals"].push_back(interval_json(r, interval));
  if (r.comparison) {
    json["comparison"] = {{"mean_error", r.comparison->mean_error}};
    if (!std::isnan(r.comparison->correlation))
      json["comparison"]["correlation"] = r.comparison->correlation;
  }
  add_lists(r, json);
  return dumped(json);
}

std::string to_text(const JobPower& job) {
  Json json = head_json(job);
  json["model"] = job.model;
  json["coefficients"] = job.coefficients;
  json["network"] = job.network;
  json["time_s"] = job.time_s;
  json["ranks"] = job.ranks;
  json["job_nodes"] = job.job_nodes;
  json["nodes"] = job.nodes;
  json["base_w"] = job.base_w();
  json["mean_w"] = job.mean_w();
  json["peak_w"] = sum_of(job.peak().watts);
  json["peak_at_s"] = job.peak().start_s;
  json["energy_j"] = job.energy_j();
  json["terms"] = Json::array();
  for (const PowerTerm& term : job.terms) json["terms"].push_back(term_json(term));
  json["limits"] = Json::array();
  for (const PowerLimit& limit : job.limits) json["limits"].push_back(limit_json(limit));
  json["windows"] = Json::array();
  for (const JobWindow& window : job.windows) json["windows"].push_back(window_json(job, window));
  add_lists(job, json);
  return dumped(json);
}

std::string to_text(const PowerFit& fit) {
  Json json = head_json(fit);
  json["model"] = fit.model;
  json["coefficients"] = fit.coefficients;
  json["method"] = fit.nonnegative ? "nonnegative" : "ordinary";
  json["ordinary"] = quality_json(fit.ordinary);
  json["nonnegative"] = quality_json(fit.nonnegative_quality);
  json["condition"] = fit.condition;
  json["samples"] = fit.samples.size();
  json["terms"] = Json::array();
  for (std::size_t i = 0; i < fit.terms.size(); ++i)
    json["terms"].push_back(fitted_term_json(fit, i));
  json["applications"] = Json::array();
  for (std::size_t i = 0; i < fit.applications.size(); ++i)
    json["applications"].push_back(application_json(fit, i));
  add_lists(fit, json);
  return dumped(json);
}

}  // namespace hpcast::answers
