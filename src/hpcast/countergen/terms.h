// The terms that laws are made of.
#pragma once

#include <vector>

#include "hpcast/countergen/law.h"

namespace hpcast::countergen {

// Which of the sizes differ from each other: others are no factor.
std::vector<bool> varying(const std::vector<std::vector<double>>& sizes);

bool is_constant(const Term& term);
// In each of the sizes.
bool grows_no_faster(const Term& term, const Term& limit);

// Whole loops bring whole powers; halves, quotients and logarithms are rarer.
double cost_of(const Term& term);

// Products of whole powers, of at most that degree in all.
std::vector<Term> powers(const std::vector<bool>& varies, int degree);
// Those with powers below 0 as well, as long as there are no less above.
std::vector<Term> quotients(const std::vector<bool>& varies, int degree);
// Products with a logarithm, and with half a power more of one size.
std::vector<Term> rare_terms(const std::vector<bool>& varies);
// Where a working set may outgrow a cache: each size, and all of them together.
std::vector<Term> split_terms(const std::vector<bool>& varies);

}  // namespace hpcast::countergen
