#include "hpcast/models/countergen/law_forms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "hpcast/models/countergen/terms.h"

namespace hpcast::countergen {

namespace {

using SizeLists = std::vector<std::vector<double>>;

// What has as many coefficients as there are observations is no law.
class FormMaker {
 public:
  explicit FormMaker(const SizeLists& sizes)
      : sizes_(sizes), varies_(varying(sizes)), seen_(seen_in(sizes)) {}

  Forms made() {
    forms_.partitions.push_back({{}, std::vector<std::uint8_t>(sizes_.size(), 0), 1});
    for (const Term& split : split_terms(varies_)) add_partitions(split);
    add_groups();
    forms_.terms = products(varies_);
    for (Term& term : rare_terms(varies_)) forms_.terms.push_back(std::move(term));
    for (const Term& term : forms_.terms)
      for (const std::vector<double>& sizes : sizes_) forms_.values.push_back(term.at(sizes));
    for (const Term& term : powers(varies_, 3)) powers_.push_back(number_of(term));
    for (const Term& term : summands(varies_)) summands_.push_back(number_of(term));
    for (std::size_t term = 0; term < forms_.terms.size(); ++term)
      add_with_constants({.term = static_cast<std::uint16_t>(term)});
    if (sizes_.size() >= 3) add_segmented();
    if (sizes_.size() >= 4) add_two_terms();
    add_signed();
    for (Form& form : forms_.all) form.only_exact = form.only_exact || are_too_few_for(form);
    return std::move(forms_);
  }

 private:
  bool is_constant_term(std::uint16_t term) const { return is_constant(forms_.terms[term]); }
  std::uint16_t number_of(const Term& term) const {
    const auto found = std::find(forms_.terms.begin(), forms_.terms.end(), term);
    return static_cast<std::uint16_t>(found - forms_.terms.begin());
  }

  // Those of one size may be those of another.
  void add_groups() {
    std::map<std::vector<std::size_t>, Group> groups;
    const auto group = [&](const std::vector<std::size_t>& observations) -> Group& {
      Group& found = groups[observations];
      found.observations = observations;
      found.dependent.resize(varies_.size(), 0);
      found.independent.resize(varies_.size(), 0);
      return found;
    };
    for (std::size_t size = 0; size < varies_.size(); ++size) {
      if (!varies_[size]) continue;
      forms_.varying |= 1U << size;
      std::map<double, std::vector<std::size_t>> by_value;
      for (std::size_t i = 0; i < sizes_.size(); ++i) {
        by_value[sizes_[i][size]].push_back(i);
        group({i}).independent[size] = 1 / static_cast<double>(sizes_.size());
      }
      for (const auto& [value, observations] : by_value)
        group(observations).dependent[size] = 1 / static_cast<double>(by_value.size());
    }
    for (auto& [observations, made] : groups) forms_.groups.push_back(std::move(made));
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

  // There are so many of these that one of them often fits by chance.
  static double cost_of_rare(const Term& term) { return is_product_of_powers(term) ? 0 : 2; }

  void add_segmented() {
    constexpr double cost_of_stretch = 2;
    for (std::size_t number = 1; number < forms_.partitions.size(); ++number) {
      const auto p = static_cast<std::uint16_t>(number);
      const std::size_t stretches = forms_.partitions[p].stretches;
      const double cost = cost_of_stretch * static_cast<double>(stretches - 1) +
                          cost_of_rare(forms_.partitions[p].split);
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

  // In how many ways a law may depend on a size, as many and one more values of it must tell; of
  // stretches with a constant, which noise often meets, two observations of each coefficient.
  bool are_too_few_for(const Form& form) const {
    if (form.partition != 0)
      return form.has_constant &&
             sizes_.size() < 2 * (forms_.partitions[form.partition].stretches + 1);
    for (std::size_t size = 0; size < varies_.size(); ++size) {
      if (!varies_[size]) continue;
      std::set<std::pair<double, std::uint8_t>> ways;
      const auto add = [&](const Term& of) {
        ways.emplace(of.exponents[size], of.logarithm[size]);
      };
      add(forms_.terms[form.term]);
      if (form.has_second()) add(forms_.terms[form.other]);
      if (form.has_constant) ways.emplace(0, 0);
      if (ways.size() > 1 && ways.size() >= seen_[size].values) return true;
    }
    return false;
  }

  void add_two_terms() {
    for (const std::uint16_t term : summands_)
      for (const std::uint16_t second : summands_) {
        if (is_constant_term(term) || is_constant_term(second) || second == term ||
            !(cost_of(forms_.terms[second]) <= cost_of(forms_.terms[term])))
          continue;
        const double rare =
            std::max(cost_of_rare(forms_.terms[term]), cost_of_rare(forms_.terms[second]));
        Form form{.term = term, .other = second, .only_exact = sizes_.size() < 5, .cost = 1 + rare};
        add_with_constants(form);
        if (form.only_exact) continue;
        form.any_sign = true;
        form.cost += 1;
        forms_.all.push_back(form);
      }
  }

  // The sums once more, of whatever signs: n - 1999, n - n/p. Noise meets many of them.
  void add_signed() {
    constexpr double behind_all_others = 100;
    std::vector<Form> sums;
    for (const Form& form : forms_.all)
      if (form.partition == 0 && !form.any_sign && (form.has_constant || form.has_second()))
        sums.push_back(form);
    for (Form form : sums) {
      form.any_sign = form.is_signed = form.only_exact = true;
      form.cost += behind_all_others;
      forms_.all.push_back(form);
    }
  }

  const SizeLists& sizes_;
  std::vector<bool> varies_;
  std::vector<Seen> seen_;               // by size
  std::vector<std::uint16_t> powers_;    // terms of whole loops
  std::vector<std::uint16_t> summands_;  // terms of laws of two
  Forms forms_;
};

}  // namespace

SizeSet Forms::sizes_of(const Form& form) const {
  SizeSet sizes = 0;
  const auto add = [&](const Term& of) {
    for (std::size_t i = 0; i < of.exponents.size(); ++i)
      if (of.exponents[i] != 0 || of.logarithm[i] != 0) sizes |= 1U << i;
  };
  add(terms[form.term]);
  if (form.other != Form::none) add(terms[form.other]);
  if (form.partition != 0) add(partitions[form.partition].split);
  return sizes;
}

Forms forms_at(const SizeLists& sizes) { return FormMaker(sizes).made(); }

}  // namespace hpcast::countergen
