#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/network_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/quantities.h"
#include "hpcast/faces/cli/power/power_input.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/forecast/power/job_power.h"

namespace hpcast::cli {

namespace {

struct JobArguments {
  PowerInput input;
  forecast::NetworkRequest network;
  std::string profile, set;
  std::string limit, limit_increase, waiting, window;  // as they were typed
  bool by_traffic = false;
};

forecast::JobPowerRequest request_of(const JobArguments& a) {
  forecast::JobPowerRequest request;
  request.power.activity = activity_request(a.input);
  request.power.set = a.set;
  request.power.by_traffic = a.by_traffic;
  request.limit_w = typed_quantity("--limit", a.limit, Dimension::watts);
  request.limit_increase_w = typed_quantity("--limit-increase", a.limit_increase, Dimension::watts);
  request.waiting_w = typed_quantity("--waiting", a.waiting, Dimension::watts).value_or(0);
  request.window_s = typed_quantity("--window", a.window, Dimension::seconds);
  return request;
}

int run_power_job(JobArguments a) {
  // The model is the last of the positional arguments.
  if (a.input.counters.files.size() < 2)
    throw InputError("which counters, and which model?",
                     "hpcast power job NETWORK PROFILE COUNTERS MODEL, as in k-computer halo.json "
                     "app.csv k-computer");
  const std::string model_file = find_power_model(a.input.counters.files.back());
  a.input.counters.files.pop_back();
  a.network.network = find_network(a.network.network);
  a.network.profiles = {a.profile};
  a.network.keeps_timeline = true;
  std::vector<std::string> inputs = inputs_of(a.input.counters);
  inputs.insert(inputs.end(), {model_file, a.network.network, a.profile});
  check_outputs(files_of(a.input.outputs), inputs);
  const forecast::JobPowerRequest request = request_of(a);
  const power::Model model = read_power_model(model_file, a.input);
  const std::vector<power::NamedTable> tables = read_power_tables(a.input);
  const forecast::NetworkForecast network =
      forecast::forecast_network(a.network, forecast::read_network_inputs(a.network));
  if (network.signal != 0) return 128 + network.signal;
  answers::JobPower job = forecast::job_power(network, model, tables, request);
  job.tool.version = version();
  job.inputs = network.result.inputs;
  for (answers::Input& input : power_inputs(a.input, model_file))
    job.inputs.push_back(std::move(input));
  deliver_answer(job, report::document(job), a.input.outputs);
  return job.is_within_limits() ? answered : gate_failed;
}

}  // namespace

void add_power_job(CLI::App& power, Invocation& invocation) {
  auto a = std::make_shared<JobArguments>();
  CLI::App* const command = power.add_subcommand(
      "job", "A system's power over the time of an MPI program, and whether it keeps a limit");
  command->footer(
      "NETWORK and PROFILE are those of hpcast network; COUNTERS what a node counts while its "
      "ranks\n"
      "compute; MODEL, the last of the files, is one of hpcast power. Exit status 1: above a "
      "limit.\n\n"
      "  hpcast power job k-computer halo.json app.csv k-computer --limit '15 MW'\n"
      "  hpcast power job k-computer P app.csv k-computer --limit-increase '4.5 MW' --html "
      "job.html");
  command
      ->add_option("network", a->network.network,
                   "network description, or one that came with hpcast")
      ->required();
  command->add_option("profile", a->profile, "communication profile (docs/profile.md)")->required();
  add_power_input(*command, a->input);
  command->add_option("--set", a->set, "of the model's coefficients; default: the first");
  command->add_flag("--by-traffic", a->by_traffic,
                    "communication costs what its memory traffic costs");
  command->add_option("--limit", a->limit, "of the system's power, with base power: '15 MW'");
  command->add_option("--limit-increase", a->limit_increase,
                      "of what is drawn over base power: '4.5 MW'");
  command->add_option("--waiting", a->waiting,
                      "what a node whose ranks are all in MPI draws over base; default: nothing");
  command->add_option("--window", a->window,
                      "power is a mean over so much time; default: a thousandth of the job");
  add_network_options(*command, a->network);
  command->callback([a, &invocation] { invocation.run = [a] { return run_power_job(*a); }; });
}

}  // namespace hpcast::cli
