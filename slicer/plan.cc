#include "plan.h"

#include <algorithm>
#include <filesystem>

#include "control.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"

namespace hpcast::slicer {
namespace {

Json steps_of(const std::vector<Step>& steps) {
  Json json = Json::array();
  for (const Step& step : steps)
    json.push_back({{"file", step.place.file}, {"line", step.place.line}, {"text", step.text}});
  return json;
}

Json place_of(const Function& function, const Stmt* first, const Stmt* last) {
  const Place place = function.place(first);
  return {{"file", place.file},
          {"line", place.line},
          {"end_line", function.end_line(last)},
          {"function", function.name}};
}

Json region_of(const Region& region) {
  const Function& function = *region.function;
  Json json{{"id", region.id}, {"name", region.name}};
  json.update(place_of(function, region.statements.front(), region.statements.back()));
  json["features"] = Json::array();
  for (const Feature& feature : region.features)
    json["features"].push_back({{"name", feature.name}, {"expression", feature.expression}});
  if (!region.time.empty()) json["time"] = region.time;
  json["forced"] = region.forced;
  std::string text = function.text(region.statements.front());
  constexpr size_t longest = 80;
  if (text.size() > longest) text = text.substr(0, longest - 3) + "...";
  json["text"] = text;
  return json;
}

// Loops, and calls of functions with loops, that could have been replaced.
Json kept_of(const Answer& answer) {
  Json kept = Json::array();
  for (const Function* function : answer.relevance->effects().points_to().program().functions())
    for (const Stmt* node : function->nodes) {
      const bool statement = is_whole_statement(*function, node) && isa<Expr>(node);
      if (!is_loop(node) && !statement) continue;
      if (!answer.relevance->is_kept(node) || !answer.costs->is_costly(*function, node)) continue;
      Json one = place_of(*function, node, node);
      one["why"] = steps_of(answer.relevance->why(node));
      kept.push_back(std::move(one));
    }
  return kept;
}

Json warnings_of(const Answer& answer) {
  Json warnings = Json::array();
  for (const Relevance::Crossing& crossing : answer.relevance->crossings()) {
    if (answer.pragmas->assumptions().count(crossing.statement)) continue;
    const Function* function = answer.pragmas->function_of(crossing.statement);
    const Place place = function->place(crossing.statement);
    warnings.push_back({{"file", place.file},
                        {"line", place.line},
                        {"text", "communication depends on what the pragma replaces"},
                        {"flow", steps_of(crossing.why)}});
  }
  return warnings;
}

Json inputs_of(const std::vector<Unit>& units) {
  Json inputs = Json::array();
  for (const Unit& unit : units)
    inputs.push_back({{"path", unit.path}, {"sha256", sha256_file(unit.path)}});
  return inputs;
}

// Allocations, and arrays, that are in no kept statement.
Json not_allocated_in(const Answer& answer) {
  Json found = Json::array();
  const Effects& effects = answer.relevance->effects();
  const auto add = [&](const Function& function, const Stmt* node, const std::string& name) {
    const Place place = function.place(node);
    found.push_back({{"file", place.file}, {"line", place.line}, {"name", name}});
  };
  constexpr uint64_t large = 4096;
  for (const Function* function : effects.points_to().program().functions())
    for (const Effect* effect : effects.of(function)) {
      const bool allocates = effect->kind == Effect::call && effect->called.object == nullptr &&
                             effects.points_to().allocates(effect->called);
      if (allocates && !answer.relevance->is_kept(effect))
        add(*function, effect->node, function->text(effect->node));
      if (effect->kind != Effect::declare || answer.relevance->is_kept(effect->node)) continue;
      const QualType type = effect->variable->getType();
      const bool big = type->isVariableArrayType() ||
                       (type->isConstantArrayType() &&
                        function->context().getTypeSizeInChars(type).getQuantity() >
                            static_cast<int64_t>(large));
      if (big) add(*function, effect->node, effect->variable->getNameAsString());
    }
  return found;
}

}  // namespace

std::string plan_of(const Answer& answer) {
  Json plan{{"schema_version", "1.0"},
            {"tool", {{"name", "hpcast"}, {"version", HPCAST_VERSION}}},
            {"inputs", inputs_of(*answer.units)}};
  plan["regions"] = Json::array();
  for (const Region& region : answer.regions->all()) plan["regions"].push_back(region_of(region));
  plan["kept"] = kept_of(answer);
  plan["warnings"] = warnings_of(answer);
  plan["not_allocated"] = not_allocated_in(answer);
  plan["not_modelled"] = {"failures: the skeleton takes it that the program does not abort",
                          "output: what a replaced part would print is not printed"};
  plan["communication"] = {{"calls", answer.relevance->calls()}};
  return plan.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::slicer
