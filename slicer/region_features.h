// What a region's time goes with: how often its loops run, as C expressions of what is known where
// the region begins.
#pragma once

#include "symbolic.h"

namespace hpcast::slicer {

struct Feature {
  std::string name;        // "loops at 44, 45"
  std::string expression;  // in C; empty: nobody knows
  Needs needs{};
};

class Costs;

// Of a run of statements: one for each innermost loop, call of a library function that moves bytes.
std::vector<Feature> features_of(const Relevance& relevance, const Costs& costs,
                                 const Function& function,
                                 const std::vector<const Stmt*>& statements);

}  // namespace hpcast::slicer
