/* hpcast_network_tables ROUNDS: ping-pong, bandwidth one way and both ways, message rate and
   collectives, in tables as OSU's micro-benchmarks print them, round after round. Point to point
   between rank 0 and the first rank of another node, and between rank 0 and the first other one of
   its own: where there are such. A line "# ranks: R, nodes: N" says whose the tables below it are.

   A number is the least of some batches, which other work on a host lengthens; of the rounds, which
   a busy spell may lie over, hpcast takes the best. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  window = 64,
  largest = 1 << 22,
  largest_of_rates = 1 << 10,
  largest_of_collectives = 1 << 16,
  most_ranks_of_buffers = 64 /* of alltoall: with more, smaller messages */
};

/* s: after a repetition that takes longer a table ends, and after so long there are only as many
   batches of a size as must be, or slow networks would take an hour. */
static const double longest = 0.1;
enum { least_batches = 3 };

static int rank, ranks, nodes, partner; /* rank 0's, of what is measured now */
static char *sent, *received;
static MPI_Request requests[2 * window];

/* So many repetitions are one batch: long enough for the clock, short enough to fall between
   interruptions. */
static int repetitions(int bytes) { return bytes <= 8192 ? 20 : bytes <= 131072 ? 4 : 1; }
static int batches(int bytes) { return bytes <= 131072 ? 10 : 3; }

static void ping_pong(int bytes) {
  if (rank == 0) {
    MPI_Send(sent, bytes, MPI_CHAR, partner, 1, MPI_COMM_WORLD);
    MPI_Recv(received, bytes, MPI_CHAR, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(received, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(sent, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  }
}

static void one_way(int bytes) {
  char answer = 0;
  int i;
  if (rank == 0) {
    for (i = 0; i < window; ++i)
      MPI_Isend(sent, bytes, MPI_CHAR, partner, 2, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
    MPI_Recv(&answer, 1, MPI_CHAR, partner, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    for (i = 0; i < window; ++i)
      MPI_Irecv(received, bytes, MPI_CHAR, 0, 2, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
    MPI_Send(&answer, 1, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
  }
}

static void both_ways(int bytes) {
  const int other = rank == 0 ? partner : 0;
  int i;
  for (i = 0; i < window; ++i)
    MPI_Irecv(received, bytes, MPI_CHAR, other, 4, MPI_COMM_WORLD, &requests[i]);
  for (i = 0; i < window; ++i)
    MPI_Isend(sent, bytes, MPI_CHAR, other, 4, MPI_COMM_WORLD, &requests[window + i]);
  MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
}

static int has_more(int batch, int bytes, double since) {
  return batch < batches(bytes) && (batch < least_batches || MPI_Wtime() - since < longest);
}

/* Rank 0 decides, its partner hears of it. */
static int goes_on(int batch, int bytes, double since) {
  int more = has_more(batch, bytes, since);
  if (rank == 0)
    MPI_Send(&more, 1, MPI_INT, partner, 5, MPI_COMM_WORLD);
  else
    MPI_Recv(&more, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return more;
}

/* Seconds of one repetition, rank 0's in all ranks. Those that take no part wait. */
static double pair_time(void (*benchmark)(int), int bytes) {
  const int n = repetitions(bytes);
  double least = 1e30, since, begin, time;
  int more = rank == 0 || rank == partner, batch, i;
  MPI_Barrier(MPI_COMM_WORLD);
  since = MPI_Wtime();
  for (batch = 0; more; ++batch) {
    begin = MPI_Wtime();
    for (i = 0; i < n; ++i) benchmark(bytes);
    time = (MPI_Wtime() - begin) / n;
    if (batch > 0 && time < least) least = time; /* the first is to warm up */
    more = goes_on(batch, bytes, since);
  }
  MPI_Bcast(&least, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return least;
}

static void allreduce(int bytes) {
  MPI_Allreduce(sent, received, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}
static void bcast(int bytes) { MPI_Bcast(sent, bytes, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void alltoall(int bytes) {
  MPI_Alltoall(sent, bytes, MPI_CHAR, received, bytes, MPI_CHAR, MPI_COMM_WORLD);
}
static void barrier(int bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}

/* The mean of all ranks, each call after a barrier. Rank 0 decides how often. */
static double collective_time(void (*call)(int), int bytes) {
  const int n = repetitions(bytes);
  const double since = MPI_Wtime();
  double least = 1e30, own, sum, begin;
  int more = 1, batch, i;
  for (batch = 0; more; ++batch) {
    own = 0;
    for (i = 0; i < n; ++i) {
      MPI_Barrier(MPI_COMM_WORLD);
      begin = MPI_Wtime();
      call(bytes);
      own += MPI_Wtime() - begin;
    }
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum /= (double)n * ranks;
    if (batch > 0 && sum < least) least = sum;
    more = has_more(batch, bytes, since);
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  return least;
}

static void begin_table(const char* title, const char* columns) {
  if (rank == 0) printf("\n# OSU MPI %s Test, hpcast's own\n%s\n", title, columns);
}
static void print_row(int bytes, double value) {
  if (rank == 0) printf("%-10d %20.4f\n", bytes, value);
}

static void latency_table(void) {
  double time = 0;
  int bytes;
  begin_table("Latency", "# Size          Latency (us)");
  for (bytes = 1; bytes <= largest && time < longest; bytes *= 2) {
    time = pair_time(ping_pong, bytes);
    print_row(bytes, time * 1e6 / 2);
  }
}

static void bandwidth_table(const char* title, void (*benchmark)(int), int ways) {
  double time = 0;
  int bytes;
  begin_table(title, "# Size      Bandwidth (MB/s)");
  for (bytes = 1; bytes <= largest && time < longest; bytes *= 2) {
    time = pair_time(benchmark, bytes);
    print_row(bytes, 1e-6 * ways * window * bytes / time);
  }
}

static void rate_table(void) {
  int bytes;
  double rate;
  begin_table("Multiple Bandwidth / Message Rate",
              "# [ pairs: 1 ] [ window size: 64 ]\n# Size                  MB/s        Messages/s");
  for (bytes = 1; bytes <= largest_of_rates; bytes *= 2) {
    rate = window / pair_time(one_way, bytes);
    if (rank == 0) printf("%-10d %20.4f %18.2f\n", bytes, 1e-6 * rate * bytes, rate);
  }
}

static void collective_table(const char* title, void (*call)(int), int most) {
  double time = 0;
  int bytes;
  begin_table(title, "# Size       Avg Latency(us)");
  for (bytes = 4; bytes <= most && time < longest; bytes *= 2) {
    time = collective_time(call, bytes);
    print_row(bytes, time * 1e6);
  }
}

static void barrier_table(void) {
  const double time = collective_time(barrier, 0);
  begin_table("Barrier Latency", "# Avg Latency(us)");
  if (rank == 0) printf("%20.4f\n", time * 1e6);
}

/* Of two ranks, on so many nodes. */
static void pair_tables(int other, int on_nodes) {
  if (other < 0) return;
  partner = other;
  if (rank == 0) printf("\n# ranks: 2, nodes: %d\n", on_nodes);
  latency_table();
  bandwidth_table("Bandwidth", one_way, 1);
  bandwidth_table("Bi-Directional Bandwidth", both_ways, 2);
  rate_table();
}

static void collective_tables(void) {
  const int of_alltoall = ranks <= most_ranks_of_buffers ? largest_of_collectives : largest / ranks;
  if (rank == 0) printf("\n# ranks: %d, nodes: %d\n", ranks, nodes);
  collective_table("Allreduce Latency", allreduce, largest_of_collectives);
  collective_table("Broadcast Latency", bcast, largest_of_collectives);
  collective_table("All-to-All Personalized Exchange Latency", alltoall, of_alltoall);
  barrier_table();
}

/* Which node each rank is on, told by the lowest rank there; the nodes counted. */
static int* node_of_ranks(void) {
  int *const node_of = malloc((size_t)ranks * sizeof *node_of), first = rank, i;
  MPI_Comm node;
  if (node_of == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Bcast(&first, 1, MPI_INT, 0, node);
  MPI_Comm_free(&node);
  MPI_Allgather(&first, 1, MPI_INT, node_of, 1, MPI_INT, MPI_COMM_WORLD);
  for (i = 0; i < ranks; ++i) nodes += node_of[i] == i;
  return node_of;
}

static int first_other(const int* node_of, int on_same) {
  int i;
  for (i = 1; i < ranks; ++i)
    if ((node_of[i] == node_of[0]) == on_same) return i;
  return -1;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 1;
  int *node_of, round;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks < 2) {
    fprintf(stderr, "a network takes two ranks at least to be measured: mpirun -np 2\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  sent = malloc(largest);
  received = malloc(largest);
  if (sent == NULL || received == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  memset(sent, 0, largest);
  memset(received, 0, largest);
  node_of = node_of_ranks();
  for (round = 0; round < rounds; ++round) {
    pair_tables(first_other(node_of, 0), 2);
    pair_tables(first_other(node_of, 1), 1);
    collective_tables();
    fflush(stdout);
  }
  free(node_of);
  free(received);
  free(sent);
  MPI_Finalize();
  return 0;
}
