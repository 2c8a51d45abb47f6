#include "hpcast/forecast/network.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "hpcast/base/date.h"
#include "hpcast/base/file.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/json.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/network_result.h"
#include "hpcast/mpitrace/check.h"
#include "hpcast/mpitrace/read.h"
#include "hpcast/ndl/read.h"
#include "hpcast/ndl/shape.h"
#include "hpcast/netsim/collective.h"
#include "hpcast/netsim/process_exchange.h"

namespace hpcast::forecast {

namespace {

constexpr char one_a_line[] = "one node a line, for rank after rank";

std::uint32_t mapped_node(std::string_view text, std::uint64_t nodes, const Diagnostic& place) {
  const auto node = parse_whole_quantity(text, Dimension::none);
  if (node && *node < nodes) return static_cast<std::uint32_t>(*node);
  Diagnostic fault = place;
  fault.message = fmt::format("expected a node for the next rank, from 0 to {}, found {}",
                              nodes - 1, quoted(text));
  fault.hint = one_a_line;
  throw InputError(std::move(fault));
}

void read_mapping(const std::string& path, ndl::Network& network) {
  const std::uint64_t count = ndl::node_count(network.shape);
  std::vector<std::uint32_t> ranks_on(count);
  network.nodes.mapping = ndl::Mapping::listed;
  int line = 0;
  for (std::string_view text : split(read_file(path), '\n')) {
    ++line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty() || text.front() == '#') continue;
    const std::uint32_t node = mapped_node(text, count, {path, line, "", "", ""});
    if (++ranks_on[node] > network.nodes.ranks)
      throw InputError(Diagnostic{path, line, "",
                                  fmt::format("node {} has no place for another rank", node),
                                  "--ranks-per-node says otherwise"});
    network.nodes.node_of_rank.push_back(node);
  }
}

void check_mapping(const std::string& path, std::size_t nodes, std::size_t ranks) {
  if (path.empty() || nodes == ranks) return;
  throw InputError(Diagnostic{path, 0, "",
                              fmt::format("it has nodes for {}, but the profile has {}",
                                          counted(nodes, "rank"), counted(ranks, "rank")),
                              one_a_line});
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
  else if (const std::string path = mapping_file(request); !path.empty())
    read_mapping(path, network);
}

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (int kind = 0; kind < mpitrace::collective_count; ++kind)
    names.emplace_back(name_of(static_cast<mpitrace::Collective>(kind)));
  return names;
}

void check_algorithm(const std::string& collective, const std::string& name) {
  const std::optional<mpitrace::Collective> kind = mpitrace::collective_named(collective);
  if (!kind)
    throw InputError("there is no collective '" + collective + "'",
                     did_you_mean(collective, collective_names()));
  std::vector<std::string> names;
  for (const netsim::CollectiveAlgorithm& algorithm : netsim::all_algorithms()) {
    if (algorithm.kind != *kind) continue;
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

// Faults of the profile that only show while it is simulated name it.
[[noreturn]] void blame(const InputError& error, const std::string& profile) {
  std::vector<Diagnostic> faults = error.diagnostics();
  for (Diagnostic& fault : faults)
    if (fault.file.empty()) fault.file = profile;
  throw InputError(std::move(faults));
}

netsim::Outcome simulate_by(const hpcast_wire* wire, const NetworkForecast& made,
                            const netsim::SimulationOptions& options) {
  if (wire == nullptr) return netsim::simulate(made.network, made.profile, options);
  netsim::ProcessExchange exchange(*wire);
  return netsim::simulate_part(made.network, made.profile, options, exchange);
}

// Nothing where that run did not come to its end: with wildcards, messages that take no time can
// meet other receives than those that do.
std::optional<double> ideal_time(const NetworkForecast& made, netsim::SimulationOptions options) {
  options.fidelity = netsim::Fidelity::ideal;
  options.keeps_timeline = false;
  options.most_messages = 0;
  options.threads = 1;
  try {
    const netsim::Outcome ideal = netsim::simulate(made.network, made.profile, options);
    if (!ideal.stopped_early) return netsim::to_seconds(ideal.time);
  } catch (const InputError&) {
  }
  return {};
}

mpitrace::Matches matches_in(const netsim::Outcome& outcome, std::size_t ranks) {
  mpitrace::Matches matches(ranks);
  for (const netsim::WildcardMatch& match : outcome.wildcards)
    matches[match.rank][match.operation] = {match.source, match.tag};
  return matches;
}

void describe_run(const NetworkRequest& request, double simulated_s, NetworkForecast& made) {
  result::NetworkResult& r = made.result;
  r.inputs = {input_of(request.network, "network")};
  for (const std::string& profile : request.profiles)
    r.inputs.push_back(input_of(profile, "profile"));
  r.tool.version = HPCAST_VERSION;
  r.run.simulated_s = simulated_s;
  r.run.events_per_s = static_cast<double>(made.outcome.events) / std::max(simulated_s, 1e-9);
  r.run.host = host_name();
  r.run.processes = request.wire == nullptr ? 1 : static_cast<std::uint32_t>(request.wire->size);
  r.run.date = date_now();
}

// What the result does not have beyond what network_result() says.
void describe_limits(const NetworkRequest& request, NetworkForecast& made) {
  result::NetworkResult& r = made.result;
  if (request.keeps_timeline && made.outcome.messages.size() == most_listed_messages)
    r.not_modelled.push_back(
        fmt::format("in timelines: messages beyond {} of {}", most_listed_messages, r.messages));
  if (made.outcome.stopped_early) {
    r.partial = "interrupted";
    return;
  }
  if (!r.ideal_time_s)
    r.not_modelled.push_back(made.signal != 0
                                 ? "the time on an ideal network: interrupted before it was known"
                                 : "the time on an ideal network: there, ranks wait for each other "
                                   "without end");
}

void note_open_wildcards(mpitrace::Profile& profile) {
  std::uint64_t open = 0;
  for (const mpitrace::RankTrace& rank : profile.ranks)
    open += static_cast<std::uint64_t>(std::count_if(rank.operations.begin(), rank.operations.end(),
                                                     mpitrace::receives_by_wildcard));
  if (open > 0)
    profile.not_modelled.push_back(
        fmt::format("{} with wildcards, of which the profile does not have the sender: what comes "
                    "first on this network",
                    counted(open, "receive")));
}

mpitrace::Profile read_profile(const NetworkRequest& request, const std::string& path) {
  mpitrace::ReadOptions options;
  options.wildcards_as_recorded = request.wildcards_as_recorded;
  mpitrace::Profile profile = mpitrace::read_profile(path, options);
  if (request.wildcards_as_recorded) note_open_wildcards(profile);
  mpitrace::check_collectives(profile, path);
  return profile;
}

void read_profiles(const NetworkRequest& request, NetworkInputs& inputs) {
  if (request.profiles.size() > 1 && !request.scale_to)
    throw InputError(fmt::format("{} profiles, but one is simulated", request.profiles.size()),
                     "--scale-to RANKS makes one of them, on more ranks");
  std::vector<mpitrace::Profile> profiles;
  for (const std::string& path : request.profiles) profiles.push_back(read_profile(request, path));
  if (!request.scale_to) {
    inputs.profile = std::move(profiles.front());
    return;
  }
  scaling::Scaled scaled = scaling::scale(profiles, *request.scale_to);
  inputs.profile = std::move(scaled.profile);
  inputs.assumptions = std::move(scaled.assumptions);
}

}  // namespace

std::string mapping_file(const NetworkRequest& request) {
  const bool is_word = request.mapping == "block" || request.mapping == "cyclic";
  return is_word ? "" : request.mapping;
}

NetworkInputs read_network_inputs(const NetworkRequest& request) {
  NetworkInputs inputs;
  inputs.network = ndl::read_network(request.network);
  place(request, inputs.network);
  choose(request, inputs.network);
  read_profiles(request, inputs);
  const std::size_t ranks = inputs.profile.ranks.size();
  check_mapping(mapping_file(request), inputs.network.nodes.node_of_rank.size(), ranks);
  netsim::place_ranks(inputs.network, static_cast<std::uint32_t>(ranks));
  return inputs;
}

NetworkForecast forecast_network(const NetworkRequest& request, NetworkInputs inputs) {
  NetworkForecast made;
  made.network = std::move(inputs.network);
  made.profile = std::move(inputs.profile);
  const std::size_t ranks = made.profile.ranks.size();
  const Interruption interruption;
  Progress progress("network");
  netsim::SimulationOptions options;
  options.goes_on = [&](std::uint32_t finished, netsim::Time now) {
    if (progress.due())
      progress.show(fmt::format("{} simulated, {} of {} ranks done",
                                format_time(netsim::to_seconds(now)), finished, ranks));
    return interruption.caught() == 0;
  };
  options.fidelity = request.fidelity;
  options.keeps_timeline = request.keeps_timeline;
  options.most_messages = request.keeps_timeline ? most_listed_messages : 0;
  options.threads = request.threads;
  const auto began = std::chrono::steady_clock::now();
  try {
    made.outcome = simulate_by(request.wire, made, options);
  } catch (const InputError& error) {
    blame(error, request.scale_to ? "the scaled profile" : request.profiles.front());
  }
  if (request.wire != nullptr && request.wire->rank != 0) return {};
  const double simulated_s = seconds_since(began);
  made.result = network_result(made.network, made.profile, made.outcome, request.fidelity);
  made.result.assumptions.insert(made.result.assumptions.begin(), inputs.assumptions.begin(),
                                 inputs.assumptions.end());
  made.result.ideal_time_s = ideal_time(made, options);
  if (request.keeps_timeline) made.matches = matches_in(made.outcome, ranks);
  made.signal = interruption.caught();
  describe_limits(request, made);
  describe_run(request, simulated_s, made);
  made.result.run.wall_s = seconds_since(began);
  made.result.verdict = verdict_line(made.result);
  return made;
}

}  // namespace hpcast::forecast
