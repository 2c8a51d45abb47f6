// regression_probe REGRESSOR SEEDS FILE: fits it with seeds 0 to SEEDS - 1 and prints, as JSON
// lines, the predictions of each; of a linear one with a single seed the model, too. least-squares:
// ordinary least squares with their statistics instead.
// FILE, in doubles: rows, columns, 1 where there are weights, rows to predict; x, y, weights; x to
// predict.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/regression/least_squares.h"
#include "hpcast/base/regression/regressor.h"

namespace {

using namespace hpcast;

class Numbers {
 public:
  explicit Numbers(const std::string& path) : text_(read_file(path)) {}
  std::vector<double> next(std::size_t count) {
    std::vector<double> numbers(count);
    text_.copy(reinterpret_cast<char*>(numbers.data()), count * sizeof(double), at_);
    at_ += count * sizeof(double);
    return numbers;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

// Ordinary least squares and what it says of its coefficients.
void probe_statistics(Numbers numbers) {
  const std::vector<double> sizes = numbers.next(4);
  const auto columns = static_cast<std::size_t>(sizes[1]);
  std::vector<std::vector<double>> x(static_cast<std::size_t>(sizes[0]));
  for (std::vector<double>& row : x) row = numbers.next(columns);
  const regression::LeastSquares fit = regression::least_squares(x, numbers.next(x.size()));
  std::cout << Json{{"coefficients", fit.coefficients},
                    {"standard_errors", fit.standard_errors},
                    {"inflation", fit.inflation},
                    {"residual", fit.residual},
                    {"r2", fit.r2},
                    {"condition", fit.condition}}
                   .dump()
            << '\n';
}

void probe(const std::string& regressor, std::uint64_t seeds, Numbers numbers) {
  const std::vector<double> sizes = numbers.next(4);
  const auto rows = static_cast<std::size_t>(sizes[0]),
             columns = static_cast<std::size_t>(sizes[1]);
  const std::vector<double> x = numbers.next(rows * columns), y = numbers.next(rows);
  const std::vector<double> weights = numbers.next(sizes[2] > 0 ? rows : 0);
  const std::vector<double> unseen = numbers.next(static_cast<std::size_t>(sizes[3]) * columns);
  const regression::Matrix to_predict{unseen, columns};
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto model = regression::fit({regressor, seed}, {{x, columns}, y, weights});
    Json line;
    if (seeds == 1)
      if (Json json = model->to_json(); json.contains("coefficients")) line["model"] = json;
    for (std::size_t i = 0; i < to_predict.rows(); ++i)
      line["predictions"].push_back(model->predict(to_predict.row(i)));
    std::cout << line.dump() << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    if (std::string(argv[1]) == "least-squares")
      probe_statistics(Numbers(argv[3]));
    else
      probe(argv[1], std::stoull(argv[2]), Numbers(argv[3]));
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
