#include "hpcast/models/power/describe.h"

#include <algorithm>

namespace hpcast::power {

std::vector<answers::PowerTerm> terms_of(const Model& model, const std::vector<std::size_t>& terms,
                                         const std::vector<double>& coefficients) {
  std::vector<answers::PowerTerm> described;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term& term = model.terms[terms[i]];
    const bool counts = term.kind == TermKind::rate;
    described.push_back({term.name, term.title, counts ? symbol_of(term.unit) : "",
                         counts ? term.peak : 0, coefficients[i], term.kind == TermKind::always});
  }
  return described;
}

std::vector<std::string> not_asked_for(const Model& model, const Activity& activity) {
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < model.terms.size(); ++i) {
    const auto is_this = [&](const auto& left_out) {
      return left_out.first == model.terms[i].name;
    };
    if (std::find(activity.terms.begin(), activity.terms.end(), i) == activity.terms.end() &&
        std::none_of(activity.left_out.begin(), activity.left_out.end(), is_this))
      titles.push_back(model.terms[i].title);
  }
  return titles;
}

std::vector<std::string> left_out(const Model& model, const Activity& activity) {
  std::vector<std::string> lines;
  for (const auto& [term, reason] : activity.left_out)
    lines.push_back(model.find(term)->title + ": " + reason);
  for (const std::string& title : not_asked_for(model, activity))
    lines.push_back(title + ": not among --terms");
  return lines;
}

}  // namespace hpcast::power
