#include "hpcast/faces/cli/options/check_values.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "hpcast/base/diagnostics.h"

namespace hpcast::cli {

namespace {

void check_value(const CLI::Option& option, const std::string& value) {
  const std::string& name = option.get_single_name();
  const std::string shown = option.get_positional() ? name : "--" + name;
  if (value.empty())
    throw InputError(shown + ": the value is empty", "leave it out, or give it a value");
  if (option.get_type_name().starts_with("FLOAT") &&
      !std::isfinite(std::strtod(value.c_str(), nullptr)))
    throw InputError(shown + " " + value + ": is no finite number");
}

}  // namespace

void check_values(const CLI::App& command) {
  for (const CLI::Option* const option : command.get_options())
    for (const std::string& value : option->results()) check_value(*option, value);
  for (const CLI::App* const sub : command.get_subcommands()) check_values(*sub);
}

}  // namespace hpcast::cli
