#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/power/power_input.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/models/power/predict.h"

namespace hpcast::cli {

namespace {

struct PredictArguments {
  PowerInput input;
  std::string set;
  bool by_traffic = false;
  std::optional<std::uint64_t> job_nodes;
};

// A counter table without a model behind it would be refused for what it is not.
void check_is_model(const std::string& path) {
  const std::string text = read_text(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') return;
  throw InputError(path + ": the last file must be the model, and this is none",
                   "hpcast power predict COUNTERS MODEL, as in app.csv k-computer");
}

int run_power_predict(PredictArguments a) {
  // The model is the last of the positional arguments.
  if (a.input.counters.files.size() < 2)
    throw InputError("which model?",
                     "hpcast power predict COUNTERS MODEL, as in app.csv k-computer");
  const std::string model_file = find_power_model(a.input.counters.files.back());
  check_is_model(model_file);
  a.input.counters.files.pop_back();
  std::vector<std::string> inputs = inputs_of(a.input.counters);
  inputs.push_back(model_file);
  check_outputs(files_of(a.input.outputs), inputs);
  const power::Model model = read_power_model(model_file, a.input);
  power::PredictRequest request;
  request.power.activity = activity_request(a.input);
  request.power.set = a.set;
  request.power.by_traffic = a.by_traffic;
  request.job_nodes = a.job_nodes;
  answers::PowerAnswer r = power::predict(model, read_power_tables(a.input), request);
  r.tool.version = version();
  r.inputs = power_inputs(a.input, model_file);
  deliver_answer(r, report::document(r), a.input.outputs);
  return answered;
}

}  // namespace

void add_power_predict(CLI::App& power, Invocation& invocation) {
  auto a = std::make_shared<PredictArguments>();
  CLI::App* const command =
      power.add_subcommand("predict", "What a program draws, and which part of the node draws it");
  command->footer(
      "MODEL, the last of the files, is a file that hpcast power fit has written, or one that "
      "came\n"
      "with hpcast.\n\n"
      "  hpcast power predict app.csv k-computer\n"
      "  hpcast power predict app.csv k-computer --set application-kernels --job-nodes 384\n"
      "  hpcast memory sparc64-viiifx T --counters app.csv && hpcast power predict app.csv "
      "k-computer");
  add_power_input(*command, a->input);
  command->add_option("--set", a->set, "of the model's coefficients; default: the first");
  command->add_flag("--by-traffic", a->by_traffic,
                    "communication costs what its memory traffic costs");
  command
      ->add_option("--job-nodes", a->job_nodes,
                   "so many nodes do this, the others of the system nothing")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  command->callback([a, &invocation] { invocation.run = [a] { return run_power_predict(*a); }; });
}

}  // namespace hpcast::cli
