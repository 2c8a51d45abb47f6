#include "hpcast/faces/cli/options/quantities.h"

#include <cmath>

#include "hpcast/base/diagnostics.h"

namespace hpcast::cli {

double quantity_in(const std::string& option, const std::string& text, Dimension dimension,
                   Sign sign) {
  const auto value = parse_quantity(text, dimension);
  const bool has_sign =
      value && (sign == Sign::any || *value > 0 || (sign == Sign::at_least_0 && *value == 0));
  if (has_sign) return in_range(option, "'" + text + "'", *value);
  const char* const range = sign == Sign::any       ? ""
                            : sign == Sign::above_0 ? ", above 0"
                                                    : ", not below 0";
  throw InputError(option + " '" + text + "': expected " + example_of(dimension) + range);
}

double in_range(const std::string& option, const std::string& text, double value) {
  constexpr double smallest = 1e-30, largest = 1e30;
  const double size = std::fabs(value);
  if (size != 0 && !(size >= smallest && size <= largest))
    throw InputError(option + " " + text + ": must lie between 1e-30 and 1e30");
  return value;
}

std::optional<double> typed_quantity(const std::string& option, const std::string& text,
                                     Dimension dimension, Sign sign) {
  if (text.empty()) return std::nullopt;
  return quantity_in(option, text, dimension, sign);
}

NamedValue named_value(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {{}, text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace hpcast::cli
