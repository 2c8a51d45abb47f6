#include <unistd.h>

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/cli/commands.h"
#include "hpcast/cli/find_machine.h"
#include "hpcast/cli/joined_wire.h"
#include "hpcast/cli/outputs.h"
#include "hpcast/forecast/network.h"
#include "hpcast/report/network.h"

namespace hpcast::cli {

namespace {

struct NetworkArguments {
  forecast::NetworkRequest request;
  std::uint32_t ranks_per_node = 0;
  std::optional<std::string> json;
};

std::vector<Output> outputs_of(const NetworkArguments& a) {
  std::vector<Output> outputs;
  if (a.json) outputs.push_back({"--json", *a.json});
  return outputs;
}

int run_network(const NetworkArguments& a) {
  forecast::NetworkRequest request = a.request;
  request.network = find_network(request.network);
  if (a.ranks_per_node > 0) request.ranks_per_node = a.ranks_per_node;
  const JoinedWire joined;
  request.wire = joined.wire();
  const bool first = request.wire == nullptr || request.wire->rank == 0;
  if (first) check_outputs(outputs_of(a), {request.network, request.profile});
  const forecast::NetworkForecast made = forecast::forecast_network(request);
  if (!first) return answered;
  deliver(report::text_report(made.result, report::options_for(STDOUT_FILENO)), outputs_of(a),
          [&](const Output&) { return result::to_text(made.result); });
  return made.result.partial ? 128 + SIGINT : answered;
}

}  // namespace

void add_network(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<NetworkArguments>();
  CLI::App* const command = app.add_subcommand(
      "network", "Forecast the time of an MPI program on a network, and what limits it");
  command->footer(
      "NETWORK is a description (docs/ndl.md) or one that came with hpcast. PROFILE is an OTF2\n"
      "archive, a SimGrid time-independent trace, a GOAL schedule or a pattern "
      "(docs/profile.md).\n\n"
      "  hpcast network k-computer halo.json\n"
      "  mpirun -np 4 hpcast network k-computer halo.json\n"
      "  hpcast network my-cluster.ndl.json scorep-20261121/traces.otf2 --ranks-per-node 8");
  command->add_option("network", a->request.network, "network description")->required();
  command->add_option("profile", a->request.profile, "communication profile")->required();
  command
      ->add_option("--fidelity", a->request.fidelity,
                   "packet: with contention; loggp: without; ideal: messages take no time")
      ->transform(CLI::CheckedTransformer(std::vector<std::pair<std::string, netsim::Fidelity>>{
          {"packet", netsim::Fidelity::packet},
          {"loggp", netsim::Fidelity::loggp},
          {"ideal", netsim::Fidelity::ideal}}));
  command->add_option("--ranks-per-node", a->ranks_per_node, "places for ranks on each node")
      ->check(CLI::Range(1, 4096));
  command->add_option("--mapping", a->request.mapping,
                      "block, cyclic, or a file with the node of each rank in turn");
  command
      ->add_option("--collective", a->request.algorithms,
                   "COLLECTIVE=ALGORITHM, such as alltoall=pairwise; else as the MPI library does")
      ->allow_extra_args(false);
  command
      ->add_option("--threads", a->request.threads,
                   "simulate parts of the network at the same time; the answer is the same")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--json", a->json, "write the result as JSON; - for standard output");
  command->callback([a, &invocation] { invocation.run = [a] { return run_network(*a); }; });
}

}  // namespace hpcast::cli
