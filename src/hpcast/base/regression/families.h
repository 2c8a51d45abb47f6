// The families of regressors behind fit() and model_from_json().
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/regression/model.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/regression/samples.h"

namespace hpcast::regression {

// Of checked samples.
std::unique_ptr<Model> fit_linear(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_ridge(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_lasso(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_elastic_net(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_sgd(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_svr(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_tree(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_forest(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_extra_trees(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_bagging(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_adaboost(const Settings& settings, const Samples& samples);
std::unique_ptr<Model> fit_gradient_boosting(const Settings& settings, const Samples& samples);

// A model's head as a file has it.
struct Head {
  std::string regressor;
  std::size_t columns = 0;
};

// What is wrong becomes a fault of the fields; the model is then not to be used.
std::unique_ptr<Model> read_linear(const Head& head, Fields& fields);
std::unique_ptr<Model> read_svr(const Head& head, Fields& fields);
std::unique_ptr<Model> read_mean_of_trees(const Head& head, Fields& fields);
std::unique_ptr<Model> read_sum_of_trees(const Head& head, Fields& fields);
std::unique_ptr<Model> read_median_of_trees(const Head& head, Fields& fields);

}  // namespace hpcast::regression
