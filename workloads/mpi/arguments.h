// What the programs here have in common: whole numbers as arguments, and an end that says why.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static inline void stop(const char* message, const char* usage) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "%s\nusage: %s\n", message, usage);
  MPI_Finalize();
  exit(2);
}

static inline int number(const char* text, const char* usage) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (*end != '\0' || value < 1 || value > 1000000) stop("expected whole numbers", usage);
  return (int)value;
}

static inline void* allocated(size_t bytes) {
  void* const memory = malloc(bytes > 0 ? bytes : 1);
  if (memory != NULL) return memory;
  fprintf(stderr, "out of memory: %zu bytes\n", bytes);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return NULL;
}
