// What the subcommands of hpcast power have in common on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "hpcast/answers/answer.h"
#include "hpcast/faces/cli/answer_outputs.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/models/power/activity.h"
#include "hpcast/models/power/model.h"

namespace hpcast::cli {

// As they were typed.
struct PowerInput {
  CounterInput counters;  // each file a program
  std::vector<std::string> terms, factors;
  std::string region, power;
  bool lines = false;
  std::uint32_t nodes = 1;
  AnswerOutputs outputs;
};
void add_power_input(CLI::App& command, PowerInput& input);

std::vector<power::NamedTable> read_power_tables(const PowerInput& input);
power::ActivityRequest activity_request(const PowerInput& input);
// The model at `path`, with --lines and --factor applied.
power::Model read_power_model(const std::string& path, const PowerInput& input);
// Files of counters, and the model.
std::vector<answers::Input> power_inputs(const PowerInput& input, const std::string& model);

}  // namespace hpcast::cli
