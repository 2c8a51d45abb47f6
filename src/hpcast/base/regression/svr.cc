// Support vector regression by libsvm, with scikit-learn's defaults: SVR(kernel='rbf',
// gamma='scale', C=1.0, epsilon=0.1, tol=1e-3, cache_size=200, shrinking=True).
#include <fmt/format.h>
#include <libsvm/svm.h>

#include <cmath>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/families.h"
#include "hpcast/base/regression/read_numbers.h"
#include "hpcast/base/regression/words.h"

namespace hpcast::regression {

namespace {

struct Support {
  std::vector<double> rows;          // one after the other
  std::vector<double> coefficients;  // of each
  double gamma = 0, intercept = 0;
};

// "0.5 0:1 4:0.25": the coefficient and what of the row is not 0.
std::string vector_text(double coefficient, std::span<const double> row) {
  std::string text = fmt::format("{}", coefficient);
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] != 0) fmt::format_to(std::back_inserter(text), " {}:{}", i, row[i]);
  return text;
}

// A short text may stand for a long row: what a file has us keep is bounded.
void add_vector(std::string_view text, std::size_t columns, Support& support) {
  constexpr std::size_t most_values = std::size_t{1} << 25;
  if (support.rows.size() + columns > most_values)
    throw std::invalid_argument(fmt::format(
        "there are more vectors of {} features than fit into {} values", columns, most_values));
  support.coefficients.push_back(number_in(next_word(text)));
  support.rows.resize(support.rows.size() + columns);
  double* const row = support.rows.data() + support.rows.size() - columns;
  while (!text.empty()) {
    const Entry entry = entry_in(next_word(text), columns);
    row[entry.feature] = entry.number;
  }
}

class SvrModel final : public Model {
 public:
  SvrModel(const Head& head, Support support)
      : Model(head.regressor, head.columns), support_(std::move(support)) {}

  double predict(std::span<const double> row) const override {
    double sum = support_.intercept;
    const double* vector = support_.rows.data();
    for (const double coefficient : support_.coefficients) {
      double square = 0;
      for (const double value : row) square += (value - *vector) * (value - *vector), ++vector;
      sum += coefficient * std::exp(-support_.gamma * square);
    }
    return sum;
  }

 private:
  void write(Json& json) const override {
    json["gamma"] = support_.gamma;
    json["intercept"] = support_.intercept;
    Json& vectors = json["vectors"] = Json::array();
    const Matrix rows{support_.rows, columns()};
    for (std::size_t i = 0; i < support_.coefficients.size(); ++i)
      vectors.push_back(vector_text(support_.coefficients[i], rows.row(i)));
  }

  Support support_;
};

// One over the number of features times the variance of all values.
double scale_gamma(const Matrix& x) {
  const auto count = static_cast<double>(x.values.size());
  double sum = 0, squares = 0;
  for (const double value : x.values) sum += value;
  for (const double value : x.values) squares += std::pow(value - sum / count, 2);
  return squares > 0 ? count / (static_cast<double>(x.columns) * squares) : 1;
}

// The rows as libsvm wants them: without zeros, each ended by index -1.
struct SparseRows {
  std::vector<svm_node> nodes;
  std::vector<svm_node*> rows;

  explicit SparseRows(const Matrix& x) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < x.rows(); ++i) {
      starts.push_back(nodes.size());
      const std::span<const double> row = x.row(i);
      for (std::size_t j = 0; j < row.size(); ++j)
        if (row[j] != 0) nodes.push_back({static_cast<int>(j), row[j]});
      nodes.push_back({-1, 0});
    }
    for (const std::size_t start : starts) rows.push_back(nodes.data() + start);
  }
};

struct FreeSvmModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

Support support_of(const Samples& samples, double gamma) {
  SparseRows sparse(samples.x);
  std::vector<double> y(samples.y.begin(), samples.y.end());
  const svm_problem problem{static_cast<int>(y.size()), y.data(), sparse.rows.data()};
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = RBF;
  parameter.gamma = gamma;
  parameter.cache_size = 200;
  parameter.eps = 1e-3;
  parameter.C = 1;
  parameter.p = 0.1;
  parameter.shrinking = 1;
  svm_set_print_string_function([](const char*) {});
  const std::unique_ptr<svm_model, FreeSvmModel> model(svm_train(&problem, &parameter));
  Support support{{}, {}, gamma, -model->rho[0]};
  for (int i = 0; i < model->l; ++i) {
    const auto row = samples.x.row(static_cast<std::size_t>(model->sv_indices[i] - 1));
    support.rows.insert(support.rows.end(), row.begin(), row.end());
    support.coefficients.push_back(model->sv_coef[0][i]);
  }
  return support;
}

}  // namespace

// libsvm has no weights of rows.
std::unique_ptr<Model> fit_svr(const Settings& settings, const Samples& samples) {
  if (!samples.weights.empty())
    throw InputError("the regressor 'svr' takes no weights", "repeat rows that count more");
  return std::make_unique<SvrModel>(Head{settings.regressor, samples.x.columns},
                                    support_of(samples, scale_gamma(samples.x)));
}

std::unique_ptr<Model> read_svr(const Head& head, Fields& fields) {
  Support support;
  support.gamma = fields.required_quantity("gamma", Dimension::none, Range::computed);
  support.intercept = number_at(fields, "intercept");
  try {
    for (const std::string& text : fields.texts("vectors")) add_vector(text, head.columns, support);
  } catch (const std::invalid_argument& error) {
    fields.fault("vectors", error.what());
  }
  return std::make_unique<SvrModel>(head, std::move(support));
}

}  // namespace hpcast::regression
