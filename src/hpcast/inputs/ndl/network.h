// A network as its description (NDL, docs/ndl.md, schemas/ndl.schema.json) has it. SI base units.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hpcast::ndl {

// Nodes at the points of a grid, joined to their neighbours in each dimension: mesh, torus, Tofu,
// hypercube. Nodes are numbered with the last dimension running fastest. An extent of 2 has one
// link, whether it wraps or not.
struct GridShape {
  static constexpr std::size_t most_dimensions = 32;
  std::vector<std::uint32_t> extents;
  std::vector<bool> wraps;  // by dimension: a ring, not a line
  bool operator==(const GridShape&) const = default;
};

// Extended generalised fat tree (Öhring et al., 1995): a switch of level l (1 at the bottom) has
// down[l-1] children, each vertex of level l-1 has up[l-1] parents. A single switch is one level.
struct FatTreeShape {
  static constexpr std::size_t most_levels = 32;
  std::vector<std::uint32_t> down, up;
  bool operator==(const FatTreeShape&) const = default;
};

// Kim et al., Technology-Driven, Highly-Scalable Dragonfly Topology, 2008. Routers of a group are
// joined each to each; groups by global links, port k of a group (k = 0 … routers × global_links -
// 1) to the group that is k mod (groups-1) + 1 further on.
struct DragonflyShape {
  std::uint32_t groups = 0, routers = 0 /* a group */, nodes = 0 /* a router */,
                global_links = 0 /* a router */;
  bool operator==(const DragonflyShape&) const = default;
};

// Any graph. Vertices below `nodes` are nodes, the others switches.
struct GraphShape {
  struct Link {
    std::uint32_t from = 0, to = 0, link_class = 0;  // both ways
    bool operator==(const Link&) const = default;
  };
  std::vector<std::string> names;  // by vertex
  std::uint32_t nodes = 0;
  std::vector<Link> links;
  bool operator==(const GraphShape&) const = default;
};

using Shape = std::variant<GridShape, FatTreeShape, DragonflyShape, GraphShape>;

enum class Routing : std::uint8_t {
  dimension_order,  // grids
  d_mod_k,          // fat trees: the parent is told by the destination's number
  ecmp,             // a parent or one of several shortest ways told by sender and receiver
  minimal,          // a shortest way
  valiant,          // by way of a vertex (of a dragonfly: a group) drawn for each message
};
const char* name_of(Routing routing);

struct LinkClass {
  double bandwidth = 0;  // bytes/s, each way
  double latency = 0;    // s, of the cable
  bool operator==(const LinkClass&) const = default;
};

// What a NIC with messages to several nodes sends next.
enum class NicOrder : std::uint8_t {
  round_robin,  // a packet to each in turn, as with a queue for each connection (InfiniBand)
  fifo,         // message after message
};

enum class Mapping : std::uint8_t { block, cyclic, listed };
enum class MpiFamily : std::uint8_t {
  open_mpi,
  mpich,  // and its kin: Intel MPI, MVAPICH, Cray MPICH
};

struct Nodes {
  std::uint32_t ranks = 1;  // places for ranks on a node
  Mapping mapping = Mapping::block;
  std::vector<std::uint32_t> node_of_rank;  // Mapping::listed
  std::uint32_t nics = 1;
  NicOrder nic_order = NicOrder::round_robin;
  double injection_bandwidth = 0;         // bytes/s of a NIC, each way
  double nic_latency = 0;                 // s, on the way out and on the way in
  std::optional<double> local_latency;    // between ranks of a node
  std::optional<double> local_bandwidth;  // bytes/s of one such message
  bool operator==(const Nodes&) const = default;
};

struct MpiCosts {
  double send_overhead = 0, receive_overhead = 0;  // s of the processor, a message
  std::optional<double> ping_pong;        // s; half a round trip that the overheads were made from
  std::optional<double> copy_bandwidth;   // bytes/s; an eager message is copied at both ends
  std::uint64_t eager_limit = 64 * 1024;  // bytes; longer ones ask the receiver first
  bool progresses_alone = false;          // rendezvous goes on while a rank computes
  std::optional<double> combine_bandwidth;  // bytes/s of a reduction's operator
  MpiFamily family = MpiFamily::open_mpi;
  std::map<std::string, std::string> algorithms;  // by collective, where the user names one
  bool operator==(const MpiCosts&) const = default;
};

struct Network {
  std::string name;
  std::string description;
  std::string type;  // as the file names the topology
  Shape shape;
  Routing routing = Routing::minimal;
  // Grid: by dimension. Fat tree: by level from the nodes up. Dragonfly: to a node, within a group,
  // between groups. Graph: those that its links name, in order.
  std::vector<LinkClass> link_classes;
  double switch_latency = 0;                   // s, from the head of a packet in to the head out
  std::optional<std::uint64_t> switch_buffer;  // bytes for each link that comes in; no limit
  std::uint64_t packet_payload = 2048;         // bytes
  std::uint64_t packet_header = 0;             // bytes more, on the wire
  Nodes nodes;
  MpiCosts mpi;
  bool operator==(const Network&) const = default;
};

}  // namespace hpcast::ndl
