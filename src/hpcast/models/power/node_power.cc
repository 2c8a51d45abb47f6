#include "hpcast/models/power/node_power.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/power/chosen_terms.h"

namespace hpcast::power {

namespace {

// At the price of the other term's bytes; nothing where that has no price.
std::optional<double> watts_by_traffic(const Model& model, const CoefficientSet& set,
                                       const Term& term) {
  if (!term.traffic) return std::nullopt;
  const Coefficient* const other = set.find(term.traffic->term);
  if (other == nullptr) return std::nullopt;
  const double joules = model.watts(set, *other) / model.find(term.traffic->term)->peak;
  return term.traffic->bytes * joules * term.peak;
}

}  // namespace

std::optional<double> price_of(const Model& model, const CoefficientSet& set, const Term& term,
                               bool by_traffic) {
  const Coefficient* const own = set.find(term.name);
  const std::optional<double> traffic = watts_by_traffic(model, set, term);
  if (traffic && (by_traffic || own == nullptr)) return traffic;
  if (own == nullptr) return std::nullopt;
  return model.watts(set, *own);
}

std::vector<double> NodePower::watts(const ActiveInterval& interval) const {
  std::vector<double> watts;
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    watts.push_back(coefficients[i] * interval.activity[i]);
  return watts;
}

NodePower node_power(const Model& model, const std::vector<NamedTable>& tables,
                     const NodePowerRequest& request) {
  const CoefficientSet& set = model.set(request.set);
  const std::vector<std::string>& names = request.activity.terms;
  check_terms(model, names);
  ActivityRequest wanted = request.activity;
  wanted.terms.clear();
  std::vector<std::pair<std::string, std::string>> left_out;
  std::map<std::string, double> price;
  for (const Term& term : model.terms) {
    if (!names.empty() && std::find(names.begin(), names.end(), term.name) == names.end()) continue;
    const auto watts = price_of(model, set, term, request.by_traffic);
    if (!watts) {
      left_out.emplace_back(term.name, "the coefficients '" + set.name + "' have none");
      continue;
    }
    wanted.terms.push_back(term.name);
    price[term.name] = *watts;
  }
  if (wanted.terms.empty())
    throw InputError("no term of the model has a coefficient in '" + set.name + "'");
  NodePower power;
  power.activity = activity_of(model, tables, wanted);
  for (const std::size_t term : power.activity.terms)
    power.coefficients.push_back(price[model.terms[term].name]);
  for (std::size_t i = 0; i < power.coefficients.size(); ++i)
    if (power.coefficients[i] < 0)
      power.activity.warnings.push_back(model.terms[power.activity.terms[i]].name +
                                        ": the coefficient is below 0, which nothing can draw");
  for (auto& reason : left_out) power.activity.left_out.push_back(std::move(reason));
  for (const auto& [term, reason] : power.activity.left_out)
    if (std::find(names.begin(), names.end(), term) != names.end())
      throw InputError("--terms " + term + ": " + reason);
  return power;
}

}  // namespace hpcast::power
