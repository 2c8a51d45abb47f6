#include "hpcast/answers/power/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "hpcast/base/units.h"

namespace hpcast::answers {

std::optional<double> PowerTerm::joules() const {
  if (unit.empty()) return std::nullopt;
  return coefficient_w / peak;
}

double sum_of(const std::vector<double>& watts) {
  return std::accumulate(watts.begin(), watts.end(), 0.0);
}

double base_of(const std::vector<PowerTerm>& terms, const std::vector<double>& watts) {
  double base = 0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i].always) base += watts[i];
  return base;
}

double PowerAnswer::node_w() const { return sum_of(watts); }

double PowerAnswer::base_w() const { return base_of(terms, watts); }

double PowerAnswer::share(std::size_t term) const {
  return node_w() > 0 ? watts[term] / node_w() : 0;
}

std::optional<double> PowerAnswer::rack_w() const {
  if (nodes_per_rack == 0) return std::nullopt;
  return static_cast<double>(nodes_per_rack) * node_w();
}

std::optional<double> PowerAnswer::job_w() const {
  if (!job_nodes) return std::nullopt;
  return static_cast<double>(*job_nodes) * node_w();
}

std::optional<double> PowerAnswer::system_w() const {
  if (nodes == 0) return std::nullopt;
  const double busy = static_cast<double>(job_nodes.value_or(nodes));
  return busy * node_w() + (static_cast<double>(nodes) - busy) * base_w();
}

std::size_t largest_term(const std::vector<PowerTerm>& terms, const std::vector<double>& watts) {
  std::vector<std::pair<bool, double>> draws;  // what comes and goes before what is always there
  for (std::size_t i = 0; i < terms.size(); ++i) draws.emplace_back(!terms[i].always, watts[i]);
  return static_cast<std::size_t>(std::max_element(draws.begin(), draws.end()) - draws.begin());
}

std::string verdict_line(const PowerAnswer& r) {
  const bool has_base = std::any_of(r.terms.begin(), r.terms.end(),
                                    [](const PowerTerm& term) { return term.always; });
  std::string line = format_scaled(r.node_w(), "W") + " a node";
  if (!has_base) line += " without base power";
  if (const auto system = r.system_w()) line += ", " + format_scaled(*system, "W") + " the system";
  const double increase = r.node_w() - r.base_w();
  if (increase > 0 && has_base) {
    const std::size_t largest = largest_term(r.terms, r.watts);
    line += fmt::format("; {} over base, {} of it {}", format_scaled(increase, "W"),
                        format_percent(r.watts[largest] / increase), r.terms[largest].title);
  }
  if (r.time_s > 0)
    line += fmt::format("; {} a node in {}", format_scaled(r.node_w() * r.time_s, "J"),
                        format_time(r.time_s));
  return line;
}

}  // namespace hpcast::answers
