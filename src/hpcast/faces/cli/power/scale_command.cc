#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/quantities.h"
#include "hpcast/faces/cli/power/power_model_text.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/power/model_file.h"
#include "hpcast/models/power/scale.h"

namespace hpcast::cli {

namespace {

struct ScaleArguments {
  std::string model, machine, output, base, name;
  std::vector<std::string> energies;
  power::ScaleRequest request;
};

// "memory=0.06", or "0.15" for all others.
void add_energy(const std::string& item, power::ScaleRequest& request) {
  const NamedValue energy = named_value(item);
  const auto factor = parse_quantity(energy.value, Dimension::none);
  if (!factor || *factor <= 0)
    throw InputError("--energy " + item + ": expected TERM=FACTOR or FACTOR",
                     "such as --energy 0.15,memory=0.06");
  in_range("--energy", item, *factor);
  if (energy.name)
    request.energy[*energy.name] = *factor;
  else
    request.other_energy = *factor;
}

// "next" of "models/next.dat.json".
std::string name_of_file(const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(path).stem();
  return (name.extension() == ".dat" ? name.stem() : name).string();
}

std::string scaled_text(const power::Model& made, const power::Model& known,
                        const ScaleArguments& a, const report::TextOptions& options) {
  std::vector<std::string> hints;
  if (a.energies.empty())
    hints.push_back("events take the energy that they take on " + known.name +
                    ": --energy FACTOR for another technology");
  if (a.base.empty())
    hints.emplace_back("without base power, forecasts are over it: --base 'WATTS'");
  return fmt::format("{}: {}, from {}\n", report::printable(a.output), report::printable(made.name),
                     report::printable(known.name)) +
         coefficients_text(made, made.sets.front(), options) +
         report::list_section("Mind", hints, options);
}

int run_power_scale(const ScaleArguments& a) {
  const std::string known = find_power_model(a.model), machine = find_machine(a.machine);
  check_outputs({{"-o", a.output}}, {known, machine});
  power::ScaleRequest request = a.request;
  for (const std::string& item : a.energies) add_energy(item, request);
  request.base_w = typed_quantity("--base", a.base, Dimension::watts, Sign::at_least_0);
  request.name = name_of_file(machine);
  const power::Model of = power::read_model(known);
  power::Model made = power::scaled(of, dat::read_machine(machine), request);
  if (!a.name.empty()) made.name = a.name;
  const std::string text = power::to_text(made);
  power::model_in(parse_json(text, a.output));  // nobody is to find out later that it is none
  write_file_atomically(a.output, text);
  print(scaled_text(made, of, a, report::options_for(STDOUT_FILENO)));
  return answered;
}

}  // namespace

void add_power_scale(CLI::App& power, Invocation& invocation) {
  auto a = std::make_shared<ScaleArguments>();
  CLI::App* const command = power.add_subcommand(
      "scale", "A power model of a machine that was never measured, from one that was");
  command->footer(
      "The machine's DAT gives the rates at their peaks, the known model what each FLOP, byte and\n"
      "instruction takes, times a factor for the new machine's technology.\n\n"
      "  hpcast power scale k-computer --machine next.dat.json --energy 0.15,memory=0.06 "
      "--base '60 W' -o next.power.json");
  command->add_option("model", a->model, "the known one: a file or a name")->required();
  command->add_option("--machine", a->machine, "the other one: a DAT file or a name")->required();
  command->add_option("-o,--output", a->output, "model to write, NAME.power.json")->required();
  command
      ->add_option("--energy", a->energies,
                   "an event's energy over that of the known machine: TERM=FACTOR, or FACTOR for "
                   "all others; default: 1")
      ->delimiter(',');
  command->add_option("--base", a->base,
                      "power of a node that does nothing; default: not modelled");
  command->add_option("--set", a->request.set, "coefficients of the known one; default: the first");
  command->add_option("--name", a->name, "of the new model; default: the machine's");
  command->add_option("--assume", a->request.assumptions, "a line to be told with every answer")
      ->allow_extra_args(false);
  command->callback([a, &invocation] { invocation.run = [a] { return run_power_scale(*a); }; });
}

}  // namespace hpcast::cli
