// libFuzzer entry: any bytes are a model that predicts and comes back as it was, or an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/regressor.h"

namespace {

using namespace hpcast;

// Not a number is as good as another one: what overflows may add up to either.
bool same(double a, double b) { return a == b || (a != a && b != b); }

void read_model(std::string_view text) {
  const auto model = regression::model_from_json(parse_json(text, "fuzz"));
  const auto again = regression::model_from_json(parse_json(model->to_json().dump(), "again"));
  std::vector<double> row(model->columns());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<double>(i % 3) - 0.5;
  if (!same(model->predict(row), again->predict(row))) __builtin_trap();
  if (model->to_json() != again->to_json()) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_model({reinterpret_cast<const char*>(data), size});
  } catch (const InputError&) {
  }
  return 0;
}
