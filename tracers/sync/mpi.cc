// MPI's calls that wait for other processes: the thread is marked as blocked, so that nobody waits
// for its stream to go on. Where all ranks wait for each other, that is a barrier in their streams;
// where a part of them does, or one for another, nothing tells what for.
//
// By number of arguments: whatever an MPI library's handles are, they pass through a register or a
// stack slot as they came. In Fortran the status comes last, and then the lengths of texts. What a
// library does by itself is not intercepted: its calls of its own functions go past these.
#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

namespace {

template <class F>
auto waiting_for_others(Thread& thread, const Awaited& what, F&& f) {
  begin_library_call(thread);
  const InLibrary inside(thread);
  const Blocked blocked(thread, what);
  return f();
}

template <class F>
auto waiting_for_others(F&& f) {
  Thread* const thread = current_thread();
  return thread == nullptr ? f() : waiting_for_others(*thread, {}, f);
}

// Calls in which all ranks meet: nobody goes on before the last one has come.
constexpr std::uint64_t meeting_place = hpcast::reftrace::common_object | 1;
std::atomic<std::uint64_t> meetings{0};  // that this process has come to

template <class Members, class F>
auto meeting(Members&& members, F&& f) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return f();
  const std::uint64_t all = ranks();
  if (all == 0 || members() != all) return waiting_for_others(*thread, {}, f);
  drain(*thread);
  put_event(*thread, Event::signal, meeting_place);
  const std::uint64_t present = (meetings.fetch_add(1) + 1) * all;
  const auto result = waiting_for_others(*thread, {meeting_place, present}, f);
  drain(*thread);
  put_event(*thread, Event::wait, meeting_place, present);
  return result;
}

HPCAST_LIBRARY_FUNCTION(int, PMPI_Comm_size, long communicator, int* size)
HPCAST_LIBRARY_FUNCTION(int, PMPI_Win_get_group, long window, long* group)
HPCAST_LIBRARY_FUNCTION(int, PMPI_Group_size, long group, int* size)
HPCAST_LIBRARY_FUNCTION(int, PMPI_Group_free, long* group)
HPCAST_LIBRARY_FUNCTION(void, pmpi_comm_size_, long communicator, int* size, int* error)
HPCAST_LIBRARY_FUNCTION(void, pmpi_win_get_group_, long window, int* group, int* error)
HPCAST_LIBRARY_FUNCTION(void, pmpi_group_size_, int* group, int* size, int* error)
HPCAST_LIBRARY_FUNCTION(void, pmpi_group_free_, int* group, int* error)

// How many take part in a call, by language and kind of handle.
struct World {
  static std::uint64_t c(long) { return ranks(); }
  static std::uint64_t fortran(long) { return ranks(); }
};
struct Communicator {
  static std::uint64_t c(long communicator) {
    int size = 0;
    real_PMPI_Comm_size(communicator, &size);
    return static_cast<std::uint64_t>(size);
  }
  static std::uint64_t fortran(long communicator) {
    int size = 0, error;
    real_pmpi_comm_size_(communicator, &size, &error);
    return static_cast<std::uint64_t>(size);
  }
};
struct Window {
  static std::uint64_t c(long window) {
    long group = 0;
    int size = 0;
    real_PMPI_Win_get_group(window, &group);
    real_PMPI_Group_size(group, &size);
    real_PMPI_Group_free(&group);
    return static_cast<std::uint64_t>(size);
  }
  static std::uint64_t fortran(long window) {
    int group = 0, size = 0, error;
    real_pmpi_win_get_group_(window, &group, &error);
    real_pmpi_group_size_(&group, &size, &error);
    real_pmpi_group_free_(&group, &error);
    return static_cast<std::uint64_t>(size);
  }
};

}  // namespace

#define HPCAST_PARAMETERS_0 ()
#define HPCAST_ARGUMENTS_0 ()
#define HPCAST_PARAMETERS_1 (long a1)
#define HPCAST_ARGUMENTS_1 (a1)
#define HPCAST_PARAMETERS_2 (long a1, long a2)
#define HPCAST_ARGUMENTS_2 (a1, a2)
#define HPCAST_PARAMETERS_3 (long a1, long a2, long a3)
#define HPCAST_ARGUMENTS_3 (a1, a2, a3)
#define HPCAST_PARAMETERS_4 (long a1, long a2, long a3, long a4)
#define HPCAST_ARGUMENTS_4 (a1, a2, a3, a4)
#define HPCAST_PARAMETERS_5 (long a1, long a2, long a3, long a4, long a5)
#define HPCAST_ARGUMENTS_5 (a1, a2, a3, a4, a5)
#define HPCAST_PARAMETERS_6 (long a1, long a2, long a3, long a4, long a5, long a6)
#define HPCAST_ARGUMENTS_6 (a1, a2, a3, a4, a5, a6)
#define HPCAST_PARAMETERS_7 (long a1, long a2, long a3, long a4, long a5, long a6, long a7)
#define HPCAST_ARGUMENTS_7 (a1, a2, a3, a4, a5, a6, a7)
#define HPCAST_PARAMETERS_8 (long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8)
#define HPCAST_ARGUMENTS_8 (a1, a2, a3, a4, a5, a6, a7, a8)
#define HPCAST_PARAMETERS_9 \
  (long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9)
#define HPCAST_ARGUMENTS_9 (a1, a2, a3, a4, a5, a6, a7, a8, a9)
#define HPCAST_PARAMETERS_10 \
  (long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long a10)
#define HPCAST_ARGUMENTS_10 (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)
#define HPCAST_PARAMETERS_12                                                                  \
  (long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long a10, \
   long a11, long a12)
#define HPCAST_ARGUMENTS_12 (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)
#define HPCAST_PARAMETERS_13                                                                  \
  (long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long a10, \
   long a11, long a12, long a13)
#define HPCAST_ARGUMENTS_13 (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13)

// `members` is World, Communicator or Window; `handle` the argument that names it.
#define HPCAST_WAITS(name, count) \
  HPCAST_WAITS_(name, HPCAST_PARAMETERS_##count, HPCAST_ARGUMENTS_##count)
#define HPCAST_WAITS_(name, parameters, arguments)                    \
  HPCAST_INTERPOSE(long, name, HPCAST_UNPACK parameters) {            \
    return waiting_for_others([&] { return real_##name arguments; }); \
  }
#define HPCAST_MEETS(name, count, members, handle) \
  HPCAST_MEETS_(name, HPCAST_PARAMETERS_##count, HPCAST_ARGUMENTS_##count, members, handle)
#define HPCAST_MEETS_(name, parameters, arguments, members, handle)                         \
  HPCAST_INTERPOSE(long, name, HPCAST_UNPACK parameters) {                                  \
    return meeting([&] { return members(handle); }, [&] { return real_##name arguments; }); \
  }
#define HPCAST_WAITING(c_name, c_count, fortran_name, fortran_count) \
  HPCAST_WAITS(MPI_##c_name, c_count)                                \
  HPCAST_WAITS(mpi_##fortran_name##_, fortran_count)                 \
  HPCAST_WAITS(mpi_##fortran_name##_f08_, fortran_count)
#define HPCAST_MEETING(c_name, c_count, fortran_name, fortran_count, members, handle) \
  HPCAST_MEETS(MPI_##c_name, c_count, members::c, handle)                             \
  HPCAST_MEETS(mpi_##fortran_name##_, fortran_count, members::fortran, handle)        \
  HPCAST_MEETS(mpi_##fortran_name##_f08_, fortran_count, members::fortran, handle)

HPCAST_WAITING(Send, 6, send, 7)
HPCAST_WAITING(Ssend, 6, ssend, 7)
HPCAST_WAITING(Bsend, 6, bsend, 7)
HPCAST_WAITING(Rsend, 6, rsend, 7)
HPCAST_WAITING(Recv, 7, recv, 8)
HPCAST_WAITING(Mrecv, 5, mrecv, 6)
HPCAST_WAITING(Probe, 4, probe, 5)
HPCAST_WAITING(Mprobe, 5, mprobe, 6)
HPCAST_WAITING(Sendrecv, 12, sendrecv, 13)
HPCAST_WAITING(Sendrecv_replace, 9, sendrecv_replace, 10)
HPCAST_WAITING(Wait, 2, wait, 3)
HPCAST_WAITING(Waitall, 3, waitall, 4)
HPCAST_WAITING(Waitany, 4, waitany, 5)
HPCAST_WAITING(Waitsome, 5, waitsome, 6)
HPCAST_WAITING(Bcast, 5, bcast, 6)
HPCAST_WAITING(Gather, 8, gather, 9)
HPCAST_WAITING(Gatherv, 9, gatherv, 10)
HPCAST_WAITING(Scatter, 8, scatter, 9)
HPCAST_WAITING(Scatterv, 9, scatterv, 10)
HPCAST_WAITING(Reduce, 7, reduce, 8)
HPCAST_WAITING(Scan, 6, scan, 7)
HPCAST_WAITING(Exscan, 6, exscan, 7)
HPCAST_WAITING(Comm_free, 1, comm_free, 2)
HPCAST_WAITING(Win_free, 1, win_free, 2)
HPCAST_WAITING(Win_lock, 4, win_lock, 5)
HPCAST_WAITING(Win_unlock, 2, win_unlock, 3)
HPCAST_WAITING(Win_lock_all, 2, win_lock_all, 3)
HPCAST_WAITING(Win_unlock_all, 1, win_unlock_all, 2)
HPCAST_WAITING(Win_flush, 2, win_flush, 3)
HPCAST_WAITING(Win_flush_all, 1, win_flush_all, 2)
HPCAST_WAITING(Win_start, 3, win_start, 4)
HPCAST_WAITING(Win_complete, 1, win_complete, 2)
HPCAST_WAITING(Win_wait, 1, win_wait, 2)
HPCAST_WAITING(File_close, 1, file_close, 2)
HPCAST_WAITING(File_read_all, 5, file_read_all, 6)
HPCAST_WAITING(File_write_all, 5, file_write_all, 6)
HPCAST_WAITING(File_read_at_all, 6, file_read_at_all, 7)
HPCAST_WAITING(File_write_at_all, 6, file_write_at_all, 7)
HPCAST_WAITING(Neighbor_allgather, 7, neighbor_allgather, 8)
HPCAST_WAITING(Neighbor_allgatherv, 8, neighbor_allgatherv, 9)
HPCAST_WAITING(Neighbor_alltoall, 7, neighbor_alltoall, 8)
HPCAST_WAITING(Neighbor_alltoallv, 9, neighbor_alltoallv, 10)
HPCAST_WAITING(Neighbor_alltoallw, 9, neighbor_alltoallw, 10)
HPCAST_WAITING(Cart_sub, 3, cart_sub, 4)
HPCAST_WAITING(Graph_create, 6, graph_create, 7)
HPCAST_WAITING(Comm_create_group, 4, comm_create_group, 5)
HPCAST_WAITING(Comm_disconnect, 1, comm_disconnect, 2)
HPCAST_WAITING(Intercomm_create, 6, intercomm_create, 7)
HPCAST_WAITING(Intercomm_merge, 3, intercomm_merge, 4)
HPCAST_WAITING(Win_flush_local, 2, win_flush_local, 3)
HPCAST_WAITING(Win_flush_local_all, 1, win_flush_local_all, 2)
// Mostly called again and again until something has come.
HPCAST_WAITING(Test, 3, test, 4)
HPCAST_WAITING(Testall, 4, testall, 5)
HPCAST_WAITING(Testany, 5, testany, 6)
HPCAST_WAITING(Testsome, 5, testsome, 6)
HPCAST_WAITING(Iprobe, 5, iprobe, 6)
HPCAST_WAITING(Improbe, 6, improbe, 7)
HPCAST_WAITING(Win_test, 2, win_test, 3)
HPCAST_WAITING(Request_get_status, 3, request_get_status, 4)

HPCAST_MEETING(Init, 2, init, 1, World, 0)
HPCAST_MEETING(Init_thread, 4, init_thread, 3, World, 0)
HPCAST_MEETS(MPI_Finalize, 0, World::c, 0)
HPCAST_MEETS(mpi_finalize_, 1, World::fortran, 0)
HPCAST_MEETS(mpi_finalize_f08_, 1, World::fortran, 0)
HPCAST_MEETING(Barrier, 1, barrier, 2, Communicator, a1)
HPCAST_MEETING(Allgather, 7, allgather, 8, Communicator, a7)
HPCAST_MEETING(Allgatherv, 8, allgatherv, 9, Communicator, a8)
HPCAST_MEETING(Alltoall, 7, alltoall, 8, Communicator, a7)
HPCAST_MEETING(Alltoallv, 9, alltoallv, 10, Communicator, a9)
HPCAST_MEETING(Alltoallw, 9, alltoallw, 10, Communicator, a9)
HPCAST_MEETING(Allreduce, 6, allreduce, 7, Communicator, a6)
HPCAST_MEETING(Reduce_scatter, 6, reduce_scatter, 7, Communicator, a6)
HPCAST_MEETING(Reduce_scatter_block, 6, reduce_scatter_block, 7, Communicator, a6)
HPCAST_MEETING(Comm_dup, 2, comm_dup, 3, Communicator, a1)
HPCAST_MEETING(Comm_dup_with_info, 3, comm_dup_with_info, 4, Communicator, a1)
HPCAST_MEETING(Comm_split, 4, comm_split, 5, Communicator, a1)
HPCAST_MEETING(Comm_split_type, 5, comm_split_type, 6, Communicator, a1)
HPCAST_MEETING(Comm_create, 3, comm_create, 4, Communicator, a1)
HPCAST_MEETING(Cart_create, 6, cart_create, 7, Communicator, a1)
HPCAST_MEETING(Win_create, 6, win_create, 7, Communicator, a5)
HPCAST_MEETING(Win_create_dynamic, 3, win_create_dynamic, 4, Communicator, a2)
HPCAST_MEETING(Win_allocate, 6, win_allocate, 7, Communicator, a4)
HPCAST_MEETING(Win_allocate_shared, 6, win_allocate_shared, 7, Communicator, a4)
HPCAST_MEETS(MPI_File_open, 5, Communicator::c, a1)
HPCAST_MEETS(mpi_file_open_, 7, Communicator::fortran, a1)
HPCAST_MEETING(Win_fence, 2, win_fence, 3, Window, a2)
