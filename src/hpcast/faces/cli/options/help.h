// How --help shows options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hpcast::cli {

// Of an option that may be there several times, with one value each, CLI11 says "TEXT ...", as if
// it took them all at once.
class Help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t dots = text.find(" ...");
    if (dots != std::string::npos && !option->get_positional() && !option->get_allow_extra_args())
      text.replace(dots, 4, " (repeatable)");
    return text;
  }
};

}  // namespace hpcast::cli
