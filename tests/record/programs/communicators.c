/* Communicators made in every way; in each a ring of messages and a barrier. */
#include <mpi.h>

static void use(MPI_Comm comm) {
  int rank, ranks, in;
  if (comm == MPI_COMM_NULL) return;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, &in, 1, MPI_INT,
               (rank + ranks - 1) % ranks, 0, comm, MPI_STATUS_IGNORE);
  MPI_Barrier(comm);
  if (in != (rank + ranks - 1) % ranks) MPI_Abort(MPI_COMM_WORLD, 3);
}

static void use_and_free(MPI_Comm comm) {
  use(comm);
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Comm comm, other, half;
  MPI_Group all, some;
  MPI_Request request;
  int rank, extents[2] = {2, 2}, wraps[2] = {1, 1}, kept[2] = {0, 1};
  int first[2] = {0, 1}, index[4] = {1, 2, 3, 4}, edges[4] = {1, 0, 3, 2}, source, destination;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  use(MPI_COMM_SELF);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half); /* the other way round */
  use(half);
  MPI_Comm_dup(half, &comm);
  use_and_free(comm);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &comm);
  use_and_free(comm);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
  use_and_free(comm);
  MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use_and_free(comm);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, first, &some);
  MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
  use_and_free(comm);
  if (rank < 2) {
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, &comm);
    use_and_free(comm);
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, &comm);
    use_and_free(comm);
  }
  MPI_Cart_create(MPI_COMM_WORLD, 2, extents, wraps, 0, &comm);
  MPI_Cart_sub(comm, kept, &other);
  use_and_free(other);
  use_and_free(comm);
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
  use_and_free(comm);
  source = (rank + 3) % 4;
  destination = (rank + 1) % 4;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &destination,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, &source, 1, MPI_INT, comm);
  use_and_free(comm);
  MPI_Comm_free(&half);
  /* Groups that talk to each other are not understood; what they merge into is. */
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 9, &other);
  MPI_Comm_rank(other, &source);
  MPI_Sendrecv(&rank, 1, MPI_INT, source, 0, &destination, 1, MPI_INT, source, 0, other,
               MPI_STATUS_IGNORE);
  MPI_Intercomm_merge(other, rank < 2, &comm);
  use_and_free(comm);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
