#include "hpcast/power/describe.h"

namespace hpcast::power {

std::vector<result::PowerTerm> terms_of(const Model& model, const std::vector<std::size_t>& terms,
                                        const std::vector<double>& coefficients) {
  std::vector<result::PowerTerm> described;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term& term = model.terms[terms[i]];
    const bool counts = term.kind == TermKind::rate;
    described.push_back({term.name, term.title, counts ? symbol_of(term.unit) : "",
                         counts ? term.peak : 0, coefficients[i], term.kind == TermKind::always});
  }
  return described;
}

std::vector<std::string> left_out(const Model& model, const Activity& activity) {
  std::vector<std::string> lines;
  for (const auto& [term, reason] : activity.left_out)
    lines.push_back(model.find(term)->title + ": " + reason);
  return lines;
}

}  // namespace hpcast::power
