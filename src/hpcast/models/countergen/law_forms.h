// Which forms a law may have, for observations at given sizes: what fit_law() chooses from.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/models/countergen/law.h"

namespace hpcast::countergen {

// Observations in stretches of a term's values.
struct Partition {
  Term split;
  std::vector<std::uint8_t> stretch;  // by observation
  std::size_t stretches = 1;
};

// A law without its coefficients. Terms are numbers of Forms::terms.
struct Form {
  static constexpr std::uint16_t none = UINT16_MAX;

  std::uint16_t partition = 0;  // number of Forms::partitions; 0: all observations in one stretch
  std::uint16_t term = 0;       // of all stretches, or of the first
  std::uint16_t other = none;   // of the second stretch; without stretches, the second term
  bool has_constant = false;
  bool any_sign = false;    // of the constant and the second term
  bool is_signed = false;   // with that of the first term: taken only where nothing else is exact
  bool bends = false;       // the second stretch begins where it crosses the first
  bool only_exact = false;  // taken only where it is exact: there are too few values to tell it
  double cost = 0;          // how far from simple, beside what terms cost

  bool has_second() const { return partition == 0 && other != none; }
  std::uint16_t term_of(std::size_t stretch) const {
    return stretch == 1 && other != none ? other : term;
  }
};

// Observations that are left out together: those that share a value of a size, which are then
// forecast from its other values, and single ones.
struct Group {
  std::vector<std::size_t> observations;  // in order
  // By size: the group's part in the error along it, of laws that depend on the size. The others
  // need not extrapolate along it: each observation by itself tells whether the size matters.
  std::vector<double> dependent, independent;
};

// Sizes that something depends on, as bits.
using SizeSet = std::uint32_t;

struct Forms {
  SizeSet varying = 0;
  std::vector<Term> terms;
  std::vector<double> values;  // of each term in turn, at each observation
  std::vector<Partition> partitions;
  std::vector<Group> groups;
  std::vector<Form> all;  // at least the constant, which is the first

  SizeSet sizes_of(const Form& form) const;
  double value(std::uint16_t term, std::size_t observation) const {
    return values[term * partitions[0].stretch.size() + observation];
  }
};

// No two sizes are the same.
Forms forms_at(const std::vector<std::vector<double>>& sizes);

}  // namespace hpcast::countergen
