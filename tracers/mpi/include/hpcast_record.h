/* What a program may tell `hpcast record` about its time. In a plain run these do nothing; no
   library is needed. C and C++; for Fortran there is hpcast_record.f90. */
#ifndef HPCAST_RECORD_H
#define HPCAST_RECORD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern void *dlsym(void *handle, const char *symbol)
#if defined(__cplusplus) && defined(__GLIBC__)
    __THROW
#endif
    ;

/* The recorder's function, if it is in this process: a weak symbol would not do, as linkers settle
   those of executables for good. */
static inline void hpcast_record_add_time(double seconds) {
  static void (*add)(double);
  static int looked;
  if (!looked) {
    void *found = dlsym(NULL, "hpcast_add_time");
    __builtin_memcpy(&add, &found, sizeof add);
    looked = 1;
  }
  if (add) add(seconds);
}

#ifdef __cplusplus
}
#endif

/* This rank computes for so many seconds more: of work that was left out, or would be done by
   another processor. Between MPI_Init and MPI_Finalize. */
#define HPCAST_ADD_TIME(seconds) hpcast_record_add_time(seconds)
#define BSIM_ADD_TIME(seconds) hpcast_record_add_time(seconds)

#endif
