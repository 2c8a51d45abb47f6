// The program's beginning and end for MPI, and communicators.
#include "wrap.h"

namespace hpcast::recorder {

using mpitrace::CommunicatorOrigin;
using mpitrace::RecordCollective;

namespace {

// What those who make a communicator tell each other, at least: 8 bytes.
void agreed(std::uint32_t function, RecordKind kind, const Communicator& among,
            RecordCollective collective) {
  recorder().begin(kind, function);
  for (const std::uint64_t number :
       {std::uint64_t{among.number}, static_cast<std::uint64_t>(collective), std::uint64_t{0},
        std::uint64_t{4}, std::uint64_t{8}, std::uint64_t{0}})
    recorder().output().put(number);
  recorder().end();
}

// By a call of all of `parent`, whether or not this rank has got one.
void derived(std::uint32_t function, MPI_Comm parent, MPI_Comm made, RecordCollective collective) {
  Communicator* const from = ordinary(parent, function);
  if (from == nullptr) return;
  agreed(function, RecordKind::collective, *from, collective);
  const std::uint32_t sequence = from->made_from_it++, number = from->number;
  if (made != handles.null)
    recorder().made(made, CommunicatorOrigin::parent, number, sequence, function);
}

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace
using hpcast::mpitrace::CommunicatorOrigin;
using hpcast::mpitrace::RecordCollective;
using hpcast::mpitrace::RecordState;

HPCAST_EXPORT int MPI_Init(int* argc, char*** argv) {
  const int result = HPCAST_REAL(Init)(argc, argv);
  if (result == MPI_SUCCESS) recorder().start(MPI_THREAD_SINGLE);
  return result;
}
HPCAST_PROFILED(Init)

HPCAST_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = HPCAST_REAL(Init_thread)(argc, argv, required, provided);
  if (result == MPI_SUCCESS) recorder().start(*provided < required ? *provided : required);
  return result;
}
HPCAST_PROFILED(Init_thread)

HPCAST_EXPORT int MPI_Finalize() {
  {
    Call call;  // what was computed up to here
  }
  if (recorder().runs()) recorder().stop(RecordState::finished);
  return HPCAST_REAL(Finalize)();
}
HPCAST_PROFILED(Finalize)

HPCAST_EXPORT int MPI_Abort(MPI_Comm comm, int code) {
  { Call call; }
  if (recorder().runs()) recorder().stop(RecordState::aborted);
  return HPCAST_REAL(Abort)(comm, code);
}
HPCAST_PROFILED(Abort)

// Those that all of `comm` call; `made` is what they get.
#define HPCAST_DERIVE(name, collective, parameters, arguments)                   \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {                       \
    Call call;                                                                   \
    const int result = HPCAST_REAL(name) arguments;                              \
    if (call.done(result))                                                       \
      derived(HPCAST_FUNCTION(name), comm, *made, RecordCollective::collective); \
    return result;                                                               \
  }                                                                              \
  HPCAST_PROFILED(name)
HPCAST_DERIVE(Comm_dup, allreduce, (MPI_Comm comm, MPI_Comm* made), (comm, made))
HPCAST_DERIVE(Comm_dup_with_info, allreduce, (MPI_Comm comm, MPI_Info info, MPI_Comm* made),
              (comm, info, made))
HPCAST_DERIVE(Comm_create, allreduce, (MPI_Comm comm, MPI_Group group, MPI_Comm* made),
              (comm, group, made))
HPCAST_DERIVE(Comm_split, allgather, (MPI_Comm comm, int color, int key, MPI_Comm* made),
              (comm, color, key, made))
HPCAST_DERIVE(Comm_split_type, allgather,
              (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made),
              (comm, type, key, info, made))
HPCAST_DERIVE(Cart_create, allreduce,
              (MPI_Comm comm, int dimensions, const int* extents, const int* wraps, int reorder,
               MPI_Comm* made),
              (comm, dimensions, extents, wraps, reorder, made))
HPCAST_DERIVE(Cart_sub, allgather, (MPI_Comm comm, const int* kept, MPI_Comm* made),
              (comm, kept, made))
HPCAST_DERIVE(Graph_create, allreduce,
              (MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder,
               MPI_Comm* made),
              (comm, nodes, index, edges, reorder, made))
HPCAST_DERIVE(Dist_graph_create, allgather,
              (MPI_Comm comm, int n, const int* sources, const int* degrees,
               const int* destinations, const int* weights, MPI_Info info, int reorder,
               MPI_Comm* made),
              (comm, n, sources, degrees, destinations, weights, info, reorder, made))
HPCAST_DERIVE(Dist_graph_create_adjacent, allreduce,
              (MPI_Comm comm, int sources, const int* source, const int* source_weights,
               int destinations, const int* destination, const int* destination_weights,
               MPI_Info info, int reorder, MPI_Comm* made),
              (comm, sources, source, source_weights, destinations, destination,
               destination_weights, info, reorder, made))

HPCAST_EXPORT int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  Call call;
  const int result = HPCAST_REAL(Comm_create_group)(comm, group, tag, made);
  if (!call.done(result)) return result;
  const Communicator* const from = ordinary(comm, HPCAST_FUNCTION(Comm_create_group));
  if (from == nullptr || *made == handles.null) return result;
  recorder().made(*made, CommunicatorOrigin::members, from->number, static_cast<std::uint32_t>(tag),
                  HPCAST_FUNCTION(Comm_create_group));
  if (const Communicator* const own = recorder().communicator(*made))
    agreed(HPCAST_FUNCTION(Comm_create_group), RecordKind::collective, *own,
           RecordCollective::allreduce);
  return result;
}
HPCAST_PROFILED(Comm_create_group)

// The communicator is there once the request is complete.
HPCAST_EXPORT int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* handle) {
  Call call;
  const int result = HPCAST_REAL(Comm_idup)(comm, made, handle);
  if (!call.done(result)) return result;
  const std::uint32_t function = HPCAST_FUNCTION(Comm_idup);
  Communicator* const from = ordinary(comm, function);
  Request request;
  if (from != nullptr) {
    agreed(function, RecordKind::icollective, *from, RecordCollective::allreduce);
    request.what = Request::What::collective;
    request.number = recorder().next_request();
    request.made = made;
    request.communicator = from->number;
    request.sequence = from->made_from_it++;
    request.function = function;
  }
  recorder().requests.add(key_of(*handle), request);
  return result;
}
HPCAST_PROFILED(Comm_idup)

#define HPCAST_FREE(name)                            \
  HPCAST_EXPORT int MPI_##name(MPI_Comm* comm) {     \
    Call call;                                       \
    const MPI_Comm handle = *comm;                   \
    const int result = HPCAST_REAL(name)(comm);      \
    if (call.done(result)) recorder().freed(handle); \
    return result;                                   \
  }                                                  \
  HPCAST_PROFILED(name)
HPCAST_FREE(Comm_free)
HPCAST_FREE(Comm_disconnect)
