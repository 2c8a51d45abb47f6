#include "hpcast/base/regression/read_numbers.h"

#include <fmt/core.h>

namespace hpcast::regression {

double number_at(Fields& fields, const std::string& key) {
  const Json* value = fields.member(key);
  if (value && value->is_number()) return value->get<double>();
  fields.fault(key, "expected a number");
  return 0;
}

std::vector<double> numbers_at(Fields& fields, const std::string& key, std::size_t count) {
  const Json& elements = fields.array(key);
  std::vector<double> numbers;
  for (const Json& element : elements)
    if (element.is_number()) numbers.push_back(element.get<double>());
  if (numbers.size() != elements.size() || numbers.size() != count)
    fields.fault(key, fmt::format("expected {} numbers, found {} in an array of {}", count,
                                  numbers.size(), elements.size()));
  return numbers;
}

}  // namespace hpcast::regression
