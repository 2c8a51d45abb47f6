#include "hpcast/base/regression/regressor.h"

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/families.h"

namespace hpcast::regression {

namespace {

struct Family {
  Regressor regressor;
  std::unique_ptr<Model> (*fit)(const Settings& settings, const Samples& samples);
  std::unique_ptr<Model> (*read)(const Head& head, Fields& fields);
};

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {{"linear", "least squares"}, fit_linear, read_linear},
      {{"ridge", "least squares with squared coefficients added"}, fit_ridge, read_linear},
      {{"lasso", "least squares with absolute coefficients added"}, fit_lasso, read_linear},
      {{"elastic-net", "half ridge, half lasso"}, fit_elastic_net, read_linear},
      {{"sgd", "ridge by stochastic gradient descent; wants features of about the same size"},
       fit_sgd,
       read_linear},
      {{"svr", "support vectors with a radial kernel; slow from some 10,000 rows on"},
       fit_svr,
       read_svr},
      {{"tree", "one regression tree, grown in full"}, fit_tree, read_mean_of_trees},
      {{"forest", "the mean of 100 trees, each of rows drawn at random"},
       fit_forest,
       read_mean_of_trees},
      {{"extra-trees", "the mean of 100 trees that are split at random thresholds"},
       fit_extra_trees,
       read_mean_of_trees},
      {{"bagging", "the mean of 10 trees, each of rows drawn at random"},
       fit_bagging,
       read_mean_of_trees},
      {{"adaboost", "the median of 50 small trees, each for what those before it got wrong"},
       fit_adaboost,
       read_median_of_trees},
      {{"gradient-boosting", "the sum of 100 small trees, each of what those before it left"},
       fit_gradient_boosting,
       read_sum_of_trees}};
  return all;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.regressor.name);
  return names;
}

const Family* family_of(const std::string& name) {
  const auto found = std::find_if(families().begin(), families().end(), [&](const Family& family) {
    return family.regressor.name == name;
  });
  return found == families().end() ? nullptr : &*found;
}

constexpr std::int64_t most_columns = 1'000'000;

std::unique_ptr<Model> read_model(const Json& value, const std::string& pointer, Faults& faults) {
  Fields fields(value, pointer, faults);
  const std::string name = fields.required_text("regressor");
  const auto columns = fields.integer("columns", 1, most_columns);
  const Family* family = family_of(name);
  if (!family && !name.empty())
    fields.fault("regressor", "expected " + list_of(family_names()),
                 did_you_mean(name, family_names()));
  if (!columns && !fields.member("columns")) fields.fault("columns", "is missing");
  if (!family || !columns) return nullptr;
  return family->read({name, static_cast<std::size_t>(*columns)}, fields);
}

}  // namespace

const std::vector<Regressor>& regressors() {
  static const std::vector<Regressor> all = [] {
    std::vector<Regressor> made;
    for (const Family& family : families()) made.push_back(family.regressor);
    return made;
  }();
  return all;
}

std::unique_ptr<Model> fit(const Settings& settings, const Samples& samples) {
  const Family* family = family_of(settings.regressor);
  if (!family)
    throw InputError(
        "there is no regressor '" + settings.regressor + "', but " + list_of(family_names()),
        did_you_mean(settings.regressor, family_names()));
  check(samples);
  return family->fit(settings, samples);
}

std::unique_ptr<Model> model_from_json(const Document& document, const std::string& pointer) {
  Faults faults(document);
  const Json::json_pointer place(pointer);
  if (!document.root.contains(place)) {
    faults.add(pointer, "there is no model");
    throw InputError(faults.sorted());
  }
  std::unique_ptr<Model> model = read_model(document.root.at(place), pointer, faults);
  faults.throw_if_any();
  return model;
}

}  // namespace hpcast::regression
