/* wire.h over MPI. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

#include "hpcast/models/netsim/wire.h"

static struct hpcast_wire wire;

static void all_to_all(const void* out, void* in, int64_t bytes) {
  MPI_Alltoall(out, (int)bytes, MPI_BYTE, in, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* Point to point, in pieces: lengths are not limited to what an int holds. */
static void move_pieces(char* at, int64_t bytes, int peer, int sends) {
  while (bytes > 0) {
    const int piece = bytes < INT_MAX ? (int)bytes : INT_MAX;
    if (sends)
      MPI_Send(at, piece, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(at, piece, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    at += piece;
    bytes -= piece;
  }
}

static void large_all_to_all_v(const char* out, const int64_t* out_bytes, char* in,
                               const int64_t* in_bytes) {
  for (int from = 0; from < wire.size; ++from) {
    const char* next = out;
    for (int to = 0; to < wire.size; ++to) {
      if (from == wire.rank && to == wire.rank)
        for (int64_t i = 0; i < out_bytes[to]; ++i) in[i] = next[i];
      else if (from == wire.rank)
        move_pieces((char*)next, out_bytes[to], to, 1);
      else if (to == wire.rank)
        move_pieces(in, in_bytes[from], from, 0);
      next += out_bytes[to];
    }
    in += in_bytes[from];
  }
}

static int fits(const int64_t* bytes, int* counts, int* starts) {
  int64_t start = 0;
  for (int i = 0; i < wire.size; ++i) {
    counts[i] = (int)bytes[i];
    starts[i] = (int)start;
    start += bytes[i];
  }
  return start <= INT_MAX;
}

static void all_to_all_v(const void* out, const int64_t* out_bytes, void* in,
                         const int64_t* in_bytes) {
  int* const numbers = malloc(4 * (size_t)wire.size * sizeof(int));
  if (numbers == NULL) MPI_Abort(MPI_COMM_WORLD, 70);
  int *const out_counts = numbers, *const out_starts = numbers + wire.size;
  int *const in_counts = numbers + 2 * wire.size, *const in_starts = numbers + 3 * wire.size;
  int small = fits(out_bytes, out_counts, out_starts);
  small = fits(in_bytes, in_counts, in_starts) && small;
  MPI_Allreduce(MPI_IN_PLACE, &small, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  if (small)
    MPI_Alltoallv(out, out_counts, out_starts, MPI_BYTE, in, in_counts, in_starts, MPI_BYTE,
                  MPI_COMM_WORLD);
  else
    large_all_to_all_v(out, out_bytes, in, in_bytes);
  free(numbers);
}

static void close_wire(void) { MPI_Finalize(); }

const struct hpcast_wire* hpcast_open_wire(void) {
  if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return NULL;
  int size = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  wire.size = size;
  wire.rank = rank;
  wire.all_to_all = all_to_all;
  wire.all_to_all_v = all_to_all_v;
  wire.close = close_wire;
  return &wire;
}
