#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/power/power_model_text.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/models/power/model_file.h"

namespace hpcast::cli {

namespace {

int run_power_show(const std::string& name) {
  const power::Model model = power::read_model(find_power_model(name));
  const report::TextOptions options = report::options_for(STDOUT_FILENO);
  std::string text = model.name + "\n";
  if (!model.description.empty())
    text += report::wrapped(model.description, options.width, "") + "\n";
  text += "\n" + formulas_text(model, options);
  for (const power::CoefficientSet& set : model.sets)
    text += coefficients_text(model, set, options);
  text += report::list_section("Assumed", model.assumptions, options);
  print(text);
  return answered;
}

}  // namespace

void add_power_show(CLI::App& power, Invocation& invocation) {
  auto name = std::make_shared<std::string>();
  CLI::App* const command =
      power.add_subcommand("show", "The formulas and coefficients of a power model");
  command->add_option("model", *name, "a file, or a model that came with hpcast")->required();
  command->callback(
      [name, &invocation] { invocation.run = [name] { return run_power_show(*name); }; });
}

}  // namespace hpcast::cli
