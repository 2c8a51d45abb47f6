#include "hpcast/forecast/network.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "hpcast/base/date.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/network_result.h"
#include "hpcast/mpitrace/read.h"
#include "hpcast/ndl/read.h"
#include "hpcast/ndl/shape.h"
#include "hpcast/netsim/collective.h"
#include "hpcast/netsim/process_exchange.h"
#include "hpcast/reftrace/interruption.h"

namespace hpcast::forecast {

namespace {

void read_mapping(const std::string& path, ndl::Network& network) {
  const std::uint64_t count = ndl::node_count(network.shape);
  std::vector<std::uint32_t> ranks_on(count);
  network.nodes.mapping = ndl::Mapping::listed;
  int line = 0;
  for (const std::string_view text : split(read_file(path), '\n')) {
    ++line;
    if (text.empty() || text.front() == '#') continue;
    const auto node = parse_whole_quantity(text, Dimension::none);
    if (!node || *node >= count)
      throw InputError(Diagnostic{
          path, line, "", fmt::format("expected a node for the next rank, from 0 to {}", count - 1),
          ""});
    if (++ranks_on[*node] > network.nodes.ranks)
      throw InputError(Diagnostic{path, line, "",
                                  fmt::format("node {} has no place for another rank", *node),
                                  "--ranks-per-node says otherwise"});
    network.nodes.node_of_rank.push_back(static_cast<std::uint32_t>(*node));
  }
}

void place(const NetworkRequest& request, ndl::Network& network) {
  if (request.ranks_per_node) network.nodes.ranks = *request.ranks_per_node;
  if (network.nodes.ranks > 1 && !(network.nodes.local_latency && network.nodes.local_bandwidth))
    throw InputError(
        fmt::format("{}: with several ranks on a node, nodes.local_latency and "
                    "nodes.local_bandwidth must say how they talk to each other",
                    request.network));
  if (request.mapping == "block")
    network.nodes.mapping = ndl::Mapping::block;
  else if (request.mapping == "cyclic")
    network.nodes.mapping = ndl::Mapping::cyclic;
  else if (!request.mapping.empty())
    read_mapping(request.mapping, network);
}

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (int kind = 0; kind < mpitrace::collective_count; ++kind)
    names.emplace_back(name_of(static_cast<mpitrace::Collective>(kind)));
  return names;
}

void check_algorithm(const std::string& collective, const std::string& name) {
  const std::vector<std::string> kinds = collective_names();
  const auto kind = std::find(kinds.begin(), kinds.end(), collective);
  if (kind == kinds.end())
    throw InputError("there is no collective '" + collective + "'",
                     did_you_mean(collective, kinds));
  std::vector<std::string> names;
  for (const netsim::CollectiveAlgorithm& algorithm : netsim::all_algorithms()) {
    if (algorithm.kind != static_cast<mpitrace::Collective>(kind - kinds.begin())) continue;
    if (algorithm.name == name) return;
    names.emplace_back(algorithm.name);
  }
  throw InputError(fmt::format("{} has no algorithm '{}'", collective, name),
                   "there are " + list_of(names));
}

void choose(const NetworkRequest& request, ndl::Network& network) {
  for (const std::string& text : request.algorithms) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw InputError("--collective " + text + ": expected COLLECTIVE=ALGORITHM",
                       "such as alltoall=pairwise");
    network.mpi.algorithms[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [collective, name] : network.mpi.algorithms) check_algorithm(collective, name);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

result::Input input_of(const std::string& path, const char* role) {
  return {path, std::filesystem::is_regular_file(path) ? sha256_file(path) : "", role};
}

netsim::Outcome simulate_by(const hpcast_wire* wire, const NetworkForecast& made,
                            const netsim::SimulationOptions& options) {
  if (wire == nullptr) return netsim::simulate(made.network, made.profile, options);
  netsim::ProcessExchange exchange(*wire);
  return netsim::simulate_part(made.network, made.profile, options, exchange);
}

}  // namespace

NetworkForecast forecast_network(const NetworkRequest& request) {
  NetworkForecast made;
  made.network = ndl::read_network(request.network);
  place(request, made.network);
  choose(request, made.network);
  made.profile = mpitrace::read_profile(request.profile);
  const reftrace::Interruption interruption;
  const auto start = std::chrono::steady_clock::now();
  Progress progress("network");
  netsim::SimulationOptions options;
  options.goes_on = [&](std::uint32_t finished, netsim::Time now) {
    if (progress.due())
      progress.show(fmt::format("{} simulated, {} of {} ranks done",
                                format_time(netsim::to_seconds(now)), finished,
                                made.profile.ranks.size()));
    return interruption.caught() == 0;
  };
  const bool first = request.wire == nullptr || request.wire->rank == 0;
  netsim::Outcome ideal;
  options.fidelity = netsim::Fidelity::ideal;
  if (first) ideal = netsim::simulate(made.network, made.profile, options);
  options.fidelity = request.fidelity;
  options.keeps_timeline = request.keeps_timeline;
  options.most_messages = request.keeps_timeline ? most_listed_messages : 0;
  options.threads = request.threads;
  const auto began = std::chrono::steady_clock::now();
  made.outcome = simulate_by(request.wire, made, options);
  if (!first) return {};
  const double simulated_s = seconds_since(began);
  made.result = network_result(made.network, made.profile, made.outcome, request.fidelity);
  if (!ideal.stopped_early) made.result.ideal_time_s = netsim::to_seconds(ideal.time);
  if (request.keeps_timeline && made.outcome.messages.size() < made.result.messages &&
      !made.outcome.stopped_early)
    made.result.not_modelled.push_back(
        fmt::format("in timelines: messages after the first {} of {}", made.outcome.messages.size(),
                    made.result.messages));
  if (made.outcome.stopped_early) made.result.partial = "interrupted";
  made.result.inputs = {input_of(request.network, "network"), input_of(request.profile, "profile")};
  made.result.tool.version = HPCAST_VERSION;
  made.result.run.wall_s = seconds_since(start);
  made.result.run.simulated_s = simulated_s;
  made.result.run.events_per_s =
      static_cast<double>(made.outcome.events) / std::max(simulated_s, 1e-9);
  made.result.run.host = host_name();
  made.result.run.processes =
      request.wire == nullptr ? 1 : static_cast<std::uint32_t>(request.wire->size);
  made.result.run.date = date_now();
  made.result.verdict = verdict_line(made.result);
  return made;
}

}  // namespace hpcast::forecast
