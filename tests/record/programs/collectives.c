/* Every collective, blocking and not. */
#include <mpi.h>
#include <stdlib.h>

enum { most = 8 };
static int rank, ranks;
static int out[64], in[64], counts[most], places[most], ones[most];
static MPI_Datatype types[most];
static MPI_Aint far[most];

static void wait_for(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void blocking(MPI_Comm comm) {
  MPI_Barrier(comm);
  MPI_Bcast(out, 10, MPI_INT, 1, comm);
  MPI_Reduce(out, in, 10, MPI_INT, MPI_SUM, 1, comm);
  MPI_Allreduce(MPI_IN_PLACE, in, 10, MPI_INT, MPI_SUM, comm);
  MPI_Scan(out, in, 10, MPI_INT, MPI_SUM, comm);
  MPI_Exscan(out, in, 10, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, comm);
  MPI_Gather(rank == 0 ? MPI_IN_PLACE : out, 2, MPI_INT, in, 2, MPI_INT, 0, comm);
  MPI_Scatter(out, 2, MPI_INT, rank == 0 ? MPI_IN_PLACE : in, 2, MPI_INT, 0, comm);
  MPI_Gatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, 0, comm);
  MPI_Scatterv(out, counts, places, MPI_INT, in, counts[rank], MPI_INT, 0, comm);
  MPI_Allgather(out, 2, MPI_INT, in, 2, MPI_INT, comm);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_INT, comm);
  MPI_Allgatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, comm);
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, comm);
  MPI_Alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, comm);
  MPI_Alltoallw(out, ones, places, types, in, ones, places, types, comm);
}

static void nonblocking(MPI_Comm comm) {
  MPI_Request request;
  MPI_Ibarrier(comm, &request), wait_for(&request);
  MPI_Ibcast(out, 10, MPI_INT, 1, comm, &request), wait_for(&request);
  MPI_Ireduce(out, in, 10, MPI_INT, MPI_SUM, 1, comm, &request), wait_for(&request);
  MPI_Iallreduce(out, in, 10, MPI_INT, MPI_SUM, comm, &request), wait_for(&request);
  MPI_Iscan(out, in, 10, MPI_INT, MPI_SUM, comm, &request), wait_for(&request);
  MPI_Iexscan(out, in, 10, MPI_INT, MPI_SUM, comm, &request), wait_for(&request);
  MPI_Ireduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, comm, &request), wait_for(&request);
  MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, comm, &request), wait_for(&request);
  MPI_Igather(out, 2, MPI_INT, in, 2, MPI_INT, 0, comm, &request), wait_for(&request);
  MPI_Iscatter(out, 2, MPI_INT, in, 2, MPI_INT, 0, comm, &request), wait_for(&request);
  MPI_Igatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, 0, comm, &request);
  wait_for(&request);
  MPI_Iscatterv(out, counts, places, MPI_INT, in, counts[rank], MPI_INT, 0, comm, &request);
  wait_for(&request);
  MPI_Iallgather(out, 2, MPI_INT, in, 2, MPI_INT, comm, &request), wait_for(&request);
  MPI_Iallgatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, comm, &request);
  wait_for(&request);
  MPI_Ialltoall(out, 2, MPI_INT, in, 2, MPI_INT, comm, &request), wait_for(&request);
  MPI_Ialltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, comm, &request);
  wait_for(&request);
  MPI_Ialltoallw(out, ones, places, types, in, ones, places, types, comm, &request);
  wait_for(&request);
}

/* On a line of ranks, whose ends have one neighbour. */
static void neighbors(MPI_Comm comm) {
  MPI_Comm line;
  MPI_Request request;
  int wraps = 0;
  MPI_Cart_create(comm, 1, &ranks, &wraps, 0, &line);
  MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, line);
  MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, ones, places, MPI_INT, line);
  MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, line);
  MPI_Neighbor_alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, line);
  MPI_Neighbor_alltoallw(out, ones, far, types, in, ones, far, types, line);
  MPI_Ineighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, line, &request), wait_for(&request);
  MPI_Ineighbor_alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, line, &request);
  wait_for(&request);
  MPI_Comm_free(&line);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < most; ++i) {
    counts[i] = i + 1;
    places[i] = i > 0 ? places[i - 1] + i : 0;
    ones[i] = 1;
    far[i] = 4 * i;
    types[i] = MPI_INT;
  }
  blocking(MPI_COMM_WORLD);
  nonblocking(MPI_COMM_WORLD);
  neighbors(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
