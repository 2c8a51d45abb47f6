/* How processes of one simulation talk to each other: a table of functions that a module offers
 * which hpcast loads when it was started by mpirun, so that hpcast itself needs no MPI. C, as the
 * module and hpcast may have been compiled differently. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hpcast_wire {
  int32_t size, rank;
  /* Each process gives `bytes` bytes to each, and gets as many of each, in the order of ranks. */
  void (*all_to_all)(const void* out, void* in, int64_t bytes);
  /* The same with a length for each, all of them one after the other. */
  void (*all_to_all_v)(const void* out, const int64_t* out_bytes, void* in,
                       const int64_t* in_bytes);
  /* No more after this; all processes call it. */
  void (*close)(void);
};

/* The one function that the module has; null where there is no MPI to join. */
const struct hpcast_wire* hpcast_open_wire(void);

#ifdef __cplusplus
}
#endif
