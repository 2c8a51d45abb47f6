#include "hpcast/forecast/network/inputs.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/network/changed_network.h"
#include "hpcast/inputs/mpitrace/check.h"
#include "hpcast/inputs/mpitrace/read.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/inputs/ndl/shape.h"
#include "hpcast/models/netsim/collective.h"

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
  for (std::string_view text : split(read_text(path), '\n')) {
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

std::optional<Diagnostic> algorithm_fault(const std::string& collective, const std::string& name) {
  const std::optional<mpitrace::Collective> kind = mpitrace::collective_named(collective);
  if (!kind)
    return Diagnostic{"", 0, "", "there is no collective '" + collective + "'",
                      did_you_mean(collective, collective_names())};
  std::vector<std::string> names;
  for (const netsim::CollectiveAlgorithm& algorithm : netsim::all_algorithms()) {
    if (algorithm.kind != *kind) continue;
    if (algorithm.name == name) return {};
    names.emplace_back(algorithm.name);
  }
  return Diagnostic{"", 0, "", fmt::format("{} has no algorithm '{}'", collective, name),
                    "there are " + list_of(names)};
}

void choose(const NetworkRequest& request, ndl::Network& network) {
  for (const std::string& text : request.algorithms) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw InputError("--collective " + text + ": expected COLLECTIVE=ALGORITHM",
                       "such as alltoall=pairwise");
    const std::string collective = text.substr(0, equals), name = text.substr(equals + 1);
    if (auto fault = algorithm_fault(collective, name)) throw InputError(*std::move(fault));
    network.mpi.algorithms[collective] = name;
  }
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

ndl::Network described_network(const Document& document) {
  ndl::Network network = ndl::parse_network(document);
  Faults faults(document);
  for (const auto& [collective, name] : network.mpi.algorithms)
    if (const auto fault = algorithm_fault(collective, name))
      faults.add(pointer_to("/mpi/collectives", collective), fault->message, fault->hint);
  faults.throw_if_any();
  return network;
}

std::string mapping_file(const NetworkRequest& request) {
  const bool is_word = request.mapping == "block" || request.mapping == "cyclic";
  return is_word ? "" : request.mapping;
}

NetworkInputs read_network_inputs(const NetworkRequest& request) {
  NetworkInputs inputs;
  ChangedNetwork changed = changed_network(request);
  inputs.network = std::move(changed.network);
  place(request, inputs.network);
  choose(request, inputs.network);
  read_profiles(request, inputs);
  inputs.assumptions.insert(inputs.assumptions.end(), changed.assumptions.begin(),
                            changed.assumptions.end());
  const std::size_t ranks = inputs.profile.ranks.size();
  check_mapping(mapping_file(request), inputs.network.nodes.node_of_rank.size(), ranks);
  netsim::place_ranks(inputs.network, static_cast<std::uint32_t>(ranks));
  return inputs;
}

}  // namespace hpcast::forecast
