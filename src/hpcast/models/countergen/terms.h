// The terms that laws are made of.
#pragma once

#include <vector>

#include "hpcast/models/countergen/law.h"

namespace hpcast::countergen {

// Which of the sizes differ from each other: others are no factor.
std::vector<bool> varying(const std::vector<std::vector<double>>& sizes);

bool is_constant(const Term& term);
// Of whole loops, none of which is shared.
bool is_product_of_powers(const Term& term);
// In each of the sizes.
bool grows_no_faster(const Term& term, const Term& limit);

// Whole loops bring whole powers; halves, quotients and logarithms are rarer.
double cost_of(const Term& term);

// Products of whole powers, of at most that degree in all, from the power `least` of each size on:
// below 0 they are of work that is shared.
std::vector<Term> powers(const std::vector<bool>& varies, int degree, int least = 0);
// Those that a law of one term may be.
std::vector<Term> products(const std::vector<bool>& varies);
// Products with a logarithm, and with half a power more or less of one size.
std::vector<Term> rare_terms(const std::vector<bool>& varies);
// What a loop costs beside another one: whole powers, of work that is shared too, and logarithms.
std::vector<Term> summands(const std::vector<bool>& varies);
// Where a working set may outgrow a cache: each size, all of them together, and of two the share
// of one.
std::vector<Term> split_terms(const std::vector<bool>& varies);

}  // namespace hpcast::countergen
