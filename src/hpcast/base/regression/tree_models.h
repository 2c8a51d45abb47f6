// Models made of trees.
#pragma once

#include <memory>
#include <vector>

#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/tree.h"

namespace hpcast::regression {

std::unique_ptr<Model> mean_of_trees(const Head& head, std::vector<Tree> trees);
std::unique_ptr<Model> sum_of_trees(const Head& head, double first, std::vector<Tree> trees);
// The weighted median: a weight for each tree.
std::unique_ptr<Model> median_of_trees(const Head& head, std::vector<double> weights,
                                       std::vector<Tree> trees);

}  // namespace hpcast::regression
