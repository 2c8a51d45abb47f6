// Counter tables on the command line: which files, and how they are meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/table.h"

namespace hpcast::cli {

// As they were typed.
struct CounterInput {
  std::vector<std::string> files;
  std::string format;
  std::string aliases;
  std::string interval;
};

struct CounterInputOptions {
  CLI::Option* files;
  std::vector<CLI::Option*> formats;  // how they are read
};
CounterInputOptions add_counter_input(CLI::App& command, CounterInput& input);

// All files that are read for it; "" among them where there are no aliases.
std::vector<std::string> inputs_of(const CounterInput& input);
// Several files are runs of one program, side by side. Throws InputError as the readers do.
counters::Table read_counter_input(const CounterInput& input);

// What the file given to `option` is to hold: `to` is csv, json or, for whatever its name says,
// empty. Throws InputError where that does not tell.
enum class CounterFile { csv, json };
CounterFile counter_file(const std::string& option, const std::string& path,
                         const std::string& to = {});
std::string counter_text(CounterFile file, const counters::Table& table);

// "100ms" given to `option`. Throws InputError for what is no time above 0.
double seconds_in(const std::string& option, const std::string& text);
// Likewise "300ns,500ns".
std::vector<double> list_of_seconds(const std::string& option, const std::string& text);

}  // namespace hpcast::cli
