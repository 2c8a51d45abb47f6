// Regression: twelve ways to learn a number from rows of features, with the defaults of
// scikit-learn 1.2.1, whose documentation names the sources of each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/regression/model.h"
#include "hpcast/base/regression/samples.h"

namespace hpcast::regression {

struct Regressor {
  std::string name;     // as on the command line
  std::string meaning;  // in a line
};

const std::vector<Regressor>& regressors();

struct Settings {
  std::string regressor;   // a name of regressors()
  std::uint64_t seed = 0;  // of those that draw at random
  unsigned threads = 0;    // 0: as many as the host runs at once; the model is the same
};

// Throws InputError where there is no such regressor, samples are bad (check() of samples.h), 'svr'
// is given weights, or 'sgd' diverges, as it does where features are much larger than 1.
std::unique_ptr<Model> fit(const Settings& settings, const Samples& samples);

// What Model::to_json() wrote, at that place of the document. Throws InputError.
std::unique_ptr<Model> model_from_json(const Document& document, const std::string& pointer = {});

}  // namespace hpcast::regression
