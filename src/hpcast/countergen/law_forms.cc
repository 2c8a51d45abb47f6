#include "hpcast/countergen/law_forms.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hpcast::countergen {

namespace {

using Observations = std::vector<Observation>;
using Terms = std::vector<Term>;

// Sizes that do not vary are no factor.
std::vector<bool> varying(const Observations& observations) {
  std::vector<bool> varies(observations[0].sizes.size(), false);
  for (const Observation& o : observations)
    for (std::size_t i = 0; i < varies.size(); ++i)
      if (o.sizes[i] != observations[0].sizes[i]) varies[i] = true;
  return varies;
}

Term constant_term(std::size_t sizes) {
  return {std::vector<double>(sizes, 0), std::vector<std::uint8_t>(sizes, 0)};
}

double degree_of(const Term& term) {
  return std::accumulate(term.exponents.begin(), term.exponents.end(), 0.0,
                         [](double sum, double e) { return sum + std::abs(e); });
}

bool is_constant(const Term& term) {
  return degree_of(term) == 0 &&
         std::all_of(term.logarithm.begin(), term.logarithm.end(), [](auto l) { return l == 0; });
}

// Whole loops bring whole powers; halves, quotients and logarithms are rarer.
double cost_of(const Term& term) {
  double cost = degree_of(term);
  for (const double e : term.exponents) cost += (e == std::floor(e) ? 0 : 1) + (e < 0 ? 1 : 0);
  for (const auto l : term.logarithm) cost += 1.5 * l;
  return cost;
}

void add_powers(const std::vector<bool>& varies, int least, int degree, Term term, Terms& terms) {
  const std::size_t size = term.exponents.size();
  if (size == varies.size()) {
    term.logarithm.assign(size, 0);
    terms.push_back(std::move(term));
    return;
  }
  for (int e = std::max(least, -degree); e <= std::min(3, degree); ++e) {
    if (e != 0 && !varies[size]) continue;
    Term more = term;
    more.exponents.push_back(e);
    add_powers(varies, least, degree - std::abs(e), std::move(more), terms);
  }
}

// Products of whole powers from `least` on, of at most that degree in all.
Terms powers(const std::vector<bool>& varies, int least, int degree) {
  Terms terms;
  add_powers(varies, least, degree, {}, terms);
  return terms;
}

// Those with one logarithm more, and with half a power more of one size.
Terms rarer(const std::vector<bool>& varies) {
  Terms terms;
  for (const Term& term : powers(varies, 0, 2))
    for (std::size_t i = 0; i < varies.size(); ++i) {
      if (!varies[i]) continue;
      terms.push_back(term);
      terms.back().logarithm[i] = 1;
      terms.push_back(term);
      terms.back().exponents[i] += 0.5;
    }
  return terms;
}

// Where a working set may outgrow a cache: each size, and all of them together.
Terms split_terms(const std::vector<bool>& varies) {
  Terms terms;
  Term all = constant_term(varies.size());
  for (std::size_t i = 0; i < varies.size(); ++i) {
    if (!varies[i]) continue;
    all.exponents[i] = 1;
    terms.push_back(constant_term(varies.size()));
    terms.back().exponents[i] = 1;
  }
  if (terms.size() > 1) terms.push_back(all);
  return terms;
}

// Values of `split` between which observations lie: first on one side of it, then on another.
struct Partition {
  Term split;
  std::vector<double> thresholds;
  double cost = 0;
};

// Of what only one size tells, that is the outermost: what is below or above all others.
void add_partitions(const Observations& observations, const Term& split,
                    std::vector<Partition>& partitions) {
  constexpr double cost_of_stretch = 2, cost_of_lonely = 2;
  std::vector<double> values;
  for (const Observation& o : observations) values.push_back(split.at(o.sizes));
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const auto between = [&](std::size_t i) { return std::sqrt(values[i] * values[i - 1]); };
  const auto lonely = [&](std::size_t size) { return size == 1 ? cost_of_lonely : 0; };
  for (std::size_t i = 1; i < n; ++i) {
    if (values[i] == values[i - 1]) continue;
    partitions.push_back({split, {between(i)}, cost_of_stretch + lonely(i) + lonely(n - i)});
    for (std::size_t j = i + 2; j < n; ++j)
      if (values[j] != values[j - 1])
        partitions.push_back(
            {split, {between(i), between(j)}, 2 * cost_of_stretch + lonely(i) + lonely(n - j)});
  }
}

class FormMaker {
 public:
  explicit FormMaker(const Observations& observations)
      : observations_(observations), varies_(varying(observations)) {}

  std::vector<Form> made() {
    Terms single = powers(varies_, -3, 4);
    const Terms more = rarer(varies_);
    single.insert(single.end(), more.begin(), more.end());
    for (const Term& term : single) add(term, std::nullopt, {term, {}, 0});
    if (observations_.size() >= 4) add_segmented();
    if (observations_.size() >= 5) add_pairs();
    std::stable_sort(forms_.begin(), forms_.end(),
                     [](const Form& one, const Form& other) { return one.cost < other.cost; });
    return std::move(forms_);
  }

 private:
  void add_segmented() {
    std::vector<Partition> partitions;
    for (const Term& split : split_terms(varies_)) add_partitions(observations_, split, partitions);
    for (const Term& term : powers(varies_, 0, 3))
      for (const Partition& partition : partitions) add(term, std::nullopt, partition);
  }

  void add_pairs() {
    const Terms terms = powers(varies_, 0, 3);
    for (std::size_t i = 0; i < terms.size(); ++i)
      for (std::size_t j = i + 1; j < terms.size(); ++j)
        if (!is_constant(terms[i]) && !is_constant(terms[j]))
          add(terms[j], terms[i], {terms[j], {}, 0});
  }

  // As many coefficients as there would be observations without one of them are no law.
  void add(const Term& term, const std::optional<Term>& second, const Partition& partition) {
    const double cost = cost_of(term) + partition.cost + (second ? 1 + cost_of(*second) : 0);
    const std::size_t coefficients = 1 + (second ? 1 : 0);
    forms_.push_back({term, false, second, partition.split, partition.thresholds, cost});
    if (!is_constant(term) && observations_.size() > coefficients + 1)
      forms_.push_back({term, true, second, partition.split, partition.thresholds, cost + 1});
  }

  const Observations& observations_;
  std::vector<bool> varies_;
  std::vector<Form> forms_;
};

}  // namespace

std::size_t Form::stretch_at(double split_value) const {
  return static_cast<std::size_t>(
      std::lower_bound(thresholds.begin(), thresholds.end(), split_value) - thresholds.begin());
}

std::vector<Form> forms_for(const Observations& observations) {
  return FormMaker(observations).made();
}

}  // namespace hpcast::countergen
