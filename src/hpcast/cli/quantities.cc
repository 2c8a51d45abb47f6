#include "hpcast/cli/quantities.h"

#include "hpcast/base/diagnostics.h"

namespace hpcast::cli {

double quantity_in(const std::string& option, const std::string& text, Dimension dimension,
                   Sign sign) {
  const auto value = parse_quantity(text, dimension);
  const bool has_sign =
      value && (sign == Sign::any || *value > 0 || (sign == Sign::at_least_0 && *value == 0));
  if (has_sign) return *value;
  const char* const range = sign == Sign::any       ? ""
                            : sign == Sign::above_0 ? ", above 0"
                                                    : ", not below 0";
  throw InputError(option + " '" + text + "': expected " + example_of(dimension) + range);
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
