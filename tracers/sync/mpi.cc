// MPI's calls that wait for other processes: the thread is marked as blocked, so that nobody waits
// for its stream to go on.
//
// By number of arguments: whatever an MPI library's handles are, they pass through a register or a
// stack slot as they came. In Fortran the status comes last, and then the
// lengths of texts. What a library does by itself is not
// intercepted: its calls of its own functions go past these.
#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

namespace {

template <class F>
auto waiting_for_others(F&& f) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return f();
  begin_library_call(*thread);
  const Blocked blocked(*thread, {});
  return f();
}

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

#define HPCAST_CALL(name, count) \
  HPCAST_CALL_(name, HPCAST_PARAMETERS_##count, HPCAST_ARGUMENTS_##count)
#define HPCAST_CALL_(name, parameters, arguments)                     \
  HPCAST_INTERPOSE(long, name, HPCAST_UNPACK parameters) {            \
    return waiting_for_others([&] { return real_##name arguments; }); \
  }
#define HPCAST_MPI(c_name, c_count, fortran_name, fortran_count) \
  HPCAST_CALL(MPI_##c_name, c_count)                             \
  HPCAST_CALL(mpi_##fortran_name##_, fortran_count)

HPCAST_MPI(Init, 2, init, 1)
HPCAST_MPI(Init_thread, 4, init_thread, 3)
HPCAST_MPI(Finalize, 0, finalize, 1)
HPCAST_MPI(Send, 6, send, 7)
HPCAST_MPI(Ssend, 6, ssend, 7)
HPCAST_MPI(Bsend, 6, bsend, 7)
HPCAST_MPI(Rsend, 6, rsend, 7)
HPCAST_MPI(Recv, 7, recv, 8)
HPCAST_MPI(Mrecv, 5, mrecv, 6)
HPCAST_MPI(Probe, 4, probe, 5)
HPCAST_MPI(Mprobe, 5, mprobe, 6)
HPCAST_MPI(Sendrecv, 12, sendrecv, 13)
HPCAST_MPI(Sendrecv_replace, 9, sendrecv_replace, 10)
HPCAST_MPI(Wait, 2, wait, 3)
HPCAST_MPI(Waitall, 3, waitall, 4)
HPCAST_MPI(Waitany, 4, waitany, 5)
HPCAST_MPI(Waitsome, 5, waitsome, 6)
HPCAST_MPI(Barrier, 1, barrier, 2)
HPCAST_MPI(Bcast, 5, bcast, 6)
HPCAST_MPI(Gather, 8, gather, 9)
HPCAST_MPI(Gatherv, 9, gatherv, 10)
HPCAST_MPI(Scatter, 8, scatter, 9)
HPCAST_MPI(Scatterv, 9, scatterv, 10)
HPCAST_MPI(Allgather, 7, allgather, 8)
HPCAST_MPI(Allgatherv, 8, allgatherv, 9)
HPCAST_MPI(Alltoall, 7, alltoall, 8)
HPCAST_MPI(Alltoallv, 9, alltoallv, 10)
HPCAST_MPI(Alltoallw, 9, alltoallw, 10)
HPCAST_MPI(Reduce, 7, reduce, 8)
HPCAST_MPI(Allreduce, 6, allreduce, 7)
HPCAST_MPI(Reduce_scatter, 6, reduce_scatter, 7)
HPCAST_MPI(Reduce_scatter_block, 6, reduce_scatter_block, 7)
HPCAST_MPI(Scan, 6, scan, 7)
HPCAST_MPI(Exscan, 6, exscan, 7)
HPCAST_MPI(Comm_dup, 2, comm_dup, 3)
HPCAST_MPI(Comm_split, 4, comm_split, 5)
HPCAST_MPI(Comm_split_type, 5, comm_split_type, 6)
HPCAST_MPI(Comm_create, 3, comm_create, 4)
HPCAST_MPI(Comm_free, 1, comm_free, 2)
HPCAST_MPI(Cart_create, 6, cart_create, 7)
HPCAST_MPI(Win_create, 6, win_create, 7)
HPCAST_MPI(Win_allocate, 6, win_allocate, 7)
HPCAST_MPI(Win_allocate_shared, 6, win_allocate_shared, 7)
HPCAST_MPI(Win_free, 1, win_free, 2)
HPCAST_MPI(Win_fence, 2, win_fence, 3)
HPCAST_MPI(Win_lock, 4, win_lock, 5)
HPCAST_MPI(Win_unlock, 2, win_unlock, 3)
HPCAST_MPI(Win_lock_all, 2, win_lock_all, 3)
HPCAST_MPI(Win_unlock_all, 1, win_unlock_all, 2)
HPCAST_MPI(Win_flush, 2, win_flush, 3)
HPCAST_MPI(Win_flush_all, 1, win_flush_all, 2)
HPCAST_MPI(Win_start, 3, win_start, 4)
HPCAST_MPI(Win_complete, 1, win_complete, 2)
HPCAST_MPI(Win_wait, 1, win_wait, 2)
HPCAST_MPI(File_open, 5, file_open, 7)
HPCAST_MPI(File_close, 1, file_close, 2)
HPCAST_MPI(File_read_all, 5, file_read_all, 6)
HPCAST_MPI(File_write_all, 5, file_write_all, 6)
HPCAST_MPI(File_read_at_all, 6, file_read_at_all, 7)
HPCAST_MPI(File_write_at_all, 6, file_write_at_all, 7)
