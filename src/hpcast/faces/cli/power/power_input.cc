#include "hpcast/faces/cli/power/power_input.h"

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/options/quantities.h"
#include "hpcast/models/power/model_file.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

void add_power_input(CLI::App& command, PowerInput& input) {
  add_counter_input(command, input.counters)
      .files->required()
      ->description(
          "counter tables, or files that hpcast counters convert understands; each is "
          "a program");
  command.add_option("--terms", input.terms, "of the model, as fp,memory,base; default: all")
      ->delimiter(',');
  command
      .add_option("--factor", input.factors,
                  "TERM=FACTOR of each event instead of the model's, as l2='128 B'")
      ->allow_extra_args(false);
  command.add_flag(
      "--lines", input.lines,
      "whole lines of each miss, where the model takes less (the K computer's L2: 8 bytes)");
  command.add_option("--region", input.region, "count this region alone");
  command.add_option("--power", input.power,
                     "column with the measured power or energy; default: power, else "
                     "package_energy and memory_energy");
  command.add_option("--nodes", input.nodes, "so many nodes counted, and drew the power, together")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  add_answer_outputs(command, input.outputs);
}

std::vector<power::NamedTable> read_power_tables(const PowerInput& input) {
  std::vector<power::NamedTable> tables;
  for (const std::string& file : input.counters.files) {
    CounterInput one = input.counters;
    one.files = {file};
    tables.push_back({fs::path(file).stem().string(), read_counter_input(one)});
  }
  return tables;
}

power::ActivityRequest activity_request(const PowerInput& input) {
  power::ActivityRequest request;
  request.terms = input.terms;
  request.region = input.region;
  request.nodes = input.nodes;
  request.power = input.power;
  return request;
}

power::Model read_power_model(const std::string& path, const PowerInput& input) {
  power::Model model = power::read_model(path);
  if (input.lines) power::count_lines(model);
  for (const std::string& item : input.factors) {
    const NamedValue given = named_value(item);
    const auto factor = parse_quantity(given.value, Dimension::bytes);
    if (!given.name || !factor || *factor <= 0)
      throw InputError("--factor " + item + ": expected TERM=FACTOR", "such as l2='128 B'");
    power::set_factor(model, *given.name, in_range("--factor", item, *factor));
  }
  return model;
}

std::vector<answers::Input> power_inputs(const PowerInput& input, const std::string& model) {
  std::vector<answers::Input> inputs;
  for (const std::string& file : input.counters.files)
    inputs.push_back({file, fs::is_regular_file(file) ? sha256_file(file) : "", "counters"});
  inputs.push_back({model, fs::is_regular_file(model) ? sha256_file(model) : "", "model"});
  return inputs;
}

}  // namespace hpcast::cli
