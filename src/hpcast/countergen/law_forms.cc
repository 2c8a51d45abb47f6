#include "hpcast/countergen/law_forms.h"

#include <algorithm>
#include <cmath>

#include "hpcast/countergen/terms.h"

namespace hpcast::countergen {

namespace {

using SizeLists = std::vector<std::vector<double>>;

// What has as many coefficients as there are observations is no law.
class FormMaker {
 public:
  explicit FormMaker(const SizeLists& sizes) : sizes_(sizes), varies_(varying(sizes)) {}

  Forms made() {
    forms_.partitions.push_back({{}, std::vector<std::uint8_t>(sizes_.size(), 0), 1});
    for (const Term& split : split_terms(varies_)) add_partitions(split);
    forms_.terms = quotients(varies_, 4);
    for (Term& term : rare_terms(varies_)) forms_.terms.push_back(std::move(term));
    for (const Term& term : forms_.terms)
      for (const std::vector<double>& sizes : sizes_) forms_.values.push_back(term.at(sizes));
    for (const Term& term : powers(varies_, 3)) powers_.push_back(number_of(term));
    for (std::size_t term = 0; term < forms_.terms.size(); ++term)
      add_with_constants({.term = static_cast<std::uint16_t>(term)});
    if (sizes_.size() >= 4) add_segmented();
    if (sizes_.size() >= 5) add_two_terms();
    return std::move(forms_);
  }

 private:
  bool is_constant_term(std::uint16_t term) const { return is_constant(forms_.terms[term]); }
  std::uint16_t number_of(const Term& term) const {
    const auto found = std::find(forms_.terms.begin(), forms_.terms.end(), term);
    return static_cast<std::uint16_t>(found - forms_.terms.begin());
  }

  // In two stretches, or in three. Only the outermost may have a single observation. Of many sizes,
  // three stretches begin at every few: there would be as many partitions as the square of them.
  void add_partitions(const Term& split) {
    constexpr std::size_t enough = 8;
    std::vector<double> values;
    for (const std::vector<double>& sizes : sizes_) values.push_back(split.at(sizes));
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t every = (sorted.size() + enough - 2) / enough;
    const auto begins = [&](std::size_t i) { return sorted[i] != sorted[i - 1]; };
    const auto between = [&](std::size_t i) { return std::sqrt(sorted[i] * sorted[i - 1]); };
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (!begins(i)) continue;
      add_partition(split, values, {between(i)});
      for (std::size_t j = i + std::max<std::size_t>(2, every); i % every == 0 && j < sorted.size();
           j += every)
        if (begins(j)) add_partition(split, values, {between(i), between(j)});
    }
  }

  void add_partition(const Term& split, const std::vector<double>& values,
                     const std::vector<double>& thresholds) {
    Partition partition{split, {}, thresholds.size() + 1};
    for (const double value : values)
      partition.stretch.push_back(static_cast<std::uint8_t>(
          std::lower_bound(thresholds.begin(), thresholds.end(), value) - thresholds.begin()));
    forms_.partitions.push_back(std::move(partition));
  }

  // The form, and with a constant. What lies below 0 needs one more observation that shows it.
  void add_with_constants(Form form) {
    forms_.all.push_back(form);
    if (is_constant_term(form.term)) return;
    form.has_constant = true;
    form.cost += 1;
    const std::size_t coefficients =
        forms_.partitions[form.partition].stretches + 1 + (form.has_second() ? 1 : 0);
    if (sizes_.size() > coefficients) forms_.all.push_back(form);
    form.any_sign = true;
    form.cost += 1;
    if (sizes_.size() > coefficients + 2) forms_.all.push_back(form);
  }

  void add_segmented() {
    constexpr double cost_of_stretch = 2;
    for (std::size_t number = 1; number < forms_.partitions.size(); ++number) {
      const auto p = static_cast<std::uint16_t>(number);
      const std::size_t stretches = forms_.partitions[p].stretches;
      const double cost = cost_of_stretch * static_cast<double>(stretches - 1);
      for (const std::uint16_t term : powers_) {
        add_with_constants({.partition = p, .term = term, .cost = cost});
        if (stretches == 2 && may_bend(forms_.partitions[p], term))
          forms_.all.push_back({.partition = p, .term = term, .bends = true, .cost = 1 + cost});
        if (stretches == 2)
          for (const std::uint16_t other : powers_)
            if (other != term && are_seen(forms_.partitions[p], term, other))
              forms_.all.push_back(
                  {.partition = p, .term = term, .other = other, .cost = 1 + cost});
      }
    }
  }

  static std::ptrdiff_t seen(const Partition& partition, std::uint8_t stretch) {
    return std::count(partition.stretch.begin(), partition.stretch.end(), stretch);
  }

  // Of references at random as many hit as the cache holds, however many there are: beyond its
  // capacity the others miss, on a line that takes three observations to be seen.
  bool may_bend(const Partition& partition, std::uint16_t term) const {
    return !is_constant_term(term) && seen(partition, 1) >= 3;
  }

  // Below a cache's capacity lines are fetched once, beyond it again and again. A term of its own
  // takes three observations to be seen, but for a constant.
  bool are_seen(const Partition& partition, std::uint16_t one, std::uint16_t other) const {
    return (seen(partition, 0) >= 3 || is_constant_term(one)) &&
           (seen(partition, 1) >= 3 || is_constant_term(other));
  }

  void add_two_terms() {
    for (const std::uint16_t term : powers_)
      for (const std::uint16_t second : powers_) {
        if (is_constant_term(term) || is_constant_term(second) || second == term ||
            !(cost_of(forms_.terms[second]) <= cost_of(forms_.terms[term])))
          continue;
        Form form{.term = term, .other = second, .cost = 1};
        add_with_constants(form);
        form.any_sign = true;
        form.cost += 1;
        forms_.all.push_back(form);
      }
  }

  const SizeLists& sizes_;
  std::vector<bool> varies_;
  std::vector<std::uint16_t> powers_;  // terms of whole loops
  Forms forms_;
};

}  // namespace

Forms forms_at(const SizeLists& sizes) { return FormMaker(sizes).made(); }

}  // namespace hpcast::countergen
