// The usage line of commands that take a program behind "--", which CLI11 never sees.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace hpcast::cli {

class ProgramUsage : public CLI::Formatter {
 public:
  explicit ProgramUsage(std::string program) : program_(std::move(program)) {}

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    usage.insert(usage.find_last_not_of('\n') + 1, " " + program_);
    return usage;
  }

 private:
  std::string program_;
};

}  // namespace hpcast::cli
