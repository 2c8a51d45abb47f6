// What an MPI library hands to its network layer: each library has its own way to listen in.
#pragma once

#include <mpi.h>

// By open_mpi.c or mpich.c. After MPI_Init.
void listen_in(void);
// Collectives on communicators made from now on: this algorithm (0: as the library chooses), in
// segments of so many bytes (0: none). 0: this run does not have that.
int force(const char* collective, int algorithm, int segment);

// By probe.c: something is sent to the communicator's rank `peer`.
void heard(long count, MPI_Datatype type, int peer);
