// One-sided communication: puts and gets, complete at the next flush or fence.
#include "wrap.h"

namespace hpcast::recorder {

using mpitrace::RecordCollective;

namespace {

void met(std::uint32_t function, const Communicator& communicator) {
  recorder().begin(RecordKind::collective, function);
  for (const std::uint64_t number :
       {std::uint64_t{communicator.number}, static_cast<std::uint64_t>(RecordCollective::barrier),
        std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{0}})
    recorder().output().put(number);
  recorder().end();
}

void window_made(std::uint32_t function, MPI_Comm comm, MPI_Win window) {
  Communicator* const communicator = ordinary(comm, function);
  if (communicator == nullptr) return;
  met(function, *communicator);
  recorder().windows.add(key_of(window), communicator);
}

Communicator* window_of(MPI_Win window, std::uint32_t function) {
  Communicator** const found = recorder().windows.find(key_of(window));
  if (found != nullptr) return *found;
  recorder().not_understood(function);
  return nullptr;
}

// Bytes that go there and bytes that come back.
void moved(std::uint32_t function, MPI_Win window, int peer, std::uint64_t there,
           std::uint64_t back, bool gets) {
  const Communicator* const communicator = window_of(window, function);
  if (communicator == nullptr) return;
  if (there > 0 || !gets)
    recorder().one_sided(function, RecordKind::put, communicator->number, peer, there);
  if (gets) recorder().one_sided(function, RecordKind::get, communicator->number, peer, back);
}

void fenced(std::uint32_t function, MPI_Win window) {
  const Communicator* const communicator = window_of(window, function);
  if (communicator == nullptr) return;
  recorder().flush(function);
  met(function, *communicator);
}

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace

#define HPCAST_WINDOW(name, parameters, arguments)                            \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {                    \
    Call call;                                                                \
    const int result = HPCAST_REAL(name) arguments;                           \
    if (call.done(result)) window_made(HPCAST_FUNCTION(name), comm, *window); \
    return result;                                                            \
  }                                                                           \
  HPCAST_PROFILED(name)
HPCAST_WINDOW(Win_create,
              (void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window),
              (base, size, unit, info, comm, window))
HPCAST_WINDOW(Win_allocate,
              (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window),
              (size, unit, info, comm, base, window))
HPCAST_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* window),
              (info, comm, window))

HPCAST_EXPORT int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                                          void* base, MPI_Win* window) {
  Call call;
  const int result = HPCAST_REAL(Win_allocate_shared)(size, unit, info, comm, base, window);
  if (!call.done(result)) return result;
  window_made(HPCAST_FUNCTION(Win_allocate_shared), comm, *window);
  recorder().remark("loads and stores in shared windows: they are computation");
  return result;
}
HPCAST_PROFILED(Win_allocate_shared)

HPCAST_EXPORT int MPI_Win_free(MPI_Win* window) {
  Call call;
  const MPI_Win handle = *window;
  const int result = HPCAST_REAL(Win_free)(window);
  if (!call.done(result)) return result;
  if (Communicator** const found = recorder().windows.find(key_of(handle))) {
    met(HPCAST_FUNCTION(Win_free), **found);
    recorder().windows.erase(found);
  }
  return result;
}
HPCAST_PROFILED(Win_free)

HPCAST_EXPORT int MPI_Win_fence(int assertion, MPI_Win window) {
  Call call;
  const int result = HPCAST_REAL(Win_fence)(assertion, window);
  if (call.done(result)) fenced(HPCAST_FUNCTION(Win_fence), window);
  return result;
}
HPCAST_PROFILED(Win_fence)

#define HPCAST_FLUSH(name, parameters, arguments)                   \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {          \
    Call call;                                                      \
    const int result = HPCAST_REAL(name) arguments;                 \
    if (call.done(result)) recorder().flush(HPCAST_FUNCTION(name)); \
    return result;                                                  \
  }                                                                 \
  HPCAST_PROFILED(name)
HPCAST_FLUSH(Win_flush, (int rank, MPI_Win window), (rank, window))
HPCAST_FLUSH(Win_flush_local, (int rank, MPI_Win window), (rank, window))
HPCAST_FLUSH(Win_unlock, (int rank, MPI_Win window), (rank, window))
HPCAST_FLUSH(Win_flush_all, (MPI_Win window), (window))
HPCAST_FLUSH(Win_flush_local_all, (MPI_Win window), (window))
HPCAST_FLUSH(Win_unlock_all, (MPI_Win window), (window))

HPCAST_EXPORT int MPI_Win_lock(int type, int rank, int assertion, MPI_Win window) {
  Call call;
  const int result = HPCAST_REAL(Win_lock)(type, rank, assertion, window);
  if (call.done(result) && type == MPI_LOCK_EXCLUSIVE)
    recorder().remark("waiting for a window that another rank has locked (MPI_Win_lock)");
  return result;
}
HPCAST_PROFILED(Win_lock)

HPCAST_EXPORT int MPI_Win_lock_all(int assertion, MPI_Win window) {
  Call call;
  return HPCAST_REAL(Win_lock_all)(assertion, window);
}
HPCAST_PROFILED(Win_lock_all)

// Post, start, complete, wait: the time is taken out, the bytes are there, the waiting is not.
HPCAST_EXPORT int MPI_Win_complete(MPI_Win window) {
  Call call;
  const int result = HPCAST_REAL(Win_complete)(window);
  if (!call.done(result)) return result;
  recorder().flush(HPCAST_FUNCTION(Win_complete));
  recorder().remark("ranks that wait for each other by MPI_Win_post, start, complete and wait");
  return result;
}
HPCAST_PROFILED(Win_complete)

#define HPCAST_MOVE(name, rname, parameters, arguments, there, back, gets)                \
  HPCAST_EXPORT int MPI_##name(HPCAST_UNPACK parameters) {                                \
    Call call;                                                                            \
    const int result = HPCAST_REAL(name) arguments;                                       \
    if (call.done(result)) moved(HPCAST_FUNCTION(name), window, peer, there, back, gets); \
    return result;                                                                        \
  }                                                                                       \
  HPCAST_PROFILED(name)                                                                   \
  HPCAST_EXPORT int MPI_##rname(HPCAST_UNPACK parameters, MPI_Request* request) {         \
    Call call;                                                                            \
    const int result = HPCAST_REAL(rname)(HPCAST_UNPACK arguments, request);              \
    if (!call.done(result)) return result;                                                \
    moved(HPCAST_FUNCTION(rname), window, peer, there, back, gets);                       \
    opened(*request, Request::What::one_sided);                                           \
    return result;                                                                        \
  }                                                                                       \
  HPCAST_PROFILED(rname)
HPCAST_MOVE(Put, Rput,
            (const void* given, int count, MPI_Datatype type, int peer, MPI_Aint place,
             int there_count, MPI_Datatype there_type, MPI_Win window),
            (given, count, type, peer, place, there_count, there_type, window),
            bytes_of(count, type), 0, false)
HPCAST_MOVE(Get, Rget,
            (void* buffer, int count, MPI_Datatype type, int peer, MPI_Aint place, int there_count,
             MPI_Datatype there_type, MPI_Win window),
            (buffer, count, type, peer, place, there_count, there_type, window), 0,
            bytes_of(count, type), true)
HPCAST_MOVE(Accumulate, Raccumulate,
            (const void* given, int count, MPI_Datatype type, int peer, MPI_Aint place,
             int there_count, MPI_Datatype there_type, MPI_Op op, MPI_Win window),
            (given, count, type, peer, place, there_count, there_type, op, window),
            bytes_of(count, type), 0, false)
HPCAST_MOVE(Get_accumulate, Rget_accumulate,
            (const void* given, int count, MPI_Datatype type, void* buffer, int buffer_count,
             MPI_Datatype buffer_type, int peer, MPI_Aint place, int there_count,
             MPI_Datatype there_type, MPI_Op op, MPI_Win window),
            (given, count, type, buffer, buffer_count, buffer_type, peer, place, there_count,
             there_type, op, window),
            op == handles.no_op ? 0 : bytes_of(count, type), bytes_of(buffer_count, buffer_type),
            true)

HPCAST_EXPORT int MPI_Fetch_and_op(const void* given, void* buffer, MPI_Datatype type, int peer,
                                   MPI_Aint place, MPI_Op op, MPI_Win window) {
  Call call;
  const int result = HPCAST_REAL(Fetch_and_op)(given, buffer, type, peer, place, op, window);
  if (call.done(result))
    moved(HPCAST_FUNCTION(Fetch_and_op), window, peer, op == handles.no_op ? 0 : bytes_of(type),
          bytes_of(type), true);
  return result;
}
HPCAST_PROFILED(Fetch_and_op)

HPCAST_EXPORT int MPI_Compare_and_swap(const void* given, HPCAST_CONST void* compared, void* buffer,
                                       MPI_Datatype type, int peer, MPI_Aint place,
                                       MPI_Win window) {
  Call call;
  const int result =
      HPCAST_REAL(Compare_and_swap)(given, compared, buffer, type, peer, place, window);
  if (call.done(result))
    moved(HPCAST_FUNCTION(Compare_and_swap), window, peer, 2 * bytes_of(type), bytes_of(type),
          true);
  return result;
}
HPCAST_PROFILED(Compare_and_swap)
