#include "hpcast/forecast/network/checks.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

namespace {

using mpitrace::Kind;
using mpitrace::Operation;
using mpitrace::Profile;
using netcal::Benchmark;

constexpr std::uint64_t checked_sizes[] = {8, 1024, 65536, std::uint64_t{1} << 20};
// Each rank that sends all at once to all is as much to simulate.
constexpr std::uint32_t most_checked_ranks = 512;

Profile profile_of(std::uint32_t ranks) {
  Profile profile;
  profile.functions = {""};
  profile.communicators.push_back(mpitrace::world_of(ranks));
  profile.ranks.resize(ranks);
  return profile;
}

Operation message(Kind kind, std::int32_t peer, std::uint64_t bytes) {
  Operation operation;
  operation.kind = kind;
  operation.peer = peer;
  operation.amount = bytes;
  return operation;
}

Profile round_trip(std::uint64_t bytes) {
  Profile profile = profile_of(2);
  for (const std::int32_t rank : {0, 1}) {
    auto& operations = profile.ranks[static_cast<std::size_t>(rank)].operations;
    operations = {message(Kind::send, 1 - rank, bytes), message(Kind::receive, 1 - rank, bytes)};
    if (rank == 1) std::swap(operations[0], operations[1]);
  }
  return profile;
}

// All begun together, then all waited for.
void add_window(mpitrace::RankTrace& rank, const std::vector<Kind>& kinds, std::int32_t peer,
                std::uint64_t bytes, std::uint32_t window) {
  for (const Kind kind : kinds)
    for (std::uint32_t i = 0; i < window; ++i) {
      rank.operations.push_back(message(kind, peer, bytes));
      rank.operations.back().request = rank.request_slots++;
    }
  Operation wait;
  wait.kind = Kind::wait;
  wait.count = rank.request_slots;
  rank.operations.push_back(wait);
  rank.waits.resize(rank.request_slots);
  std::iota(rank.waits.begin(), rank.waits.end(), 0U);
}

Profile windows(const netcal::Table& table, std::uint64_t bytes) {
  Profile profile = profile_of(2);
  if (table.benchmark == Benchmark::both_ways) {
    for (const std::int32_t rank : {0, 1})
      add_window(profile.ranks[static_cast<std::size_t>(rank)], {Kind::ireceive, Kind::isend},
                 1 - rank, bytes, table.window);
    return profile;
  }
  add_window(profile.ranks[0], {Kind::isend}, 1, bytes, table.window);
  add_window(profile.ranks[1], {Kind::ireceive}, 0, bytes, table.window);
  profile.ranks[0].operations.push_back(message(Kind::receive, 1, 1));
  profile.ranks[1].operations.push_back(message(Kind::send, 0, 1));
  return profile;
}

mpitrace::Collective collective_of(Benchmark benchmark) {
  switch (benchmark) {
    case Benchmark::allreduce:
      return mpitrace::Collective::allreduce;
    case Benchmark::bcast:
      return mpitrace::Collective::bcast;
    case Benchmark::alltoall:
      return mpitrace::Collective::alltoall;
    default:
      return mpitrace::Collective::barrier;
  }
}

Profile collective(const netcal::Table& table, std::uint64_t bytes) {
  Profile profile = profile_of(table.ranks);
  Operation operation;
  operation.kind = Kind::collective;
  operation.collective = collective_of(table.benchmark);
  operation.tag = bytes % 4 == 0 && bytes > 0 ? 4 : 1;
  operation.amount = bytes;
  operation.count = mpitrace::no_counts;
  for (mpitrace::RankTrace& rank : profile.ranks) rank.operations.push_back(operation);
  return profile;
}

netsim::Outcome simulated_on(const ndl::Network& network, const Profile& profile) {
  netsim::SimulationOptions options;
  options.keeps_links = false;
  return netsim::simulate(network, profile, options);
}

double seconds_on(const ndl::Network& network, const Profile& profile) {
  return netsim::to_seconds(simulated_on(network, profile).time);
}

// Of all ranks, as the benchmarks take it.
double mean_seconds_on(const ndl::Network& network, const Profile& profile) {
  double sum = 0;
  for (const netsim::RankTimes& rank : simulated_on(network, profile).ranks)
    sum += netsim::to_seconds(rank.end);
  return sum / static_cast<double>(profile.ranks.size());
}

double forecast_of(const ndl::Network& network, const netcal::Table& table, std::uint64_t bytes) {
  if (netcal::is_collective(table.benchmark))
    return mean_seconds_on(network, collective(table, bytes));
  if (table.benchmark == Benchmark::latency) return seconds_on(network, round_trip(bytes)) / 2;
  const double messages = table.window * (table.benchmark == Benchmark::both_ways ? 2.0 : 1.0);
  const double rate = messages / seconds_on(network, windows(table, bytes));
  return table.benchmark == Benchmark::message_rate ? rate : rate * static_cast<double>(bytes);
}

// A few that most tables have; of others the ends.
std::vector<netcal::Point> points_to_check(const std::vector<netcal::Point>& points) {
  std::vector<netcal::Point> chosen;
  std::copy_if(points.begin(), points.end(), std::back_inserter(chosen), [](const auto& point) {
    return std::count(std::begin(checked_sizes), std::end(checked_sizes), point.bytes) > 0;
  });
  if (!chosen.empty()) return chosen;
  chosen.push_back(points.front());
  if (points.size() > 1) chosen.push_back(points.back());
  return chosen;
}

// Messages on a node that are under way at once share no bandwidth in a network: what is decided by
// that is not held against it.
bool pair_can_be_checked(const netcal::Table& table, netcal::Place place) {
  constexpr std::uint32_t most_at_once = 4096;
  const bool is_decided =
      table.benchmark == Benchmark::bandwidth || table.benchmark == Benchmark::both_ways;
  if (place == netcal::Place::on_a_node && is_decided) return false;
  return table.pairs == 1 && table.window > 0 && table.window <= most_at_once;
}
bool size_can_be_checked(const netcal::Table& table, netcal::Place place, std::uint64_t bytes) {
  constexpr std::uint64_t small = 1024;
  return place == netcal::Place::between_nodes || table.benchmark != Benchmark::message_rate ||
         bytes <= small;
}

bool can_be_checked(const netcal::Table& table, netcal::Place place, std::uint32_t nodes) {
  if (!netcal::is_collective(table.benchmark)) return pair_can_be_checked(table, place);
  if (table.ranks < 2 || table.ranks > most_checked_ranks) return false;
  if (place == netcal::Place::on_a_node) return true;
  return table.ranks <= nodes && (table.nodes == 0 || table.nodes == table.ranks);
}

void add_checks(ndl::Network network, netcal::Place place, const netcal::Findings& found,
                std::uint32_t nodes, std::vector<netcal::Check>& checks) {
  for (const netcal::Series& series : found.series) {
    const netcal::Table& table = series.table;
    if (!can_be_checked(table, place, nodes)) continue;
    const std::uint32_t ranks = netcal::is_collective(table.benchmark) ? table.ranks : 2;
    network.nodes.ranks = place == netcal::Place::on_a_node ? ranks : 1;
    for (const netcal::Point& point : points_to_check(series.points))
      if (size_can_be_checked(table, place, point.bytes))
        checks.push_back({place, table.benchmark, ranks, point.bytes, point.value,
                          forecast_of(network, table, point.bytes)});
  }
}

}  // namespace

std::vector<netcal::Check> network_checks(const netcal::Concluded& concluded) {
  const ndl::Network network =
      ndl::parse_network(parse_json(netcal::network_text(concluded), "the network"));
  std::vector<netcal::Check> checks;
  add_checks(network, netcal::Place::between_nodes, concluded.between, concluded.nodes, checks);
  add_checks(network, netcal::Place::on_a_node, concluded.local, concluded.nodes, checks);
  return checks;
}

}  // namespace hpcast::forecast
