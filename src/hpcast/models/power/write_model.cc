#include <fmt/core.h>

#include <utility>

#include "hpcast/models/power/model_file.h"

namespace hpcast::power {

namespace {

// With the base unit, so that it says what is counted.
Json quantity(double value, EventUnit unit, bool per_second) {
  switch (unit) {
    case EventUnit::bytes:
      return fmt::format("{} {}", value, per_second ? "B/s" : "B");
    case EventUnit::flops:
      if (per_second) return fmt::format("{} FLOP/s", value);
      break;
    case EventUnit::instructions:
      if (per_second) return fmt::format("{} inst/s", value);
      break;
    case EventUnit::cycles:
      if (per_second) return fmt::format("{} Hz", value);
      break;
    case EventUnit::events:
      break;
  }
  return value;
}

Json weights_json(const Numerator& numerator) {
  Json json = Json::object();
  for (const auto& [counter, weight] : numerator.weights) json[counter] = weight;
  return json;
}

std::string part_text(const Term& term) {
  switch (term.part) {
    case Part::flops:
      return "flops";
    case Part::instructions:
      return "instructions";
    case Part::memory:
      return "memory";
    case Part::cache:
      return fmt::format("l{}", term.cache_level);
    case Part::none:
      break;
  }
  return {};
}

void write_rate(const Term& term, Json& json) {
  if (term.factor != 1 || term.unit == EventUnit::bytes)
    json["factor"] = quantity(term.factor, term.unit, false);
  if (term.line) json["line"] = quantity(*term.line, EventUnit::bytes, false);
  json["peak"] = quantity(term.peak, term.unit, true);
  if (term.per_cycle) json["per"] = "cycle";
  if (term.part != Part::none) json["part"] = part_text(term);
  if (term.traffic)
    json["traffic"] = {{"of", term.traffic->term},
                       {"bytes", term.traffic->bytes},
                       {"counted", term.traffic->counted}};
}

Json term_json(const Term& term) {
  Json json{{"name", term.name}, {"title", term.title}};
  if (term.kind == TermKind::during) json["kind"] = "during";
  if (term.kind == TermKind::always) json["kind"] = "always";
  if (!term.numerators.empty()) json["counters"] = weights_json(term.numerators.front());
  for (std::size_t i = 1; i < term.numerators.size(); ++i) {
    Json other{{"counters", weights_json(term.numerators[i])}};
    if (!term.numerators[i].note.empty()) other["note"] = term.numerators[i].note;
    json["or"].push_back(std::move(other));
  }
  if (term.kind == TermKind::rate) write_rate(term, json);
  if (term.voltage != 0) json["scales_with"]["voltage"] = term.voltage;
  if (term.frequency != 0) json["scales_with"]["frequency"] = term.frequency;
  if (term.optional) json["optional"] = true;
  return json;
}

Json set_json(const CoefficientSet& set) {
  Json json{{"name", set.name}};
  if (!set.description.empty()) json["description"] = set.description;
  if (set.of_system) json["of"] = "system";
  for (const bool per_event : {false, true}) {
    const std::string key = per_event ? "energy" : "power";
    for (const Coefficient& c : set.coefficients)
      if (c.per_event == per_event) json[key][c.term] = c.value;
    for (const Coefficient& c : set.coefficients)
      if (c.per_event == per_event && c.standard_error)
        json[key + "_error"][c.term] = *c.standard_error;
  }
  if (set.residual) json["residual"] = *set.residual;
  if (!set.fit) return json;
  const FitFacts& fit = *set.fit;
  json["fit"] = {
      {"method", fit.method}, {"samples", fit.samples}, {"applications", fit.applications}};
  if (fit.r2) json["fit"]["r2"] = *fit.r2;
  json["fit"]["mean_error"] = fit.mean_error;
  if (fit.left_out_error) json["fit"]["left_out_error"] = *fit.left_out_error;
  return json;
}

}  // namespace

std::string to_text(const Model& model) {
  Json json{{"format", format_name}, {"schema_version", 1}, {"name", model.name}};
  if (!model.description.empty()) json["description"] = model.description;
  if (!model.date.empty()) json["date"] = model.date;
  if (!model.sources.empty()) json["sources"] = model.sources;
  if (model.clock) json["clock"] = fmt::format("{} Hz", *model.clock);
  if (model.nominal_voltage)
    json["nominal"]["voltage"] = fmt::format("{} V", *model.nominal_voltage);
  if (model.nominal_frequency)
    json["nominal"]["frequency"] = fmt::format("{} Hz", *model.nominal_frequency);
  if (model.nodes_per_rack > 0) json["nodes_per_rack"] = model.nodes_per_rack;
  if (model.racks > 0) json["racks"] = model.racks;
  for (const Term& term : model.terms) json["terms"].push_back(term_json(term));
  for (const CoefficientSet& set : model.sets) json["coefficients"].push_back(set_json(set));
  if (!model.assumptions.empty()) json["assumptions"] = model.assumptions;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::power
