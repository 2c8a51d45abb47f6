// Collectives, blocking and not.
#include "wrap.h"

namespace hpcast::recorder {

using Collective = mpitrace::RecordCollective;

namespace {

struct Described {
  Collective kind;
  int root = 0;
  std::uint64_t element = 1, amount = 0;
};

// The lists of a collective: numbers that are asked for twice, to be counted and to be written.
class Lists {
 public:
  void ranks(const int* counts, int ranks, MPI_Datatype type) {
    parts_[count_++] = {counts, nullptr, ranks, bytes_of(type)};
  }
  void ranks(const int* counts, int ranks, const MPI_Datatype* types) {
    parts_[count_++] = {counts, types, ranks, 0};
  }
  bool empty() const { return count_ == 0; }
  std::uint64_t length() const {
    std::uint64_t all = 0;
    for (int i = 0; i < count_; ++i) all += static_cast<std::uint64_t>(parts_[i].ranks);
    return all;
  }
  template <class Take>
  void each(Take take) const {
    for (int i = 0; i < count_; ++i)
      for (int rank = 0; rank < parts_[i].ranks; ++rank) take(parts_[i].bytes(rank));
  }

 private:
  struct Part {
    const int* counts;
    const MPI_Datatype* types;
    int ranks;
    std::uint64_t size;

    std::uint64_t bytes(int rank) const {
      const auto count = static_cast<std::uint64_t>(counts[rank]);
      return count * (types == nullptr ? size : bytes_of(types[rank]));
    }
  };
  Part parts_[2];
  int count_ = 0;
};

void write(RecordKind kind, std::uint32_t function, const Communicator& communicator,
           const Described& described, const Lists& lists) {
  recorder().begin(kind, function);
  Output& output = recorder().output();
  output.put(communicator.number);
  output.put(static_cast<std::uint64_t>(described.kind));
  output.put(static_cast<std::uint64_t>(described.root));
  output.put(described.element > 0 ? described.element : 1);
  output.put(described.amount);
  output.put(lists.empty() ? 0 : lists.length() + 1);
  lists.each([&](std::uint64_t number) { output.put(number); });
  recorder().end();
}

// --- What the calls say. `self` is the communicator as seen from this rank.

Described whole(Collective kind, int count, MPI_Datatype type, int root = 0) {
  return {kind, root, bytes_of(type), bytes_of(count, type)};
}

struct Side {
  const void* buffer;
  int count;
  MPI_Datatype type;
};

// A block of what this rank gives, or, where that is in place already, of what it gets.
Described block(Collective kind, const Side& first, const Side& second, int root = 0) {
  return first.buffer == MPI_IN_PLACE ? whole(kind, second.count, second.type, root)
                                      : whole(kind, first.count, first.type, root);
}

Described gather(const Communicator& self, const Side& send, const Side& receive, int root) {
  return self.rank == root ? block(Collective::gather, send, receive, root)
                           : whole(Collective::gather, send.count, send.type, root);
}

Described scatter(const Communicator& self, const Side& send, const Side& receive, int root) {
  return self.rank == root ? whole(Collective::scatter, send.count, send.type, root)
                           : whole(Collective::scatter, receive.count, receive.type, root);
}

// Those with a list at the root, and the rank's own bytes elsewhere.
Described listed(Collective kind, const Communicator& self, const Side& own, const int* counts,
                 MPI_Datatype type, int root, Lists& lists) {
  if (self.rank != root) return whole(kind, own.count, own.type, root);
  lists.ranks(counts, self.size, type);
  return {kind, root, bytes_of(type), bytes_of(counts[root], type)};
}

Described allgatherv(const Communicator& self, const int* counts, MPI_Datatype type, Lists& lists) {
  lists.ranks(counts, self.size, type);
  return {Collective::allgatherv, 0, bytes_of(type), bytes_of(counts[self.rank], type)};
}

template <class Type>
Described alltoallv(const Communicator& self, const void* buffer, const int* send_counts,
                    Type send_type, const int* counts, Type type, Lists& lists) {
  if (buffer == MPI_IN_PLACE)
    lists.ranks(counts, self.size, type);
  else
    lists.ranks(send_counts, self.size, send_type);
  lists.ranks(counts, self.size, type);
  return {Collective::alltoallv};
}

Described reduce_scatter(const Communicator& self, const int* counts, MPI_Datatype type,
                         Lists& lists) {
  lists.ranks(counts, self.size, type);
  return {Collective::reduce_scatter, 0, bytes_of(type), bytes_of(counts[self.rank], type)};
}

void collective(std::uint32_t function, MPI_Comm comm, auto describe) {
  const Communicator* const self = ordinary(comm, function);
  if (self == nullptr) return;
  Lists lists;
  const Described described = describe(*self, lists);
  write(RecordKind::collective, function, *self, described, lists);
}

void icollective(std::uint32_t function, MPI_Comm comm, MPI_Request request, auto describe) {
  const Communicator* const self = ordinary(comm, function);
  if (self != nullptr) {
    Lists lists;
    const Described described = describe(*self, lists);
    write(RecordKind::icollective, function, *self, described, lists);
  }
  opened(request, self == nullptr ? Request::What::nothing : Request::What::collective);
}

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace

// A blocking collective and its nonblocking sister; the last argument tells what it does, of
// `self`, with lists into `lists`.
#define HPCAST_COLLECTIVE(name, iname, parameters, arguments, ...)                          \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {                                  \
    Call call;                                                                              \
    const int result = HPCAST_REAL(name) arguments;                                         \
    if (call.done(result))                                                                  \
      collective(HPCAST_FUNCTION(name), comm,                                               \
                 [&]([[maybe_unused]] const Communicator& self,                             \
                     [[maybe_unused]] Lists& lists) -> Described { return __VA_ARGS__; });  \
    return result;                                                                          \
  }                                                                                         \
  HPCAST_PROFILED(name)                                                                     \
  HPCAST_EXPORT int MPI_##iname(HPCAST_UNPACK parameters, MPI_Request* request) {           \
    Call call;                                                                              \
    const int result = HPCAST_REAL(iname)(HPCAST_UNPACK arguments, request);                \
    if (call.done(result))                                                                  \
      icollective(HPCAST_FUNCTION(iname), comm, *request,                                   \
                  [&]([[maybe_unused]] const Communicator& self,                            \
                      [[maybe_unused]] Lists& lists) -> Described { return __VA_ARGS__; }); \
    return result;                                                                          \
  }                                                                                         \
  HPCAST_PROFILED(iname)

HPCAST_COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm), Described{Collective::barrier})
HPCAST_COLLECTIVE(Bcast, Ibcast,
                  (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
                  (buffer, count, type, root, comm), whole(Collective::bcast, count, type, root))
HPCAST_COLLECTIVE(Reduce, Ireduce,
                  (const void* given, void* buffer, int count, MPI_Datatype type, MPI_Op op,
                   int root, MPI_Comm comm),
                  (given, buffer, count, type, op, root, comm),
                  whole(Collective::reduce, count, type, root))

#define HPCAST_REDUCTION(name, iname, kind)                                                      \
  HPCAST_COLLECTIVE(                                                                             \
      name, iname,                                                                               \
      (const void* given, void* buffer, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
      (given, buffer, count, type, op, comm), whole(Collective::kind, count, type))
HPCAST_REDUCTION(Allreduce, Iallreduce, allreduce)
HPCAST_REDUCTION(Scan, Iscan, scan)
HPCAST_REDUCTION(Exscan, Iexscan, exscan)
HPCAST_REDUCTION(Reduce_scatter_block, Ireduce_scatter_block, reduce_scatter_block)

HPCAST_COLLECTIVE(Reduce_scatter, Ireduce_scatter,
                  (const void* given, void* buffer, const int* counts, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm),
                  (given, buffer, counts, type, op, comm),
                  reduce_scatter(self, counts, type, lists))

HPCAST_COLLECTIVE(Gather, Igather,
                  (const void* given, int given_count, MPI_Datatype given_type, void* buffer,
                   int count, MPI_Datatype type, int root, MPI_Comm comm),
                  (given, given_count, given_type, buffer, count, type, root, comm),
                  gather(self, {given, given_count, given_type}, {buffer, count, type}, root))
HPCAST_COLLECTIVE(Scatter, Iscatter,
                  (const void* given, int given_count, MPI_Datatype given_type, void* buffer,
                   int count, MPI_Datatype type, int root, MPI_Comm comm),
                  (given, given_count, given_type, buffer, count, type, root, comm),
                  scatter(self, {given, given_count, given_type}, {buffer, count, type}, root))
HPCAST_COLLECTIVE(Gatherv, Igatherv,
                  (const void* given, int given_count, MPI_Datatype given_type, void* buffer,
                   const int* counts, const int* places, MPI_Datatype type, int root,
                   MPI_Comm comm),
                  (given, given_count, given_type, buffer, counts, places, type, root, comm),
                  listed(Collective::gatherv, self, {given, given_count, given_type}, counts, type,
                         root, lists))
HPCAST_COLLECTIVE(Scatterv, Iscatterv,
                  (const void* given, const int* counts, const int* places, MPI_Datatype type,
                   void* buffer, int count, MPI_Datatype buffer_type, int root, MPI_Comm comm),
                  (given, counts, places, type, buffer, count, buffer_type, root, comm),
                  listed(Collective::scatterv, self, {buffer, count, buffer_type}, counts, type,
                         root, lists))

#define HPCAST_BLOCKS(name, iname, kind)                                                     \
  HPCAST_COLLECTIVE(                                                                         \
      name, iname,                                                                           \
      (const void* given, int given_count, MPI_Datatype given_type, void* buffer, int count, \
       MPI_Datatype type, MPI_Comm comm),                                                    \
      (given, given_count, given_type, buffer, count, type, comm),                           \
      block(Collective::kind, {given, given_count, given_type}, {buffer, count, type}))
HPCAST_BLOCKS(Allgather, Iallgather, allgather)
HPCAST_BLOCKS(Alltoall, Ialltoall, alltoall)

HPCAST_COLLECTIVE(Allgatherv, Iallgatherv,
                  (const void* given, int given_count, MPI_Datatype given_type, void* buffer,
                   const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm),
                  (given, given_count, given_type, buffer, counts, places, type, comm),
                  allgatherv(self, counts, type, lists))
HPCAST_COLLECTIVE(Alltoallv, Ialltoallv,
                  (const void* given, const int* given_counts, const int* given_places,
                   MPI_Datatype given_type, void* buffer, const int* counts, const int* places,
                   MPI_Datatype type, MPI_Comm comm),
                  (given, given_counts, given_places, given_type, buffer, counts, places, type,
                   comm),
                  alltoallv(self, given, given_counts, given_type, counts, type, lists))
HPCAST_COLLECTIVE(Alltoallw, Ialltoallw,
                  (const void* given, const int* given_counts, const int* given_places,
                   const MPI_Datatype* given_types, void* buffer, const int* counts,
                   const int* places, const MPI_Datatype* types, MPI_Comm comm),
                  (given, given_counts, given_places, given_types, buffer, counts, places, types,
                   comm),
                  alltoallv(self, given, given_counts, given_types, counts, types, lists))
