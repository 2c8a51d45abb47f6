// probe LIBRARY default|forced TABLE: makes those calls of the table that have this library and as
// many ranks as this run, and prints their lines anew, with the hash of what was sent now.
#include "probe.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct call {
  char library[32], collective[32], algorithm[64];
  int ranks, root;
  long bytes;
};
struct sent {
  uint64_t peer, bytes;
};

enum { most = 100000, doubles = 8 << 20 };
static int ranks, rank, listening;
static struct sent sent[most];
static int sent_count;
static double *from, *into;
static int *counts, *places, *other_counts, *other_places;

void heard(long count, MPI_Datatype type, int peer) {
  if (!listening || peer < 0 || peer == rank) return;
  int size = 0;
  PMPI_Type_size(type, &size);
  if (sent_count == most) MPI_Abort(MPI_COMM_WORLD, 1);
  sent[sent_count++] = (struct sent){(uint64_t)peer, (uint64_t)count * (uint64_t)size};
}

static void* allocated(size_t bytes) {
  void* const memory = calloc(1, bytes);
  if (memory == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  return memory;
}

// --- Lists as in collective_runner_for_tests.h, in elements of 8 bytes

static int uneven(int sender, int receiver, int scale) {
  return (sender * 7 + receiver * 3) % 5 * scale;
}

static void add_up(const int* list, int* begins) {
  for (int i = 0, sum = 0; i < ranks; sum += list[i++]) begins[i] = sum;
}

static void make_lists(int pairwise, int scale) {
  for (int i = 0; i < ranks; ++i) {
    counts[i] = pairwise ? uneven(rank, i, scale) : uneven(i, 1, scale);
    other_counts[i] = uneven(i, rank, scale);
  }
  add_up(counts, places);
  add_up(other_counts, other_places);
}

// --- The calls

static int is(const struct call* call, const char* name) {
  return strcmp(call->collective, name) == 0;
}

static void make(const struct call* call, MPI_Comm c) {
  const int n = (int)(call->bytes / 8), root = call->root;
  const MPI_Datatype d = MPI_DOUBLE;
  make_lists(is(call, "alltoallv"), n);
  if (is(call, "barrier"))
    MPI_Barrier(c);
  else if (is(call, "bcast"))
    MPI_Bcast(from, n, d, root, c);
  else if (is(call, "reduce"))
    MPI_Reduce(from, into, n, d, MPI_SUM, root, c);
  else if (is(call, "allreduce"))
    MPI_Allreduce(from, into, n, d, MPI_SUM, c);
  else if (is(call, "gather"))
    MPI_Gather(from, n, d, into, n, d, root, c);
  else if (is(call, "gatherv"))
    MPI_Gatherv(from, counts[rank], d, into, counts, places, d, root, c);
  else if (is(call, "scatter"))
    MPI_Scatter(from, n, d, into, n, d, root, c);
  else if (is(call, "scatterv"))
    MPI_Scatterv(from, counts, places, d, into, counts[rank], d, root, c);
  else if (is(call, "allgather"))
    MPI_Allgather(from, n, d, into, n, d, c);
  else if (is(call, "allgatherv"))
    MPI_Allgatherv(from, counts[rank], d, into, counts, places, d, c);
  else if (is(call, "alltoall"))
    MPI_Alltoall(from, n, d, into, n, d, c);
  else if (is(call, "alltoallv"))
    MPI_Alltoallv(from, counts, places, d, into, other_counts, other_places, d, c);
  else if (is(call, "reduce_scatter_block"))
    MPI_Reduce_scatter_block(from, into, n, d, MPI_SUM, c);
  else if (is(call, "reduce_scatter"))
    MPI_Reduce_scatter(from, into, counts, d, MPI_SUM, c);
  else if (is(call, "scan"))
    MPI_Scan(from, into, n, d, MPI_SUM, c);
  else if (is(call, "exscan"))
    MPI_Exscan(from, into, n, d, MPI_SUM, c);
  else
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// --- Algorithms of Open MPI by their numbers, from 1 on (coll_tuned_…_algorithm)

static const char* const algorithms[][10] = {
    {"barrier", "linear", "double-ring", "recursive-doubling", "bruck", "two-proc", "tree"},
    {"bcast", "linear", "chain", "pipeline", "split-binary", "binary", "binomial", "k-nomial",
     "scatter-allgather", "scatter-ring-allgather"},
    {"reduce", "linear", "chain", "pipeline", "binary", "binomial", "in-order-binary",
     "rabenseifner"},
    {"allreduce", "linear", "reduce-bcast", "recursive-doubling", "ring", "segmented-ring",
     "rabenseifner"},
    {"gather", "linear", "binomial", "linear-sync"},
    {"scatter", "linear", "binomial", "linear-nb"},
    {"allgather", "linear", "bruck", "recursive-doubling", "ring", "neighbor-exchange", "two-proc"},
    {"allgatherv", "linear", "bruck", "ring", "neighbor-exchange", "two-proc"},
    {"alltoall", "linear", "pairwise", "bruck", "linear-sync", "two-proc"},
    {"alltoallv", "linear", "pairwise"},
    {"reduce_scatter_block", "linear", "recursive-doubling", "recursive-halving", "butterfly"},
    {"reduce_scatter", "non-overlapping", "recursive-halving", "ring", "butterfly"}};

static int ends_with(const char* text, const char* end) {
  const size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static int number_of(const struct call* call, size_t length) {
  for (size_t k = 0; k < sizeof algorithms / sizeof algorithms[0]; ++k)
    for (int a = 1; a < 10 && strcmp(algorithms[k][0], call->collective) == 0; ++a)
      if (algorithms[k][a] != NULL && strlen(algorithms[k][a]) == length &&
          strncmp(algorithms[k][a], call->algorithm, length) == 0)
        return a;
  fprintf(stderr, "Open MPI has no %s %s\n", call->collective, call->algorithm);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return 0;
}

static int force_for(const struct call* call) {
  const char* const name = call->algorithm;
  const int segment = ends_with(name, "-64k") ? 64 << 10 : ends_with(name, "-1m") ? 1 << 20 : 0;
  const size_t suffix = ends_with(name, "-64k") ? 4 : ends_with(name, "-1m") ? 3 : 0;
  return force(call->collective, number_of(call, strlen(name) - suffix), segment);
}

// --- What was sent

static int by_peer(const void* one, const void* other) {
  const struct sent *a = one, *b = other;
  if (a->peer != b->peer) return a->peer < b->peer ? -1 : 1;
  return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

// What the table leaves out is taken out.
static void tidy(const struct call* call) {
  int kept = 0;
  const int sparse = is(call, "gatherv") || is(call, "scatterv") || is(call, "alltoallv");
  for (int i = 0; i < sent_count; ++i)
    if (!sparse || sent[i].bytes > 0) sent[kept++] = sent[i];
  sent_count = kept;
  if (is(call, "alltoallv")) qsort(sent, (size_t)kept, sizeof *sent, by_peer);
}

// FNV-1a of whole numbers, rank after rank: what collective_recorded_test.cc makes of ours.
static uint64_t hash_on(int of, uint64_t hash) {
  const uint64_t prime = 0x100000001b3;
  if (rank == of) {
    for (int i = 0; i < sent_count; ++i) {
      hash = (hash ^ (sent[i].peer + 1)) * prime;
      hash = (hash ^ sent[i].bytes) * prime;
    }
    hash *= prime;
  }
  MPI_Bcast(&hash, 1, MPI_UINT64_T, of, MPI_COMM_WORLD);
  return hash;
}

static void probe(const struct call* call) {
  MPI_Comm communicator;
  const int forced =
      strcmp(call->library, "open-mpi") == 0 && strcmp(call->algorithm, "default") != 0;
  if (forced && !force_for(call)) return;
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  if (forced) force(call->collective, 0, 0);
  sent_count = 0;
  listening = 1;
  make(call, communicator);
  listening = 0;
  MPI_Comm_free(&communicator);
  tidy(call);
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < ranks; ++i) hash = hash_on(i, hash);
  if (rank == 0)
    printf("%s %s %s %d %d %ld %016llx\n", call->library, call->collective, call->algorithm, ranks,
           call->root, call->bytes, (unsigned long long)hash);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  FILE* const table = argc == 4 ? fopen(argv[3], "r") : NULL;
  if (table == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  listen_in();
  from = allocated(doubles * sizeof(double));
  into = allocated(doubles * sizeof(double));
  int** const lists[] = {&counts, &places, &other_counts, &other_places};
  for (int i = 0; i < 4; ++i) *lists[i] = allocated((size_t)ranks * sizeof(int));
  const int default_only = strcmp(argv[2], "default") == 0;
  char line[512];
  while (fgets(line, sizeof line, table) != NULL) {
    struct call call;
    if (sscanf(line, "%31s %31s %63s %d %d %ld", call.library, call.collective, call.algorithm,
               &call.ranks, &call.root, &call.bytes) != 6)
      continue;
    if (strcmp(call.library, argv[1]) != 0 || call.ranks != ranks) continue;
    if ((strcmp(call.algorithm, "default") == 0) == default_only) probe(&call);
  }
  MPI_Finalize();
  return 0;
}
