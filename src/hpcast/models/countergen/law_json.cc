#include "hpcast/models/countergen/law_json.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace hpcast::countergen {

namespace {

Json term_json(const Term& term) {
  Json json{{"exponents", term.exponents}};
  if (std::count(term.logarithm.begin(), term.logarithm.end(), 1) > 0)
    json["logarithms"] = term.logarithm;
  return json;
}

Json spread_json(const Spread& spread) {
  return {{"absolute", spread.absolute}, {"relative", spread.relative}};
}

// Of one stretch, whose own term it is, it need not be told.
bool has_own_split(const Law& law) {
  return law.stretches.size() > 1 || law.split != law.stretches.front().term;
}

double number_in(Fields& fields, const std::string& key) {
  return fields.quantity(key, Dimension::none, Range::computed).value_or(0);
}

double signed_in(Fields& fields, const std::string& key) {
  const Json* const value = fields.member(key);
  if (value == nullptr) return 0;
  if (!value->is_number()) fields.fault(key, "expected a number");
  return value->is_number() ? value->get<double>() : 0;
}

// How many values were seen; enough, where nobody says so.
std::uint32_t values_in(Fields& fields) {
  constexpr std::int64_t enough = 3, most = UINT32_MAX;
  return static_cast<std::uint32_t>(fields.integer("values", 1, most).value_or(enough));
}

Term term_in(Fields& fields, const std::string& key, std::size_t sizes, Faults& faults) {
  Term term;
  const Json* const value = fields.member(key);
  if (value == nullptr) {
    fields.fault(key, "is missing");
    return term;
  }
  Fields of(*value, fields.pointer(key), faults);
  constexpr double most = 10;
  for (const Json& exponent : of.array("exponents"))
    term.exponents.push_back(exponent.is_number() && std::abs(exponent.get<double>()) <= most
                                 ? exponent.get<double>()
                                 : NAN);
  for (const Json& logarithm : of.array("logarithms"))
    term.logarithm.push_back(logarithm == 1 ? 1 : logarithm == 0 ? 0 : 2);
  if (of.member("logarithms") == nullptr) term.logarithm.assign(sizes, 0);
  const auto bad = [](double exponent) { return std::isnan(exponent); };
  if (term.exponents.size() != sizes ||
      std::any_of(term.exponents.begin(), term.exponents.end(), bad))
    of.fault("exponents", "expected one for each size, from -10 to 10");
  if (term.logarithm.size() != sizes ||
      std::count(term.logarithm.begin(), term.logarithm.end(), 2) > 0)
    of.fault("logarithms", "expected 0 or 1 for each size");
  return term;
}

std::vector<Law::Stretch> stretches_in(Fields& fields, std::size_t sizes, Faults& faults) {
  std::vector<Law::Stretch> stretches;
  const Json& array = fields.array("stretches");
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields stretch(array[i], pointer_to(fields.pointer("stretches"), i), faults);
    stretches.push_back({term_in(stretch, "term", sizes, faults), signed_in(stretch, "coefficient"),
                         number_in(stretch, "first"), number_in(stretch, "last"),
                         number_in(stretch, "less"), values_in(stretch)});
    if (stretches.back().last < stretches.back().first ||
        (i > 0 && stretches[i].first <= stretches[i - 1].last))
      stretch.fault("first", "stretches must follow each other");
  }
  if (stretches.empty()) fields.fault("stretches", "expected at least one");
  return stretches;
}

Spread spread_in(Fields& fields, const std::string& key, Faults& faults) {
  const Json* const value = fields.member(key);
  if (value == nullptr) return {};
  Fields of(*value, fields.pointer(key), faults);
  return {number_in(of, "absolute"), number_in(of, "relative")};
}

// Each as wrong along every size, where it is only said how wrong they are.
std::vector<Seen> along_in(Fields& fields, std::vector<Seen> runs, Faults& faults) {
  const double error = number_in(fields, "error");
  for (Seen& seen : runs) seen.error = error;
  if (fields.member("along") == nullptr) return runs;
  const Json& array = fields.array("along");
  if (array.size() != runs.size()) {
    fields.fault("along", "expected one for each size");
    return runs;
  }
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields seen(array[i], pointer_to(fields.pointer("along"), i), faults);
    runs[i] = {number_in(seen, "first"), number_in(seen, "last"), values_in(seen),
               number_in(seen, "error")};
  }
  return runs;
}

Json to_json(const Seen& seen) {
  return {
      {"first", seen.first}, {"last", seen.last}, {"values", seen.values}, {"error", seen.error}};
}

}  // namespace

Json to_json(const Law& law) {
  Json stretches = Json::array();
  for (const Law::Stretch& stretch : law.stretches) {
    stretches.push_back({{"term", term_json(stretch.term)},
                         {"coefficient", stretch.coefficient},
                         {"first", stretch.first},
                         {"last", stretch.last},
                         {"values", stretch.values}});
    if (stretch.less > 0) stretches.back()["less"] = stretch.less;
  }
  Json json{{"stretches", std::move(stretches)}};
  if (has_own_split(law)) json["split"] = term_json(law.split);
  if (law.constant != 0) json["constant"] = law.constant;
  if (law.second_coefficient != 0) {
    json["second"] = term_json(law.second);
    json["second_coefficient"] = law.second_coefficient;
  }
  json["error"] = law.error();
  for (const Seen& seen : law.seen) json["along"].push_back(to_json(seen));
  if (law.below > 0) json["measured_below"] = law.below;
  if (law.above > 0) json["measured_above"] = law.above;
  for (const Law& rival : law.rivals) json["rivals"].push_back(to_json(rival));
  return json;
}

Json to_json(const GrowthLaw& law) {
  Json json{{"law", to_json(law.law)}};
  if (law.below != Spread{}) json["below"] = spread_json(law.below);
  if (law.above != Spread{}) json["above"] = spread_json(law.above);
  if (!law.holds) json["holds"] = false;
  return json;
}

namespace {

Law law_alone_in(Fields& fields, const std::vector<Seen>& runs, Faults& faults) {
  const std::size_t sizes = runs.size();
  Law law;
  law.stretches = stretches_in(fields, sizes, faults);
  if (fields.member("split") != nullptr || law.stretches.size() != 1)
    law.split = term_in(fields, "split", sizes, faults);
  else
    law.split = law.stretches.front().term;
  law.constant = signed_in(fields, "constant");
  law.second_coefficient = signed_in(fields, "second_coefficient");
  if (law.second_coefficient != 0) law.second = term_in(fields, "second", sizes, faults);
  law.seen = along_in(fields, runs, faults);
  law.below = number_in(fields, "measured_below");
  law.above = number_in(fields, "measured_above");
  return law;
}

}  // namespace

Law law_in(Fields& fields, const std::vector<Seen>& runs, Faults& faults) {
  Law law = law_alone_in(fields, runs, faults);
  if (fields.member("rivals") == nullptr) return law;
  const Json& rivals = fields.array("rivals");
  for (std::size_t i = 0; i < rivals.size(); ++i) {
    Fields rival(rivals[i], pointer_to(fields.pointer("rivals"), i), faults);
    law.rivals.push_back(law_alone_in(rival, runs, faults));
  }
  return law;
}

Law law_in(Fields& fields, const std::string& key, const std::vector<Seen>& runs, Faults& faults) {
  const Json* const value = fields.member(key);
  if (value == nullptr) {
    fields.fault(key, "is missing");
    return {};
  }
  Fields law(*value, fields.pointer(key), faults);
  return law_in(law, runs, faults);
}

GrowthLaw growth_law_in(Fields& fields, const std::vector<Seen>& runs, Faults& faults) {
  GrowthLaw law;
  law.law = law_in(fields, "law", runs, faults);
  law.below = spread_in(fields, "below", faults);
  law.above = spread_in(fields, "above", faults);
  law.holds = fields.flag("holds").value_or(true);
  return law;
}

}  // namespace hpcast::countergen
