// What is sent depends on what was computed: counts by data, a probe, colours, a list, a sort.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct particle {
  double place, speed, mass[4];
};
struct cell {
  int owner;
  struct cell* next;
};
struct cloud {
  int count, room;
  struct particle* all;
};

static unsigned state = 7;
static double any(void) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) / 16777216.0;
}

static int by_owner(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void move(struct cloud* c) {
  for (int i = 0; i < c->count; ++i) {
    struct particle* const p = &c->all[i];
    p->place += p->speed;
    for (int k = 0; k < 4; ++k) p->mass[k] *= 0.99;
  }
}

static int leaving(const struct cloud* c, struct particle* out) {
  int n = 0;
  for (int i = 0; i < c->count; ++i)
    if (c->all[i].place > 1) out[n++] = c->all[i];
  return n;
}

static double weigh(const struct cloud* c) {
  double sum = 0;
  int i = 0;
  while (i < c->count) {
    for (int k = 0; k < 4; ++k) sum += c->all[i].mass[k];
    ++i;
  }
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct cloud cloud = {100 + 10 * rank, 1000, malloc(1000 * sizeof(struct particle))};
  struct particle* const out = malloc(1000 * sizeof *out);
  struct particle* const in = malloc(1000 * sizeof *in);
  for (int i = 0; i < cloud.count; ++i) {
    cloud.all[i].place = any();
    cloud.all[i].speed = any() / 5;
    memset(cloud.all[i].mass, 0, sizeof cloud.all[i].mass);
    cloud.all[i].mass[0] = any();
  }
  struct cell* list = NULL;
  int owners[8];
  for (int i = 0; i < 8; ++i) owners[i] = (i * 5) % size;
  qsort(owners, 8, sizeof(int), by_owner);
  for (int i = 0; i < 8; ++i) {
    struct cell* const one = malloc(sizeof *one);
    one->owner = owners[i];
    one->next = list;
    list = one;
  }
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, cloud.count % 20 < 10, rank, &half);
  for (const struct cell* at = list; at != NULL; at = at->next) {
    double total = weigh(&cloud);
    MPI_Reduce(rank == at->owner ? MPI_IN_PLACE : &total, &total, 1, MPI_DOUBLE, MPI_SUM, at->owner,
               MPI_COMM_WORLD);
    move(&cloud);
    const int gone = leaving(&cloud, out), came_from = (rank + size - 1) % size;
    MPI_Request request;
    MPI_Isend(out, gone * (int)sizeof *out, MPI_BYTE, (rank + 1) % size, 3, MPI_COMM_WORLD,
              &request);
    MPI_Status status;
    int bytes = 0;
    MPI_Probe(came_from, 3, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Recv(in, bytes, MPI_BYTE, came_from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int kept = 0;
    for (int i = 0; i < cloud.count; ++i)
      if (cloud.all[i].place <= 1) cloud.all[kept++] = cloud.all[i];
    for (int i = 0; i < bytes / (int)sizeof *in; ++i) {
      cloud.all[kept] = in[i];
      cloud.all[kept++].place = 0;
    }
    cloud.count = kept;
    if (rank == 0) printf("%d %g\n", kept, total);
    MPI_Barrier(half);
  }
  while (list != NULL) {
    struct cell* const next = list->next;
    free(list);
    list = next;
  }
  free(cloud.all);
  free(out);
  free(in);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
