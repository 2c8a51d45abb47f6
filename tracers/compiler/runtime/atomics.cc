// Atomic operations: the instrumentation replaces them by calls, so they are done here, and
// recorded as the loads and stores they are: a read-modify-write is a read and a write.
#include "access.h"

using namespace hpcast::tracer;

namespace {

template <class T>
constexpr unsigned log2_of = __builtin_ctz(sizeof(T));

template <class T>
[[gnu::always_inline]] inline void note_read(const volatile T* p) {
  access<Op::read, log2_of<T>>(reinterpret_cast<std::uint64_t>(p));
}
template <class T>
[[gnu::always_inline]] inline void note_write(const volatile T* p) {
  access<Op::write, log2_of<T>>(reinterpret_cast<std::uint64_t>(p));
}
template <class T>
[[gnu::always_inline]] inline void note_update(const volatile T* p) {
  note_read(p);
  note_write(p);
}

__extension__ using Wide = unsigned __int128;

// 16 bytes go through compare-and-swap, as libatomic's lock-free way does.
template <class T>
[[gnu::always_inline]] inline T load(const volatile T* p) {
  if constexpr (sizeof(T) == 16) {
    return __sync_val_compare_and_swap(const_cast<volatile T*>(p), T{0}, T{0});
  } else {
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);
  }
}

// Replaces *p by f(*p); returns what was there.
template <class T, class F>
[[gnu::always_inline]] inline T update(volatile T* p, F&& f) {
  T seen = load(p);
  for (;;) {
    const T before = __sync_val_compare_and_swap(p, seen, static_cast<T>(f(seen)));
    if (before == seen) return before;
    seen = before;
  }
}

template <class T>
[[gnu::always_inline]] inline void store(volatile T* p, T value, int order) {
  if constexpr (sizeof(T) == 16) {
    update(p, [value](T) { return value; });
  } else if (order == __ATOMIC_SEQ_CST) {
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
  } else {
    __atomic_store_n(p, value, __ATOMIC_RELEASE);
  }
}

template <class T>
[[gnu::always_inline]] inline T exchange(volatile T* p, T value) {
  if constexpr (sizeof(T) == 16) return update(p, [value](T) { return value; });
  return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);
}

template <class T>
[[gnu::always_inline]] inline T compare_exchange(volatile T* p, T expected, T desired) {
  return __sync_val_compare_and_swap(p, expected, desired);
}

}  // namespace

#define HPCAST_FETCH(bits, T, name, expression)                                 \
  HPCAST_EXPORT T __tsan_atomic##bits##_fetch_##name(volatile T* p, T v, int) { \
    note_update(p);                                                             \
    return update(p, [v](T old) { return static_cast<T>(expression); });        \
  }

#define HPCAST_ATOMICS(bits, T)                                                                    \
  HPCAST_EXPORT T __tsan_atomic##bits##_load(const volatile T* p, int) {                           \
    note_read(p);                                                                                  \
    return load(p);                                                                                \
  }                                                                                                \
  HPCAST_EXPORT void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                  \
    note_write(p);                                                                                 \
    store(p, v, order);                                                                            \
  }                                                                                                \
  HPCAST_EXPORT T __tsan_atomic##bits##_exchange(volatile T* p, T v, int) {                        \
    note_update(p);                                                                                \
    return exchange(p, v);                                                                         \
  }                                                                                                \
  HPCAST_EXPORT T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T desired, \
                                                             int, int) {                           \
    note_update(p);                                                                                \
    return compare_exchange(p, expected, desired);                                                 \
  }                                                                                                \
  HPCAST_EXPORT bool __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected,     \
                                                                   T desired, int, int) {          \
    note_update(p);                                                                                \
    const T before = compare_exchange(p, *expected, desired);                                      \
    const bool swapped = before == *expected;                                                      \
    *expected = before;                                                                            \
    return swapped;                                                                                \
  }                                                                                                \
  HPCAST_EXPORT bool __tsan_atomic##bits##_compare_exchange_weak(                                  \
      volatile T* p, T* expected, T desired, int success, int failure) {                           \
    return __tsan_atomic##bits##_compare_exchange_strong(p, expected, desired, success, failure);  \
  }                                                                                                \
  HPCAST_FETCH(bits, T, and, old& v)                                                               \
  HPCAST_FETCH(bits, T, or, old | v)                                                               \
  HPCAST_FETCH(bits, T, xor, old ^ v)                                                              \
  HPCAST_FETCH(bits, T, nand, ~(old & v))

// Additions are the ones that are contended in practice: one locked instruction where there is one.
#define HPCAST_ADDITIONS(bits, T)                                            \
  HPCAST_EXPORT T __tsan_atomic##bits##_fetch_add(volatile T* p, T v, int) { \
    note_update(p);                                                          \
    return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);                       \
  }                                                                          \
  HPCAST_EXPORT T __tsan_atomic##bits##_fetch_sub(volatile T* p, T v, int) { \
    note_update(p);                                                          \
    return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST);                       \
  }

HPCAST_ATOMICS(8, std::uint8_t)
HPCAST_ATOMICS(16, std::uint16_t)
HPCAST_ATOMICS(32, std::uint32_t)
HPCAST_ATOMICS(64, std::uint64_t)
HPCAST_ATOMICS(128, Wide)
HPCAST_ADDITIONS(8, std::uint8_t)
HPCAST_ADDITIONS(16, std::uint16_t)
HPCAST_ADDITIONS(32, std::uint32_t)
HPCAST_ADDITIONS(64, std::uint64_t)
HPCAST_FETCH(128, Wide, add, old + v)
HPCAST_FETCH(128, Wide, sub, old - v)

HPCAST_EXPORT void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HPCAST_EXPORT void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
