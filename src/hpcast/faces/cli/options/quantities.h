// Quantities as they are typed on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hpcast/base/units.h"

namespace hpcast::cli {

enum class Sign : std::uint8_t { above_0, at_least_0, any };

// "95 W" given to `option`. Throws InputError for what is no such quantity.
double quantity_in(const std::string& option, const std::string& text, Dimension dimension,
                   Sign sign = Sign::above_0);
// As files have it: from 1e-30 to 1e30, or 0, so that no answer is infinite. Throws InputError.
double in_range(const std::string& option, const std::string& text, double value);
// Nothing where nothing was typed.
std::optional<double> typed_quantity(const std::string& option, const std::string& text,
                                     Dimension dimension, Sign sign = Sign::above_0);

// "NAME=VALUE"; without '=', all of it is the value.
struct NamedValue {
  std::optional<std::string> name;
  std::string value;
};
NamedValue named_value(const std::string& text);

}  // namespace hpcast::cli
