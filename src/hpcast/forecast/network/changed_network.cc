#include "hpcast/forecast/network/changed_network.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/changes.h"

namespace hpcast::forecast {

namespace {

constexpr ChangeForm member_change = {"MEMBER=VALUE", "links.bandwidth='25 GB/s'", false};

using Path = std::span<const std::string>;

void set(Json& value, Path path, const Change& change);

Json& element(Json& array, std::uint64_t index, const Change& change) {
  if (index < array.size()) return array[index];
  throw InputError(fmt::format("--set {}: there is no number {} of {}", change.text, index,
                               counted(array.size(), "element")),
                   "the first is number 0");
}

// A number stands for one element, anything else for that member of each.
void set_in_array(Json& array, Path path, const Change& change) {
  if (const auto index = parse_whole_quantity(path.front(), Dimension::none)) {
    set(element(array, *index, change), path.subspan(1), change);
    return;
  }
  for (Json& one : array) set(one, path, change);
}

void set(Json& value, Path path, const Change& change) {
  if (path.empty()) {
    value = change.json();
  } else if (value.is_array()) {
    set_in_array(value, path, change);
  } else if (value.is_object() || value.is_null()) {
    set(value[path.front()], path.subspan(1), change);
  } else {
    throw InputError(fmt::format("--set {}: '{}' would be a member of a value that has none",
                                 change.text, path.front()));
  }
}

void apply(Json& root, const Change& change) {
  std::vector<std::string> path;
  if (!change.place.empty()) path = split(change.place, '.');
  path.push_back(change.member);
  set(root, path, change);
}

bool is_of_ping_pong(const Change& change) {
  return change.place == "mpi" && change.member == "ping_pong";
}

// What a ping-pong leaves to the processors is of the network as it was measured: their work does
// not depend on what links and switches become.
void settle_overheads(const Document& file, Json& root) {
  if (!root.is_object() || !root.contains("mpi") || !root["mpi"].contains("ping_pong")) return;
  const ndl::MpiCosts measured = described_network(file).mpi;
  root["mpi"].erase("ping_pong");
  root["mpi"]["send_overhead"] = measured.send_overhead;
  root["mpi"]["receive_overhead"] = measured.receive_overhead;
}

// The file with all changes but one.
ndl::Network changed_but(const Document& file, const std::vector<Change>& changes,
                         const Change* left_out) {
  Document changed = file;
  if (!changes.empty()) changed.file = with_set(file.file);
  if (!changes.empty() && std::none_of(changes.begin(), changes.end(), is_of_ping_pong))
    settle_overheads(file, changed.root);
  for (const Change& change : changes)
    if (&change != left_out) apply(changed.root, change);
  return described_network(changed);
}

// What of the network can tell in the forecast: no names, nothing that another option decides.
ndl::Network telling(ndl::Network network, const NetworkRequest& request) {
  network.name = network.description = network.type = "";
  if (request.ranks_per_node) network.nodes.ranks = *request.ranks_per_node;
  if (!request.mapping.empty()) network.nodes.mapping = ndl::Mapping::listed;
  for (const std::string& algorithm : request.algorithms)
    network.mpi.algorithms[algorithm.substr(0, algorithm.find('='))] = "";
  return request.fidelity == netsim::Fidelity::ideal ? ndl::Network{} : network;
}

bool has_effect(const Document& file, const std::vector<Change>& changes, const Change& change,
                const ndl::Network& network, const NetworkRequest& request) {
  try {
    return telling(changed_but(file, changes, &change), request) != telling(network, request);
  } catch (const InputError&) {
    return true;  // it is no network without
  }
}

}  // namespace

ChangedNetwork changed_network(const NetworkRequest& request) {
  const Document file = read_json(request.network);
  std::vector<Change> changes;
  for (const std::string& text : request.changes)
    changes.push_back(parse_change(text, member_change));
  ChangedNetwork changed{changed_but(file, changes, nullptr), {}};
  for (const Change& change : changes)
    changed.assumptions.push_back(
        has_effect(file, changes, change, changed.network, request)
            ? "changed for this run: " + change.text
            : "without effect on this run: " + change.text +
                  " (it is so already, another option decides, or the time does not depend on it)");
  return changed;
}

}  // namespace hpcast::forecast
