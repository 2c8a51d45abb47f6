#include "hpcast/countergen/law_forms.h"

#include <algorithm>
#include <cmath>

#include "hpcast/countergen/terms.h"

namespace hpcast::countergen {

namespace {

using Observations = std::vector<Observation>;
using Terms = std::vector<Term>;

// Values of `split` between which observations lie: first on one side of it, then on another.
struct Partition {
  Term split;
  std::vector<double> thresholds;
  std::vector<std::size_t> observations;  // how many, by stretch
  double cost = 0;
};

// In two stretches, or in three. Only the outermost may have a single observation.
void add_partitions(const Observations& observations, const Term& split,
                    std::vector<Partition>& partitions) {
  constexpr double cost_of_stretch = 2;
  std::vector<double> values;
  for (const Observation& o : observations) values.push_back(split.at(o.sizes));
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const auto between = [&](std::size_t i) { return std::sqrt(values[i] * values[i - 1]); };
  for (std::size_t i = 1; i < n; ++i) {
    if (values[i] == values[i - 1]) continue;
    partitions.push_back({split, {between(i)}, {i, n - i}, cost_of_stretch});
    for (std::size_t j = i + 2; j < n; ++j)
      if (values[j] != values[j - 1])
        partitions.push_back(
            {split, {between(i), between(j)}, {i, j - i, n - j}, 2 * cost_of_stretch});
  }
}

// Forms of so many observations; what has as many coefficients as there are is no law.
class FormMaker {
 public:
  FormMaker(const Observations& observations, const Terms& likely)
      : size_(observations.size()), varies_(varying(observations)), likely_(likely) {
    for (const Term& split : split_terms(varies_)) add_partitions(observations, split, partitions_);
  }

  std::vector<Form> made() {
    for (const Term& term : quotients(varies_, 4)) add_single(term);
    for (const Term& term : rare_terms(varies_)) add_single(term);
    if (size_ >= 4) add_segmented();
    if (size_ >= 5) add_two_terms();
    std::stable_sort(forms_.begin(), forms_.end(),
                     [](const Form& one, const Form& other) { return one.cost < other.cost; });
    return std::move(forms_);
  }

 private:
  bool is_likely(const Term& term) const {
    return std::find(likely_.begin(), likely_.end(), term) != likely_.end();
  }
  double cost_here(const Term& term) const { return is_likely(term) ? 0 : cost_of(term); }

  void add_single(const Term& term) {
    Form form{{term}, false, {}, false, term, {}, is_likely(term), cost_here(term)};
    forms_.push_back(form);
    if (!is_constant(term)) add_with_constant(form);
  }

  // What lies below 0 needs one more that shows it.
  void add_with_constant(Form form) {
    form.has_constant = true;
    form.cost += 1;
    const std::size_t coefficients = form.terms.size() + 1 + (form.second ? 1 : 0);
    if (size_ > coefficients) forms_.push_back(form);
    form.any_sign = true;
    form.cost += 1;
    if (size_ > coefficients + 2) forms_.push_back(form);
  }

  void add_segmented() {
    const Terms terms = powers(varies_, 3);
    for (const Partition& partition : partitions_)
      for (const Term& term : terms) {
        Form form{Terms(partition.observations.size(), term),
                  false,
                  {},
                  false,
                  partition.split,
                  partition.thresholds,
                  is_likely(term),
                  cost_here(term) + partition.cost};
        forms_.push_back(form);
        if (!is_constant(term)) add_with_constant(form);
        if (!is_constant(term)) add_bent(partition, form);
        if (partition.observations.size() == 2)
          for (const Term& other : terms)
            if (!(other == term)) add_two_kinds(partition, term, other);
      }
  }

  // References at random hit as often as the cache holds what they ask for: of twice the data,
  // twice the references, as many hit as before. The line takes three observations to be seen.
  void add_bent(const Partition& partition, Form form) {
    if (partition.observations.size() != 2 || partition.observations[1] < 3) return;
    form.bends = true;
    form.cost += 1;
    forms_.push_back(form);
  }

  // Below a cache's capacity lines are fetched once, beyond it again and again. A term of its own
  // takes three observations to be seen, but for a constant.
  void add_two_kinds(const Partition& partition, const Term& one, const Term& other) {
    const auto seen = [](const Term& term, std::size_t observations) {
      return observations >= 3 || is_constant(term);
    };
    if (!seen(one, partition.observations[0]) || !seen(other, partition.observations[1])) return;
    forms_.push_back({{one, other},
                      false,
                      {},
                      false,
                      partition.split,
                      partition.thresholds,
                      is_likely(one) && is_likely(other),
                      1 + cost_here(one) + cost_here(other) + partition.cost});
  }

  void add_two_terms() {
    const Terms terms = powers(varies_, 3);
    for (const Term& term : terms)
      for (const Term& second : terms) {
        if (is_constant(term) || is_constant(second) || !(cost_of(second) <= cost_of(term)) ||
            (second == term))
          continue;
        Form form{{term}, false, second,          false,
                  term,   {},    is_likely(term), 1 + cost_here(term) + cost_here(second)};
        forms_.push_back(form);
        add_with_constant(form);
        form.any_sign = true;
        form.cost += 1;
        forms_.push_back(form);
      }
  }

  std::size_t size_;  // observations
  std::vector<bool> varies_;
  const Terms& likely_;
  std::vector<Partition> partitions_;
  std::vector<Form> forms_;
};

}  // namespace

std::size_t Form::stretch_at(double split_value) const {
  return static_cast<std::size_t>(
      std::lower_bound(thresholds.begin(), thresholds.end(), split_value) - thresholds.begin());
}

std::vector<Form> forms_for(const Observations& observations, const Expectation& expected) {
  std::vector<Form> forms = FormMaker(observations, expected.likely).made();
  const auto is_within = [&](const Term& term) {
    return expected.limits.empty() || is_constant(term) ||
           std::any_of(expected.limits.begin(), expected.limits.end(),
                       [&](const Term& limit) { return grows_no_faster(term, limit); });
  };
  std::erase_if(forms, [&](const Form& form) {
    return (form.second && !is_within(*form.second)) ||
           !std::all_of(form.terms.begin(), form.terms.end(), is_within);
  });
  return forms;
}

}  // namespace hpcast::countergen
