/* Puts, gets and their like, between fences, locks and posts. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, ranks, here[64] = {0}, value[8] = {0}, result[8], next;
  MPI_Win window;
  MPI_Group all, there;
  MPI_Request request;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  MPI_Win_create(here, sizeof here, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(value, 8, MPI_INT, next, 0, 8, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Get(result, 8, MPI_INT, next, 0, 8, MPI_INT, window);
  MPI_Accumulate(value, 4, MPI_INT, next, 16, 4, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
  MPI_Put(value, 2, MPI_INT, next, 8, 2, MPI_INT, window);
  MPI_Win_flush(next, window);
  MPI_Rput(value, 2, MPI_INT, next, 8, 2, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Fetch_and_op(value, result, MPI_INT, next, 32, MPI_SUM, window);
  MPI_Compare_and_swap(value, value, result, MPI_INT, next, 33, window);
  MPI_Get_accumulate(value, 2, MPI_INT, result, 2, MPI_INT, next, 34, 2, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock(next, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (ranks == 2) {
    MPI_Group_incl(all, 1, &next, &there);
    MPI_Win_post(there, 0, window);
    MPI_Win_start(there, 0, window);
    MPI_Put(value, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
  }
  MPI_Win_free(&window);
  MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file-0" : "file-1", MPI_MODE_CREATE | MPI_MODE_WRONLY,
                MPI_INFO_NULL, &file);
  MPI_File_write(file, value, 8, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
