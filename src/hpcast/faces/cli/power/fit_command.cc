#include <unistd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/file.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/power/power_input.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/models/power/fit.h"
#include "hpcast/models/power/model_file.h"

namespace hpcast::cli {

namespace {

struct FitArguments {
  PowerInput input;
  std::string formulas = "five-rates", output, title;
  std::string by = "region", method = "ordinary";
  power::FitRequest request;
};

int run_power_fit(const FitArguments& a) {
  std::vector<Output> outputs = files_of(a.input.outputs);
  if (!a.output.empty()) outputs.push_back({"-o", a.output});
  const std::string formulas = find_power_model(a.formulas);
  std::vector<std::string> inputs = inputs_of(a.input.counters);
  inputs.push_back(formulas);
  check_outputs(outputs, inputs);
  power::FitRequest request = a.request;
  request.activity = activity_request(a.input);
  request.activity.by_region = a.by == "region";
  request.nonnegative = a.method == "nonnegative";
  power::Model model = read_power_model(formulas, a.input);
  if (!a.title.empty()) model.name = a.title;
  power::Fitted fitted = power::fit_power(std::move(model), read_power_tables(a.input), request);
  fitted.fit.tool.version = version();
  fitted.fit.inputs = power_inputs(a.input, formulas);
  std::vector<OtherOutput> models;
  if (!a.output.empty()) models.push_back({{"-o", a.output}, power::to_text(fitted.model)});
  deliver_answer(fitted.fit, report::document(fitted.fit), a.input.outputs, models);
  return answered;
}

}  // namespace

void add_power_fit(CLI::App& power, Invocation& invocation) {
  auto a = std::make_shared<FitArguments>();
  CLI::App* const command =
      power.add_subcommand("fit", "A power model of a machine, from counters with measured power");
  command->footer(
      "Each row of the counters has its power (a column power, in watts, or energies). How good "
      "the\n"
      "model is on programs that it was not learnt from is told by leaving out each in turn: "
      "regions\n"
      "of a file are programs, or files.\n\n"
      "  hpcast power fit loops.csv -o mine.power.json --title 'our nodes'\n"
      "  hpcast power fit a.csv b.csv c.csv --terms memory,fp,base --method nonnegative -o "
      "m.power.json\n"
      "  hpcast power fit exchange.csv --model k-computer --terms communication,base --onto "
      "basic-loops -o m.power.json");
  add_power_input(*command, a->input);
  command->add_option("-o,--output", a->output, "model to write, NAME.power.json");
  command
      ->add_option("--model", a->formulas,
                   "whose formulas to take: a file, or a model that came with hpcast")
      ->capture_default_str();
  command->add_option("--title", a->title, "name of the new model; default: that of the formulas");
  command->add_option("--name", a->request.name, "of the new coefficients")->capture_default_str();
  command->add_option("--onto", a->request.onto,
                      "take over what these coefficients of the model have for other terms");
  command->add_option("--by", a->by, "programs are regions (of files without any: files), or files")
      ->check(CLI::IsMember({"region", "file"}))
      ->capture_default_str();
  command->add_option("--method", a->method, "whose coefficients go into the model")
      ->check(CLI::IsMember({"ordinary", "nonnegative"}))
      ->capture_default_str();
  command->add_flag("--relative", a->request.relative,
                    "least squares of errors relative to the power, not of watts");
  command->callback([a, &invocation] { invocation.run = [a] { return run_power_fit(*a); }; });
}

}  // namespace hpcast::cli
