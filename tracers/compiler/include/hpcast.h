/* What a program may tell hpcast about itself. Without the tracer (an ordinary compiler, or a plain
   run) every call does nothing; no library is needed. C and C++. */
#ifndef HPCAST_H
#define HPCAST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern void hpcast_tracer_phase(const char *name) __attribute__((weak));
extern void hpcast_tracer_read(const void *address, size_t bytes) __attribute__((weak));
extern void hpcast_tracer_write(const void *address, size_t bytes) __attribute__((weak));
extern void hpcast_tracer_write_nontemporal(const void *address, size_t bytes)
    __attribute__((weak));

/* From here on the whole process is in phase `name` (at most 255 bytes, at most 255 names);
   "" is the phase a program begins in. The other threads follow within some thousand references. */
static inline void hpcast_phase(const char *name) {
  if (hpcast_tracer_phase) hpcast_tracer_phase(name);
}

/* Accesses that the compiler's instrumentation cannot see: inline assembly, a library that was not
   compiled with hpcast-cc, a kernel or a device that reads or fills a buffer. */
static inline void hpcast_read(const void *address, size_t bytes) {
  if (hpcast_tracer_read) hpcast_tracer_read(address, bytes);
}
static inline void hpcast_write(const void *address, size_t bytes) {
  if (hpcast_tracer_write) hpcast_tracer_write(address, bytes);
}
/* The same for stores that bypass the caches. The _mm*_stream_* intrinsics report themselves. */
static inline void hpcast_write_nontemporal(const void *address, size_t bytes) {
  if (hpcast_tracer_write_nontemporal) hpcast_tracer_write_nontemporal(address, bytes);
}

#ifdef __cplusplus
}
#endif

#endif
