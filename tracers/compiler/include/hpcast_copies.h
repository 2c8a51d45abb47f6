/* Included in everything GCC compiles. GCC turns copies and fills of a constant 17 to 256
   bytes into moves that the instrumentation does not see; here they stay calls, which the runtime
   traces. Smaller ones become ordinary loads and stores, which are instrumented. */
#ifndef HPCAST_COPIES_H /* which a precompiled header has in it */
#define HPCAST_COPIES_H
#ifndef __ASSEMBLER__
#pragma GCC system_header
#endif
#if !defined(__ASSEMBLER__) && defined(__OPTIMIZE__) && !defined(__clang__) && __STDC_HOSTED__ && \
    !defined(__NO_BUILTIN) && !(defined(_FORTIFY_SOURCE) && _FORTIFY_SOURCE > 0)
#ifdef __cplusplus
extern "C" {
#define HPCAST_NOTHROW noexcept(true)
#if __cplusplus < 201103L
#undef HPCAST_NOTHROW
#define HPCAST_NOTHROW throw()
#endif
#else
#define HPCAST_NOTHROW
#endif
#define HPCAST_INLINE \
  extern __inline __attribute__((__always_inline__, __gnu_inline__, __artificial__, __nothrow__))
// clang-format 14 never comes to rest on declarations with a name of their own in the assembler.
// clang-format off
#define HPCAST_CALL(n) (__builtin_constant_p(n) && (n) > 16)
extern void *hpcast_call_memcpy(void *, const void *, __SIZE_TYPE__) HPCAST_NOTHROW
    __asm__("memcpy");
extern void *hpcast_call_memmove(void *, const void *, __SIZE_TYPE__) HPCAST_NOTHROW
    __asm__("memmove");
extern void *hpcast_call_memset(void *, int, __SIZE_TYPE__) HPCAST_NOTHROW __asm__("memset");
// clang-format on
HPCAST_INLINE void *memcpy(void *__restrict to, const void *__restrict from,
                           __SIZE_TYPE__ bytes) HPCAST_NOTHROW {
  return HPCAST_CALL(bytes) ? hpcast_call_memcpy(to, from, bytes)
                            : __builtin_memcpy(to, from, bytes);
}
HPCAST_INLINE void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes) HPCAST_NOTHROW {
  return HPCAST_CALL(bytes) ? hpcast_call_memmove(to, from, bytes)
                            : __builtin_memmove(to, from, bytes);
}
HPCAST_INLINE void *memset(void *to, int value, __SIZE_TYPE__ bytes) HPCAST_NOTHROW {
  return HPCAST_CALL(bytes) ? hpcast_call_memset(to, value, bytes)
                            : __builtin_memset(to, value, bytes);
}
#undef HPCAST_INLINE
#undef HPCAST_CALL
#undef HPCAST_NOTHROW
#ifdef __cplusplus
}
#endif
#endif
#endif
