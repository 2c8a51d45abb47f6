// One term of a power model's file.
#pragma once

#include <optional>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/models/power/model.h"

namespace hpcast::power {

// A quantity of either sign: a number in base units or a string with a unit. Nothing, and a fault,
// where it is none.
std::optional<double> signed_quantity(const Json& value, const std::string& pointer,
                                      Dimension dimension, Faults& faults);

// Faults are added. What it refers to (clock, nominal values, other terms) is not looked at.
Term term_in(Fields& fields, Faults& faults);

}  // namespace hpcast::power
