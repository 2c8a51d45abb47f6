// Numbers of a model's file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::regression {

// What is missing or no number is a fault.
double number_at(Fields& fields, const std::string& key);
// So many of them; otherwise a fault.
std::vector<double> numbers_at(Fields& fields, const std::string& key, std::size_t count);

}  // namespace hpcast::regression
