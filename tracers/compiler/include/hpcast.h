/* What a program may tell hpcast about itself. Without the tracer (an ordinary compiler, or a plain
   run) every call does nothing; no library is needed. C and C++. */
#ifndef HPCAST_H
#define HPCAST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These shall not be functions of the program's, which a trace tells of. */
#define HPCAST_ALWAYS_INLINE inline __attribute__((always_inline))

/* What a program under the Valgrind tracer asks of it: five instructions that do nothing elsewhere
   (Valgrind's client request; its manual, "The Client Request mechanism"). Returns 0 then. */
static HPCAST_ALWAYS_INLINE uint64_t hpcast_valgrind_request(uint64_t request, uint64_t a,
                                                             uint64_t b, uint64_t c) {
  uint64_t answer = 0;
#if defined(__x86_64__) && defined(__GNUC__)
  volatile uint64_t words[6];
  words[0] = request;
  words[1] = a;
  words[2] = b;
  words[3] = c;
  words[4] = 0;
  words[5] = 0;
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
      : "=d"(answer)
      : "a"(words), "0"(answer)
      : "cc", "memory");
#else
  (void)request, (void)a, (void)b, (void)c;
#endif
  return answer;
}

extern void hpcast_tracer_phase(const char *name) __attribute__((weak));
extern void hpcast_tracer_region_begin(const char *name) __attribute__((weak));
extern void hpcast_tracer_region_end(const char *name) __attribute__((weak));
extern void hpcast_tracer_read(const void *address, size_t bytes) __attribute__((weak));
extern void hpcast_tracer_write(const void *address, size_t bytes) __attribute__((weak));
extern void hpcast_tracer_write_nontemporal(const void *address, size_t bytes)
    __attribute__((weak));

/* From here on the whole process is in phase `name` (at most 255 bytes, at most 254 names);
   "" is the phase a program begins in. The other threads follow within some thousand references. */
static HPCAST_ALWAYS_INLINE void hpcast_phase(const char *name) {
  if (hpcast_tracer_phase) hpcast_tracer_phase(name);
  hpcast_valgrind_request(0x48500001u, (uint64_t)(uintptr_t)name, 0, 0);
}

/* The calling thread is in region `name` (at most 255 bytes; 4095 names are told apart) until the
   end of the same name. Regions nest; an end ends those begun inside it and not ended, and is
   passed over where no such region is open. */
static HPCAST_ALWAYS_INLINE void hpcast_region_begin(const char *name) {
  if (hpcast_tracer_region_begin)
    hpcast_tracer_region_begin(name);
  else
    hpcast_valgrind_request(0x4850000au, (uint64_t)(uintptr_t)name, 0, 0);
}
static HPCAST_ALWAYS_INLINE void hpcast_region_end(const char *name) {
  if (hpcast_tracer_region_end)
    hpcast_tracer_region_end(name);
  else
    hpcast_valgrind_request(0x4850000bu, (uint64_t)(uintptr_t)name, 0, 0);
}

/* (Compiler tracer only; the Valgrind tracer sees all but the kernel and devices.) Accesses that
   the compiler's instrumentation cannot see: inline assembly, a library that was not compiled with
   hpcast-cc, a kernel or a device that reads or fills a buffer. */
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
