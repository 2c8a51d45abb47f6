// Files that the program only writes, beside one that it only reads.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char data[1000];

int main(int argc, char** argv) {
  int n = 3;
  double x = 0, y = 0;
  MPI_Init(&argc, &argv);
  FILE* input = fopen("input.dat", "r");
  if (input != NULL && fscanf(input, "%d", &n) != 1) n = 4;
  if (input != NULL) fclose(input);
  MPI_Bcast(data, n, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 100; ++i) x += i;
  FILE* output = fopen("output.dat", "w");
  fprintf(output, "%g\n", x);
  fclose(output);
  for (int i = 0; i < 100; ++i) y += i;
  output = argc > 5 ? stdout : stderr;
  fprintf(output, "%g\n", y);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
