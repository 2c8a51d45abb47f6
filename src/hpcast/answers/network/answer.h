// What `hpcast network` answers, as plain data: docs/network.md, schemas/network.schema.json.
//
// Units: bytes, seconds; utilisations are fractions, 0 to 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/answer.h"

namespace hpcast::answers {

// Where a rank's time went; the four add up to the rank's end.
struct TimeSplit {
  double compute_s = 0;
  double late_s = 0;      // blocked, while the other side had not yet begun
  double transfer_s = 0;  // blocked, while a message was on its way
  double mpi_s = 0;       // the processor's own work in MPI
  bool operator==(const TimeSplit&) const = default;
  double end_s() const { return compute_s + late_s + transfer_s + mpi_s; }
};

struct RankTime {
  std::uint32_t rank = 0;
  TimeSplit split;
  double made_wait_s = 0;  // how long others waited for it to begin
  bool operator==(const RankTime&) const = default;
};

// A stretch of the critical path.
struct PathPart {
  double begin_s = 0, end_s = 0;
  std::uint32_t rank = 0;
  std::optional<std::uint32_t> from;  // of a message: its sender
  bool operator==(const PathPart&) const = default;
};

struct CriticalPath {
  double on_ranks_s = 0, in_network_s = 0;
  std::uint64_t messages = 0;
  std::vector<PathPart> parts;  // the longest, in order of time
  bool operator==(const CriticalPath&) const = default;
};

struct LinkClassLoad {
  std::string name;
  double bandwidth = 0;     // bytes/s
  std::uint64_t links = 0;  // that carried anything
  double mean = 0;          // utilisation of these over the run
  double highest = 0;       // of the one that was used most
  bool operator==(const LinkClassLoad&) const = default;
};

struct LinkLoadResult {
  std::string from, to;
  std::string link_class;
  std::uint64_t bytes = 0;  // headers and all
  double busy_s = 0;
  double utilisation = 0;  // over the run
  double peak = 0;         // in the window where it was used most
  bool operator==(const LinkLoadResult&) const = default;
};

// Utilisation over time, by windows of equal length.
struct LoadHistory {
  double window_s = 0;
  std::vector<double> mean;     // of all links that carried anything in the run
  std::vector<double> highest;  // of the link that was used most in that window
  bool operator==(const LoadHistory&) const = default;
};

// Utilisation over the run of the links of each place of the topology, as rows and columns; places
// are taken together where there are many.
struct HeatMap {
  std::string name;  // of the links: "level 1 to level 2"
  std::string row_axis, column_axis;
  std::vector<std::string> row_names;  // none: rows are numbered
  std::uint32_t rows = 0, columns = 0;
  std::uint32_t a_row = 1, a_column = 1;  // places that one stands for
  std::vector<double> mean, highest;      // by row, then column; -1 where there are no links
  bool operator==(const HeatMap&) const = default;
};

// A small network as it is.
struct HeatGraph {
  struct Link {
    std::uint32_t from = 0, to = 0;
    double utilisation = 0;
    bool operator==(const Link&) const = default;
  };
  std::vector<std::string> vertices;  // nodes first
  std::uint32_t nodes = 0;
  std::vector<Link> links;
  bool operator==(const HeatGraph&) const = default;
};

struct LinkHeat {
  std::vector<HeatMap> maps;
  std::optional<HeatGraph> graph;
  bool operator==(const LinkHeat&) const = default;
};

struct SizeClass {
  std::uint64_t from = 0, to = 0;  // bytes, both included
  std::uint64_t messages = 0;
  bool operator==(const SizeClass&) const = default;
};

struct TrafficMatrix {
  std::uint32_t ranks_a_row = 1, rows = 0;
  std::vector<std::uint64_t> bytes;  // by row (sender), then column (receiver)
  bool operator==(const TrafficMatrix&) const = default;
};

struct NetworkFacts {
  std::string name, type, routing;
  std::uint64_t nodes = 0, ranks_a_node = 1;
  bool operator==(const NetworkFacts&) const = default;
};

struct NetworkRun {
  double wall_s = 0;       // all of it
  double simulated_s = 0;  // of that, the simulation itself
  std::string host, date;
  std::uint64_t events = 0, packet_hops = 0;
  double events_per_s = 0;
  std::uint32_t processes = 1;
  bool operator==(const NetworkRun&) const = default;
};

struct NetworkAnswer : Answer {
  static constexpr AnswerKind kind = {"hpcast-network-answer", "hpcast network", "docs/network.md",
                                      "rank_times", "network.schema.json"};
  double time_s = 0;                   // of the rank that ends last
  std::optional<double> ideal_time_s;  // on a network that takes no time
  std::string fidelity;                // "packet", "loggp", "ideal"
  NetworkFacts network;
  std::uint32_t ranks = 0, nodes_used = 0;
  TimeSplit mean;                    // over the ranks
  std::vector<RankTime> rank_times;  // by rank; of those that matter where there are many
  CriticalPath critical_path;
  std::vector<LinkClassLoad> link_classes;
  std::vector<LinkLoadResult> links;  // those used most, most used first
  LoadHistory history;
  LinkHeat heat;
  std::uint64_t messages = 0, bytes = 0;
  std::vector<SizeClass> sizes;
  TrafficMatrix matrix;
  std::vector<std::string> partial_profile;  // why the profile is not all of the run
  NetworkRun run;
  bool operator==(const NetworkAnswer&) const = default;
};
// What it consists of in files.
void describe(Mapping& m, NetworkAnswer& result);

// Those that others waited for, whom they waited for longest first; `most` of them at most.
std::vector<RankTime> late_ranks(const NetworkAnswer& result, std::size_t most);

// "1.42 s, 3.1 times the 0.46 s of an ideal network; …"
std::string verdict_line(const NetworkAnswer& result);

}  // namespace hpcast::answers
