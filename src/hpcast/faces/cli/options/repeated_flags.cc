#include "hpcast/faces/cli/options/repeated_flags.h"

#include <filesystem>
#include <system_error>

namespace hpcast::cli {

namespace {

// A file may be of that name, too.
bool is_setting(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  std::error_code ignored;
  return equals != std::string::npos && equals > 0 && argument.front() != '-' &&
         argument.find('/') > equals && !std::filesystem::exists(argument, ignored);
}

bool takes_one_of_many(const CLI::App& command, const std::string& flag) {
  const CLI::Option* const option = command.get_option_no_throw(flag);
  return option != nullptr && option->get_expected_max() > 1 && !option->get_allow_extra_args();
}

// `command` itself where there is none of that name.
const CLI::App* subcommand_of(const CLI::App& command, const std::string& name) {
  const auto found =
      command.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
  return found.empty() ? &command : found.front();
}

}  // namespace

std::vector<std::string> with_repeated_flags(const CLI::App& app,
                                             const std::vector<std::string>& arguments) {
  std::vector<std::string> repeated;
  const CLI::App* command = &app;
  std::string flag;          // that further values may belong to
  bool needs_value = false;  // its first
  bool of_program = false;   // what stands behind "--"
  for (const std::string& argument : arguments) {
    of_program = of_program || argument == "--";
    if (of_program) {
      // It is the program's own.
    } else if (!needs_value && argument.starts_with("--")) {
      const std::size_t equals = argument.find('=');
      flag = argument.substr(0, equals);
      if (!takes_one_of_many(*command, flag)) flag.clear();
      needs_value = !flag.empty() && equals == std::string::npos;
    } else if (needs_value) {
      needs_value = false;
    } else if (!flag.empty() && is_setting(argument)) {
      repeated.push_back(flag);
    } else {
      flag.clear();
      command = subcommand_of(*command, argument);
    }
    repeated.push_back(argument);
  }
  return repeated;
}

}  // namespace hpcast::cli
