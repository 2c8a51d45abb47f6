// Neighbourhood collectives, of Cartesian grids and graphs.
#include "wrap.h"

namespace hpcast::recorder {

namespace {

int neighbor_places(MPI_Comm comm, int topology, int* sources, int* destinations) {
  int weighted = 0, count = 0;
  *sources = *destinations = 0;
  if (topology == MPI_DIST_GRAPH) {
    HPCAST_REAL(Dist_graph_neighbors_count)(comm, sources, destinations, &weighted);
    return *sources + *destinations;
  }
  if (topology == MPI_CART) {
    HPCAST_REAL(Cartdim_get)(comm, &count);
    count *= 2;
  } else if (topology == MPI_GRAPH) {
    int rank = 0;
    HPCAST_REAL(Comm_rank)(comm, &rank);
    HPCAST_REAL(Graph_neighbors_count)(comm, rank, &count);
  }
  *sources = *destinations = count;
  return 2 * count;
}

// Whom this rank gets from and gives to, in the order of the buffers. Some may be MPI_PROC_NULL.
class Neighbors {
 public:
  explicit Neighbors(MPI_Comm comm)
      : topology_(topology_of(comm)),
        all_(static_cast<std::size_t>(
            neighbor_places(comm, topology_, &source_count_, &destination_count_))) {
    int* const sources = all_.all();
    int* const destinations = sources + source_count_;
    if (topology_ == MPI_DIST_GRAPH) {
      Room<int> weights(static_cast<std::size_t>(source_count_ + destination_count_));
      HPCAST_REAL(Dist_graph_neighbors)
      (comm, source_count_, sources, weights.all(), destination_count_, destinations,
       weights.all() + source_count_);
      return;
    }
    if (topology_ == MPI_CART) {
      for (int i = 0; i + 1 < source_count_; i += 2)
        HPCAST_REAL(Cart_shift)(comm, i / 2, 1, &sources[i], &sources[i + 1]);
    } else if (topology_ == MPI_GRAPH) {
      int rank = 0;
      HPCAST_REAL(Comm_rank)(comm, &rank);
      HPCAST_REAL(Graph_neighbors)(comm, rank, source_count_, sources);
    }
    for (int i = 0; i < destination_count_; ++i) destinations[i] = sources[i];
  }

  // Numbers of messages sent and received, then of each the rank and the bytes.
  template <class Sent, class Received>
  void write(RecordKind kind, std::uint32_t function, const Communicator& self, Sent sent,
             Received received) {
    const int* const destinations = all_.all() + source_count_;
    const std::uint64_t sends = present(destinations, destination_count_);
    const std::uint64_t receives = present(all_.all(), source_count_);
    recorder().begin(kind, function);
    Output& output = recorder().output();
    output.put(self.number);
    output.put(static_cast<std::uint64_t>(mpitrace::RecordCollective::neighbor));
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0},
                                       3 + 2 * (sends + receives), sends, receives})
      output.put(number);
    put_pairs(destinations, destination_count_, sent);
    put_pairs(all_.all(), source_count_, received);
    recorder().end();
  }

 private:
  static int topology_of(MPI_Comm comm) {
    int topology = MPI_UNDEFINED;
    HPCAST_REAL(Topo_test)(comm, &topology);
    return topology;
  }
  static std::uint64_t present(const int* ranks, int count) {
    std::uint64_t found = 0;
    for (int i = 0; i < count; ++i) found += ranks[i] >= 0 ? 1 : 0;
    return found;
  }
  template <class Bytes>
  static void put_pairs(const int* ranks, int count, Bytes bytes) {
    for (int i = 0; i < count; ++i) {
      if (ranks[i] < 0) continue;
      recorder().output().put(static_cast<std::uint64_t>(ranks[i]));
      recorder().output().put(bytes(i));
    }
  }

  int topology_, source_count_ = 0, destination_count_ = 0;
  Room<int> all_;
};

template <class Sent, class Received>
bool neighborly(RecordKind kind, std::uint32_t function, MPI_Comm comm, Sent sent,
                Received received) {
  const Communicator* const self = ordinary(comm, function);
  if (self == nullptr) return false;
  Neighbors(comm).write(kind, function, *self, sent, received);
  return true;
}

void opened_neighborly(MPI_Request request, bool recorded) {
  opened(request, recorded ? Request::What::collective : Request::What::nothing);
}

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace

// The last two: bytes that go to, and come from, the neighbour number i.
#define HPCAST_NEIGHBOR(name, iname, parameters, arguments, sent, received)                  \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {                                   \
    Call call;                                                                               \
    const int result = HPCAST_REAL(name) arguments;                                          \
    if (call.done(result))                                                                   \
      neighborly(                                                                            \
          RecordKind::collective, HPCAST_FUNCTION(name), comm,                               \
          [&]([[maybe_unused]] int i) { return sent; },                                      \
          [&]([[maybe_unused]] int i) { return received; });                                 \
    return result;                                                                           \
  }                                                                                          \
  HPCAST_PROFILED(name)                                                                      \
  HPCAST_EXPORT int MPI_##iname(HPCAST_UNPACK parameters, MPI_Request* request) {            \
    Call call;                                                                               \
    const int result = HPCAST_REAL(iname)(HPCAST_UNPACK arguments, request);                 \
    if (call.done(result))                                                                   \
      opened_neighborly(*request, neighborly(                                                \
                                      RecordKind::icollective, HPCAST_FUNCTION(iname), comm, \
                                      [&]([[maybe_unused]] int i) { return sent; },          \
                                      [&]([[maybe_unused]] int i) { return received; }));    \
    return result;                                                                           \
  }                                                                                          \
  HPCAST_PROFILED(iname)

#define HPCAST_NEIGHBOR_BLOCKS(name, iname)                                                   \
  HPCAST_NEIGHBOR(name, iname,                                                                \
                  (const void* given, int given_count, MPI_Datatype given_type, void* buffer, \
                   int count, MPI_Datatype type, MPI_Comm comm),                              \
                  (given, given_count, given_type, buffer, count, type, comm),                \
                  bytes_of(given_count, given_type), bytes_of(count, type))
HPCAST_NEIGHBOR_BLOCKS(Neighbor_allgather, Ineighbor_allgather)
HPCAST_NEIGHBOR_BLOCKS(Neighbor_alltoall, Ineighbor_alltoall)

HPCAST_NEIGHBOR(Neighbor_allgatherv, Ineighbor_allgatherv,
                (const void* given, int given_count, MPI_Datatype given_type, void* buffer,
                 const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm),
                (given, given_count, given_type, buffer, counts, places, type, comm),
                bytes_of(given_count, given_type), bytes_of(counts[i], type))
HPCAST_NEIGHBOR(Neighbor_alltoallv, Ineighbor_alltoallv,
                (const void* given, const int* given_counts, const int* given_places,
                 MPI_Datatype given_type, void* buffer, const int* counts, const int* places,
                 MPI_Datatype type, MPI_Comm comm),
                (given, given_counts, given_places, given_type, buffer, counts, places, type, comm),
                bytes_of(given_counts[i], given_type), bytes_of(counts[i], type))
HPCAST_NEIGHBOR(Neighbor_alltoallw, Ineighbor_alltoallw,
                (const void* given, const int* given_counts, const MPI_Aint* given_places,
                 const MPI_Datatype* given_types, void* buffer, const int* counts,
                 const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm),
                (given, given_counts, given_places, given_types, buffer, counts, places, types,
                 comm),
                bytes_of(given_counts[i], given_types[i]), bytes_of(counts[i], types[i]))
