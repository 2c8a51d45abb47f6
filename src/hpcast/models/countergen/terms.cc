#include "hpcast/models/countergen/terms.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace hpcast::countergen {

namespace {

constexpr int highest_power = 3;

Term constant_term(std::size_t sizes) {
  return {std::vector<double>(sizes, 0), std::vector<std::uint8_t>(sizes, 0)};
}

Term with_logarithm(Term term, std::size_t size) {
  term.logarithm[size] = 1;
  return term;
}

Term with_power(Term term, std::size_t size, double more) {
  term.exponents[size] += more;
  return term;
}

Term quotient(Term term, const Term& divisor) {
  for (std::size_t i = 0; i < term.exponents.size(); ++i) term.exponents[i] -= divisor.exponents[i];
  return term;
}

double degree_of(const Term& term) {
  return std::accumulate(term.exponents.begin(), term.exponents.end(), 0.0);
}

// Of many sizes there would be more terms of work that is shared than anybody can wait for.
bool may_be_shared(const std::vector<bool>& varies) {
  return std::count(varies.begin(), varies.end(), true) <= 3;
}

// The terms that begin like `term`, with powers from `least` on, and `degree` left to give.
void add_powers(const std::vector<bool>& varies, int least, int degree, Term term,
                std::vector<Term>& terms) {
  const std::size_t size = term.exponents.size();
  if (size == varies.size()) {
    term.logarithm.assign(size, 0);
    terms.push_back(std::move(term));
    return;
  }
  for (int e = std::max(least, -degree); e <= std::min(highest_power, degree); ++e) {
    if (e != 0 && !varies[size]) continue;
    Term more = term;
    more.exponents.push_back(e);
    add_powers(varies, least, degree - std::abs(e), std::move(more), terms);
  }
}

}  // namespace

std::vector<bool> varying(const std::vector<std::vector<double>>& sizes) {
  std::vector<bool> varies(sizes[0].size(), false);
  for (const std::vector<double>& one : sizes)
    for (std::size_t i = 0; i < varies.size(); ++i)
      if (one[i] != sizes[0][i]) varies[i] = true;
  return varies;
}

bool is_constant(const Term& term) {
  return std::all_of(term.exponents.begin(), term.exponents.end(),
                     [](double e) { return e == 0; }) &&
         std::all_of(term.logarithm.begin(), term.logarithm.end(), [](auto l) { return l == 0; });
}

bool is_product_of_powers(const Term& term) {
  return std::all_of(term.exponents.begin(), term.exponents.end(),
                     [](double e) { return e >= 0 && e == std::floor(e); }) &&
         std::all_of(term.logarithm.begin(), term.logarithm.end(), [](auto l) { return l == 0; });
}

bool grows_no_faster(const Term& term, const Term& limit) {
  for (std::size_t i = 0; i < term.exponents.size(); ++i)
    if (term.exponents[i] > limit.exponents[i] ||
        (term.exponents[i] == limit.exponents[i] && term.logarithm[i] > limit.logarithm[i]))
      return false;
  return true;
}

double cost_of(const Term& term) {
  double cost = 0;
  for (const double e : term.exponents)
    cost += std::abs(e) + (e == std::floor(e) ? 0 : 1) + (e < 0 ? 1 : 0);
  for (const auto l : term.logarithm) cost += 1.5 * l;
  return cost;
}

std::vector<Term> powers(const std::vector<bool>& varies, int degree, int least) {
  std::vector<Term> terms;
  add_powers(varies, least, degree, {}, terms);
  return terms;
}

std::vector<Term> products(const std::vector<bool>& varies) {
  constexpr int degree = 4, degree_of_shared = 5, steepest_fall = -2;
  std::vector<Term> terms =
      powers(varies, may_be_shared(varies) ? degree_of_shared : degree, steepest_fall);
  std::erase_if(terms, [](const Term& term) { return degree_of(term) < steepest_fall; });
  return terms;
}

std::vector<Term> rare_terms(const std::vector<bool>& varies) {
  std::vector<Term> terms;
  for (const Term& term : powers(varies, 2, may_be_shared(varies) ? -1 : 0))
    for (std::size_t i = 0; i < varies.size(); ++i) {
      if (!varies[i]) continue;
      terms.push_back(with_logarithm(term, i));
      if (term.exponents[i] >= 0) terms.push_back(with_power(term, i, 0.5));
      if (term.exponents[i] <= 0) terms.push_back(with_power(term, i, -0.5));
    }
  return terms;
}

std::vector<Term> summands(const std::vector<bool>& varies) {
  std::vector<Term> terms = powers(varies, 3);
  if (!may_be_shared(varies)) return terms;
  const auto varying = std::count(varies.begin(), varies.end(), true);
  const int degree = varying <= 2 ? 3 : 2;
  for (Term& term : powers(varies, degree, varying == 1 ? -2 : -1))
    if (std::find(terms.begin(), terms.end(), term) == terms.end())
      terms.push_back(std::move(term));
  for (const Term& term : powers(varies, degree - 1, -1))
    for (std::size_t i = 0; i < varies.size(); ++i)
      if (varies[i] && degree_of(term) <= 1) terms.push_back(with_logarithm(term, i));
  return terms;
}

std::vector<Term> split_terms(const std::vector<bool>& varies) {
  std::vector<Term> terms;
  Term all = constant_term(varies.size());
  for (std::size_t i = 0; i < varies.size(); ++i) {
    if (!varies[i]) continue;
    all.exponents[i] = 1;
    terms.push_back(constant_term(varies.size()));
    terms.back().exponents[i] = 1;
  }
  if (terms.size() == 2)
    for (const std::size_t whole : {0, 1})
      terms.push_back(quotient(terms[whole], terms[1 - whole]));
  if (terms.size() > 1) terms.push_back(all);
  return terms;
}

}  // namespace hpcast::countergen
