// What a count depends on lies in memory that MPI gave for windows: written by the rank itself, by
// its neighbour through a pointer, or by another's Put and Accumulate.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char data[1000];

static int allocated(int rank) {
  int* base;
  MPI_Win window;
  MPI_Win_allocate(sizeof(int) * 4, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  for (int i = 0; i < 4; ++i) base[i] = 1;
  int to_send = 0;
  for (int i = 0; i < 5; ++i) to_send += i;
  MPI_Win_fence(0, window);
  MPI_Put(&to_send, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  const int count = base[0] + base[1];
  MPI_Win_free(&window);
  return count;
}

static int shared(int rank) {
  int *base, *other, unit;
  MPI_Aint size;
  MPI_Win window;
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  *base = 0;
  MPI_Win_fence(0, window);
  MPI_Win_shared_query(window, 1 - rank, &size, &unit, &other);
  for (int i = 0; i < 4; ++i) *other += i;
  MPI_Win_fence(0, window);
  const int count = *base;
  MPI_Win_free(&window);
  return count;
}

static int dynamic(int rank) {
  int memory = 0, one = 0;
  MPI_Aint where, there;
  MPI_Win window;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, &memory, sizeof memory);
  MPI_Get_address(&memory, &where);
  MPI_Sendrecv(&where, 1, MPI_AINT, 1 - rank, 1, &there, 1, MPI_AINT, 1 - rank, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) one += i;
  MPI_Win_fence(0, window);
  MPI_Accumulate(&one, 1, MPI_INT, 1 - rank, there, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  const int count = memory;
  MPI_Win_detach(window, &memory);
  MPI_Win_free(&window);
  return count;
}

static int given(int rank) {
  int* memory;
  MPI_Alloc_mem(sizeof(int) * 2, MPI_INFO_NULL, &memory);
  MPI_Win window;
  MPI_Win_create(memory, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  memory[0] = 0;
  for (int i = 0; i < 4; ++i) memory[0] += i;
  int got = 0, add = 2, before;
  MPI_Win_fence(0, window);
  MPI_Fetch_and_op(&add, &before, MPI_INT, 1 - rank, 0, MPI_SUM, window);
  MPI_Win_fence(0, window);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  int *base, found;
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &found);
  base[1] = 0;
  for (int i = 0; i < 4; ++i) base[1] += i;
  const int count = got + before + memory[1];
  MPI_Win_free(&window);
  MPI_Free_mem(memory);
  return count;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(data, allocated(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, shared(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, dynamic(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, given(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  // Any window may be the one that is read; a sum of it is nobody's.
  double *values, sum = 0;
  MPI_Win window;
  MPI_Win_allocate(sizeof(double) * 100, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &values,
                   &window);
  for (int i = 0; i < 100; ++i) values[i] = i;
  MPI_Win_fence(0, window);
  for (int i = 0; i < 100; ++i) sum += values[i];
  printf("%g\n", sum);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
