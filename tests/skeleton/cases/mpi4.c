// Functions of MPI 4 carry data as their plain forms do.
#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION < 4
int MPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request* request);
int MPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Request* request);
int MPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Sendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                   int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int source, int recvtag, MPI_Comm comm, MPI_Status* status);
int MPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm);
#endif

static char data[1000];

static int exchanged(int rank) {
  int own = 0, other = 0;
  MPI_Request request;
  for (int i = 0; i < 5; ++i) own += i;
  MPI_Send(&own, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
  MPI_Isendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 1, &other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return other;
}

static int replaced(int rank) {
  int number = 0;
  MPI_Request request;
  for (int i = 0; i < 5; ++i) number += i;
  MPI_Isendrecv_replace(&number, 1, MPI_INT, 1 - rank, 1, 1 - rank, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return number;
}

static int persistent(void) {
  int own = 0, sum = 0;
  MPI_Request request;
  MPI_Allreduce_init(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 5; ++i) own += i;
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return sum;
}

static int large(int rank) {
  int own = 0, other = 0, all[2];
  for (int i = 0; i < 5; ++i) own += i;
  MPI_Sendrecv_c(&own, 1, MPI_INT, 1 - rank, 1, &other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  MPI_Allgather_c(&other, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  return all[1];
}

int main(int argc, char** argv) {
  int rank;
  double x = 0, sum[2] = {0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Bcast(data, exchanged(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, replaced(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, persistent(), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, large(rank), MPI_CHAR, 0, MPI_COMM_WORLD);
  // Contents that nothing depends on.
  MPI_Reduce_init(&x, sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 100; ++i) x += i;
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_c(&x, sum + 1, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 100; ++i) sum[0] += i;
  printf("%g\n", sum[0]);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
