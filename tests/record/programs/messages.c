/* Every way to send and to receive, between neighbours in a ring. */
#include <mpi.h>
#include <stdlib.h>

static int rank, ranks, next, before;
static double out[64], in[64];

static void check(int is_right) {
  if (!is_right) MPI_Abort(MPI_COMM_WORLD, 3);
}

static void blocking(void) {
  if (rank == 0) {
    MPI_Send(out, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    MPI_Ssend(out, 2, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    MPI_Bsend(out, 3, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    MPI_Send(out, 0, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Status status;
    int count;
    for (int i = 0; i < 3; ++i)
      MPI_Recv(in, 64, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in, 64, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    check(count == 0 && status.MPI_SOURCE == 0 && status.MPI_TAG == 7);
  }
  MPI_Send(out, 5, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(in, 5, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void at_once(void) {
  MPI_Sendrecv(out, 4, MPI_DOUBLE, next, 1, in, 64, MPI_DOUBLE, before, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(in, 4, MPI_DOUBLE, next, 1, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, 4, MPI_DOUBLE, MPI_PROC_NULL, 1, in, 64, MPI_DOUBLE, MPI_PROC_NULL, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void nonblocking(void) {
  MPI_Request requests[8];
  MPI_Status statuses[8];
  int index, done, indices[8];
  MPI_Irecv(&in[0], 1, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&in[1], 1, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(&in[2], 8, MPI_DOUBLE, before, 4, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(&in[3], 1, MPI_DOUBLE, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[3]);
  MPI_Isend(&out[0], 1, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &requests[4]);
  MPI_Issend(&out[0], 1, MPI_DOUBLE, next, 3, MPI_COMM_WORLD, &requests[5]);
  MPI_Ibsend(&out[0], 1, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, &requests[6]);
  MPI_Isend(&out[0], 1, MPI_DOUBLE, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[7]);
  MPI_Waitall(8, requests, statuses);
  check(statuses[1].MPI_SOURCE == before);
  /* One after the other, by all that wait for some. */
  for (int i = 0; i < 4; ++i) {
    MPI_Irecv(&in[i], 1, MPI_DOUBLE, before, 10 + i, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(&out[i], 1, MPI_DOUBLE, next, 10 + i, MPI_COMM_WORLD, &requests[4 + i]);
  }
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Waitany(3, &requests[1], &index, MPI_STATUS_IGNORE);
  for (int left = 2; left > 0; left -= done)
    MPI_Waitsome(3, &requests[1], &done, indices, MPI_STATUSES_IGNORE);
  for (done = 0; !done;) MPI_Test(&requests[4], &done, MPI_STATUS_IGNORE);
  for (done = 0; !done;) MPI_Testany(1, &requests[5], &index, &done, MPI_STATUS_IGNORE);
  for (done = 0; !done;) MPI_Testall(2, &requests[6], &done, MPI_STATUSES_IGNORE);
}

static void persistent(void) {
  MPI_Request requests[3];
  MPI_Send_init(out, 2, MPI_DOUBLE, next, 20, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(in, 2, MPI_DOUBLE, before, 20, MPI_COMM_WORLD, &requests[1]);
  MPI_Recv_init(in, 2, MPI_DOUBLE, MPI_PROC_NULL, 20, MPI_COMM_WORLD, &requests[2]);
  for (int i = 0; i < 3; ++i) {
    MPI_Startall(3, requests);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Start(&requests[1]);
  MPI_Start(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
}

static void probing(void) {
  MPI_Status status;
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  for (int i = 0; i < 4; ++i) {
    MPI_Isend(out, 3, MPI_DOUBLE, next, 30 + i, MPI_COMM_WORLD, &request);
    if (i == 0) {
      MPI_Probe(MPI_ANY_SOURCE, 30, MPI_COMM_WORLD, &status);
      MPI_Recv(in, 64, MPI_DOUBLE, status.MPI_SOURCE, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (i == 1) {
      while (!found) MPI_Iprobe(before, 31, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      MPI_Recv(in, 64, MPI_DOUBLE, before, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (i == 2) {
      MPI_Mprobe(before, 32, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(in, 64, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    } else {
      MPI_Request receive;
      for (found = 0; !found;)
        MPI_Improbe(before, 33, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
      MPI_Imrecv(in, 64, MPI_DOUBLE, &message, &receive);
      MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

/* One of them never comes; one is sent and not waited for. */
static void given_up(void) {
  MPI_Request request;
  MPI_Irecv(in, 1, MPI_DOUBLE, before, 40, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 1, MPI_DOUBLE, next, 41, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Recv(in, 1, MPI_DOUBLE, before, 41, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void derived_type(void) {
  MPI_Datatype column;
  MPI_Type_vector(4, 1, 8, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Sendrecv(out, 2, column, next, 50, in, 8, MPI_DOUBLE, before, 50, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&column);
}

int main(int argc, char **argv) {
  char room[4096];
  void *left;
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  before = (rank + ranks - 1) % ranks;
  MPI_Buffer_attach(room, sizeof room);
  blocking();
  at_once();
  nonblocking();
  persistent();
  probing();
  given_up();
  derived_type();
  MPI_Buffer_detach(&left, &size);
  MPI_Finalize();
  return 0;
}
