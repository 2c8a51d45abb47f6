// The functions that -fsanitize=thread instrumentation calls, except atomics (atomics.cc) and
// ranges (copies.cc). GCC's and Clang's names; both sets are stable since GCC 5 and Clang 4. The
// GCC plugin (tracers/gcc) has its own (keeping.S).
#include "access.h"
#include "process.h"
#include "regions.h"
#include "ring.h"

using namespace hpcast::tracer;
namespace reftrace = hpcast::reftrace;

#define HPCAST_ADDRESS(pointer) reinterpret_cast<std::uint64_t>(pointer)

// 16-byte scalars need only be aligned to 8, so they too may cross a line.
#define HPCAST_HOOKS(bytes, log2, check)                                                         \
  HPCAST_EXPORT void __tsan_read##bytes(void* p) { check<Op::read, log2>(HPCAST_ADDRESS(p)); }   \
  HPCAST_EXPORT void __tsan_write##bytes(void* p) { check<Op::write, log2>(HPCAST_ADDRESS(p)); } \
  HPCAST_EXPORT void __tsan_volatile_read##bytes(void* p) {                                      \
    check<Op::read, log2>(HPCAST_ADDRESS(p));                                                    \
  }                                                                                              \
  HPCAST_EXPORT void __tsan_volatile_write##bytes(void* p) {                                     \
    check<Op::write, log2>(HPCAST_ADDRESS(p));                                                   \
  }                                                                                              \
  HPCAST_EXPORT void __tsan_read_write##bytes(void* p) {                                         \
    check<Op::read, log2>(HPCAST_ADDRESS(p));                                                    \
    check<Op::write, log2>(HPCAST_ADDRESS(p));                                                   \
  }

#define HPCAST_UNALIGNED_HOOKS(bytes, log2)                            \
  HPCAST_EXPORT void __tsan_unaligned_read##bytes(void* p) {           \
    access_unaligned<Op::read, log2>(HPCAST_ADDRESS(p));               \
  }                                                                    \
  HPCAST_EXPORT void __tsan_unaligned_write##bytes(void* p) {          \
    access_unaligned<Op::write, log2>(HPCAST_ADDRESS(p));              \
  }                                                                    \
  HPCAST_EXPORT void __tsan_unaligned_volatile_read##bytes(void* p) {  \
    access_unaligned<Op::read, log2>(HPCAST_ADDRESS(p));               \
  }                                                                    \
  HPCAST_EXPORT void __tsan_unaligned_volatile_write##bytes(void* p) { \
    access_unaligned<Op::write, log2>(HPCAST_ADDRESS(p));              \
  }                                                                    \
  HPCAST_EXPORT void __tsan_unaligned_read_write##bytes(void* p) {     \
    access_unaligned<Op::read, log2>(HPCAST_ADDRESS(p));               \
    access_unaligned<Op::write, log2>(HPCAST_ADDRESS(p));              \
  }

HPCAST_HOOKS(1, 0, access)
HPCAST_HOOKS(2, 1, access)
HPCAST_HOOKS(4, 2, access)
HPCAST_HOOKS(8, 3, access)
HPCAST_HOOKS(16, 4, access_unaligned)
HPCAST_UNALIGNED_HOOKS(2, 1)
HPCAST_UNALIGNED_HOOKS(4, 2)
HPCAST_UNALIGNED_HOOKS(8, 3)
HPCAST_UNALIGNED_HOOKS(16, 4)

HPCAST_EXPORT void __tsan_vptr_read(void** p) { access<Op::read, 3>(HPCAST_ADDRESS(p)); }
HPCAST_EXPORT void __tsan_vptr_update(void** p, void*) { access<Op::write, 3>(HPCAST_ADDRESS(p)); }

// Called by a constructor of every instrumented translation unit.
HPCAST_EXPORT void __tsan_init() {
  if (!attached()) return;
  process.header->instrumented.store(1, std::memory_order_relaxed);
  process.header->not_counted.store(1, std::memory_order_relaxed);
}
// Of every one that the plugin has compiled (tracers/gcc/instrument.cc has the number).
HPCAST_EXPORT void __hpcast_init_3() {
  if (!attached()) return;
  process.header->instrumented.store(1, std::memory_order_relaxed);
  process.header->counted.store(1, std::memory_order_relaxed);
}
HPCAST_EXPORT void __hpcast_init_3_not_counted() { __tsan_init(); }

HPCAST_EXPORT void __tsan_func_entry(void*) {
  Thread* const thread = current_thread();
  if (thread == nullptr || !records(reftrace::function_regions)) [[likely]]
    return;
  enter_function(*thread, HPCAST_ADDRESS(__builtin_return_address(0)),
                 HPCAST_ADDRESS(__builtin_frame_address(0)) + sizeof(void*));
}

// While an exception unwinds the function too, but not where it is left by longjmp().
HPCAST_EXPORT void __tsan_func_exit() {
  Thread* const thread = current_thread();
  if (thread == nullptr || !records(reftrace::function_regions)) [[likely]]
    return;
  leave_function(*thread);
}

// Behind the plugin's hooks (keeping.S): `site`, where one was called from, `place`, where in the
// stack that is said.
HPCAST_BEHIND void hpcast_nontemporal(void* p, std::uint64_t bytes, const void* site) {
  Thread* const thread = current_thread();
  if (thread == nullptr || traced_tags() == nullptr) return;
  record(*thread, HPCAST_ADDRESS(p), static_cast<unsigned>(__builtin_ctzll(bytes)),
         Op::nontemporal_write, site_of_return_address(site));
}

HPCAST_BEHIND void hpcast_func_entry(const void* site, const void* place) {
  if (Thread* const thread = current_thread())
    enter_function(*thread, HPCAST_ADDRESS(site), HPCAST_ADDRESS(place));
}

// An exception may have left functions that have told nothing of it: those whose calls of the hook
// lay below that of the function where it has landed, or which is left.
HPCAST_BEHIND void hpcast_landed(const void* place) {
  if (Thread* const thread = current_thread())
    leave_functions_below(*thread, HPCAST_ADDRESS(place));
}
HPCAST_BEHIND void hpcast_func_exit(const void* place) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return;
  leave_functions_below(*thread, HPCAST_ADDRESS(place));
  leave_function(*thread);
}

// Clang's, around what the race detector shall not see.
HPCAST_EXPORT void __tsan_ignore_thread_begin() {}
HPCAST_EXPORT void __tsan_ignore_thread_end() {}
