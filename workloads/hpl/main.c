// hpl N NB P Q [ring|tree] [exchange|gather] [unchecked]
//
// Solves N equations in blocks of NB on a grid of P x Q processes, and says how long it took, how
// long everything since MPI_Init took and, unless told not to, whether the answer is right; the
// exit status says so too. Made with -DHPL_SWAP=swap_gather it is `gather` whatever is said, but
// for `exchange`, which is refused.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpl.h"

static void stop(int rank, const char* message) {
  if (rank == 0)
    fprintf(stderr, "hpl: %s\nusage: hpl N NB P Q [ring|tree] [exchange|gather] [unchecked]\n",
            message);
  MPI_Finalize();
  exit(2);
}

static int number(int rank, const char* text) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (*end != '\0' || value < 1 || value > 1000000) stop(rank, "expected four whole numbers");
  return (int)value;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double begin = MPI_Wtime();
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 5) stop(rank, "too few arguments");
  struct problem problem = {number(rank, argv[1]), number(rank, argv[2]), broadcast_ring,
                            SWAP_OF((struct problem){0})};
  const int p = number(rank, argv[3]), q = number(rank, argv[4]);
  if (p * q != size) stop(rank, "P x Q is not the number of processes");
  int checked = 1;
  for (int i = 5; i < argc; ++i) {
    if (strcmp(argv[i], "tree") == 0)
      problem.broadcast = broadcast_tree;
    else if (strcmp(argv[i], "gather") == 0)
      problem.swap = swap_gather;
    else if (strcmp(argv[i], "exchange") == 0)
      problem.swap = swap_exchange;
    else if (strcmp(argv[i], "unchecked") == 0)
      checked = 0;
    else if (strcmp(argv[i], "ring") != 0)
      stop(rank, "there is no such variant");
  }
  if (problem.swap != SWAP_OF(problem)) stop(rank, "made without that way to swap rows");
  struct part part = make_part(problem, p, q);
  double* const x = allocated((size_t)problem.n * sizeof(double));
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int block = 0; block * problem.nb < problem.n; ++block) {
    struct panel panel = make_panel(&part, block);
    if (block % q == part.column) factorise(&part, &panel);
    broadcast_panel(&part, &panel);
    update(&part, &panel);
    free(panel.data);
  }
  solve(&part, x);
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const double error = checked ? residual(&part, x) : 0;
  const double n = problem.n;
  if (rank == 0)
    printf("N %d NB %d P %d Q %d: %.6f s, %.3f GFLOP/s, %.6f s in all%s\n", problem.n, problem.nb,
           p, q, seconds, (2.0 / 3 * n * n * n + 1.5 * n * n) / seconds * 1e-9, MPI_Wtime() - begin,
           !checked     ? ""
           : error < 16 ? ", right"
                        : ", WRONG");
  free(x);
  free(part.a);
  MPI_Finalize();
  return error < 16 ? 0 : 1;
}
