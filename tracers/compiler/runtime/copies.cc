#include "copies.h"

#include <strings.h>

#include <cstring>

#include "access.h"
#include "code_pieces.h"
#include "hpcast/inputs/reftrace/pieces.h"
#include "process.h"

namespace hpcast::tracer {
namespace {

using reftrace::Pieces;

// In no piece of the program's (code_pieces.h).
void record_next(Pieces& pieces, Thread& thread, Op op, Word site) {
  const reftrace::Piece piece = pieces.next();
  if (thread.follows_code || thread.samples) execute_one(thread, op);
  record(thread, piece.address, piece.log2_size, op, site);
}

std::uint64_t address_of(const volatile void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace

void record_range(Op op, const volatile void* address, std::size_t bytes, const void* site) {
  Thread* const thread = current_thread();
  if (thread == nullptr || hot.l1_tags == nullptr) return;
  const Word hash = site_of_return_address(site);
  for (Pieces pieces(address_of(address), bytes); !pieces.done();)
    record_next(pieces, *thread, op, hash);
}

// By one instruction of a piece.
void record_operand(Op op, const void* address, std::size_t bytes, const void* site) {
  Thread* const thread = current_thread();
  if (thread == nullptr || hot.l1_tags == nullptr) return;
  for (Pieces pieces(address_of(address), bytes); !pieces.done();) {
    const reftrace::Piece piece = pieces.next();
    record(*thread, piece.address, piece.log2_size, op, site_of_return_address(site));
  }
}

void record_copy(const void* to, const void* from, std::size_t bytes, const void* site) {
  Thread* const thread = current_thread();
  if (thread == nullptr || hot.l1_tags == nullptr) return;
  const Word hash = site_of_return_address(site);
  Pieces reads(address_of(from), bytes);
  Pieces writes(address_of(to), bytes);
  while (!reads.done()) {
    record_next(reads, *thread, Op::read, hash);
    while (writes.bytes_left() > reads.bytes_left()) record_next(writes, *thread, Op::write, hash);
  }
}

}  // namespace hpcast::tracer

using namespace hpcast::tracer;

#define HPCAST_SITE __builtin_return_address(0)

HPCAST_EXPORT void __tsan_read_range(void* address, std::size_t bytes) {
  record_range(Op::read, address, bytes, HPCAST_SITE);
}
HPCAST_EXPORT void __tsan_write_range(void* address, std::size_t bytes) {
  record_range(Op::write, address, bytes, HPCAST_SITE);
}

// Behind the GCC plugin's hooks: an object in memory, and what GCC copies or fills in place, step
// by step.
HPCAST_BEHIND void hpcast_read_range(void* address, std::size_t bytes, const void* site) {
  record_operand(Op::read, address, bytes, site);
}
HPCAST_BEHIND void hpcast_write_range(void* address, std::size_t bytes, const void* site) {
  record_operand(Op::write, address, bytes, site);
}
HPCAST_BEHIND void hpcast_fill(void* address, std::size_t bytes, const void* site) {
  record_range(Op::write, address, bytes, site);
}
HPCAST_BEHIND void hpcast_copy(void* to, const void* from, std::size_t bytes, const void* site) {
  record_copy(to, from, bytes, site);
}

// The C library's functions. The program is linked with --wrap, so only calls
// by what is linked into the executable, or by a library that hpcast-cc linked, arrive here. A
// static program's first calls come before it has thread-local storage: attached() must be asked
// first.
#define HPCAST_WRAP(result, name, ...)                                       \
  extern "C" result real_##name(__VA_ARGS__) __asm__("__real_" #name);       \
  HPCAST_EXPORT result wrapped_##name(__VA_ARGS__) __asm__("__wrap_" #name); \
  HPCAST_EXPORT result wrapped_##name(__VA_ARGS__)

#define HPCAST_WRAP_COPY(name)                                              \
  HPCAST_WRAP(void*, name, void* to, const void* from, std::size_t bytes) { \
    if (attached()) record_copy(to, from, bytes, HPCAST_SITE);              \
    return real_##name(to, from, bytes);                                    \
  }
#define HPCAST_WRAP_CHECKED_COPY(name)                                                            \
  HPCAST_WRAP(void*, name, void* to, const void* from, std::size_t bytes, std::size_t capacity) { \
    if (attached()) record_copy(to, from, bytes, HPCAST_SITE);                                    \
    return real_##name(to, from, bytes, capacity);                                                \
  }

HPCAST_WRAP_COPY(memcpy)
HPCAST_WRAP_COPY(memmove)
HPCAST_WRAP_COPY(mempcpy)
HPCAST_WRAP_CHECKED_COPY(__memcpy_chk)
HPCAST_WRAP_CHECKED_COPY(__memmove_chk)
HPCAST_WRAP_CHECKED_COPY(__mempcpy_chk)

HPCAST_WRAP(void*, memset, void* to, int value, std::size_t bytes) {
  if (attached()) record_range(Op::write, to, bytes, HPCAST_SITE);
  return real_memset(to, value, bytes);
}
HPCAST_WRAP(void*, __memset_chk, void* to, int value, std::size_t bytes, std::size_t capacity) {
  if (attached()) record_range(Op::write, to, bytes, HPCAST_SITE);
  return real___memset_chk(to, value, bytes, capacity);
}
HPCAST_WRAP(void, bzero, void* to, std::size_t bytes) {
  if (attached()) record_range(Op::write, to, bytes, HPCAST_SITE);
  real_bzero(to, bytes);
}

// Clang's calls, in place of the three.
HPCAST_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  if (attached()) record_copy(to, from, bytes, HPCAST_SITE);
  return real_memcpy(to, from, bytes);
}
HPCAST_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  if (attached()) record_copy(to, from, bytes, HPCAST_SITE);
  return real_memmove(to, from, bytes);
}
HPCAST_EXPORT void* __tsan_memset(void* to, int value, std::size_t bytes) {
  if (attached()) record_range(Op::write, to, bytes, HPCAST_SITE);
  return real_memset(to, value, bytes);
}

namespace {

// Bytes that a comparison of at most `limit` bytes has to read of each side.
std::size_t compared(const void* a, const void* b, std::size_t limit, bool stop_at_zero) {
  const auto* const x = static_cast<const unsigned char*>(a);
  const auto* const y = static_cast<const unsigned char*>(b);
  std::size_t i = 0;
  while (i < limit && x[i] == y[i] && !(stop_at_zero && x[i] == 0)) ++i;
  return i < limit ? i + 1 : limit;
}

void record_comparison(const void* a, const void* b, std::size_t limit, bool stop_at_zero,
                       const void* site) {
  if (current_thread() == nullptr) return;
  const std::size_t bytes = compared(a, b, limit, stop_at_zero);
  record_range(Op::read, a, bytes, site);
  record_range(Op::read, b, bytes, site);
}

}  // namespace

HPCAST_WRAP(int, memcmp, const void* a, const void* b, std::size_t bytes) {
  if (attached()) record_comparison(a, b, bytes, false, HPCAST_SITE);
  return real_memcmp(a, b, bytes);
}
HPCAST_WRAP(int, bcmp, const void* a, const void* b, std::size_t bytes) {
  if (attached()) record_comparison(a, b, bytes, false, HPCAST_SITE);
  return real_bcmp(a, b, bytes);
}
HPCAST_WRAP(int, strcmp, const char* a, const char* b) {
  if (attached()) record_comparison(a, b, ~std::size_t{0}, true, HPCAST_SITE);
  return real_strcmp(a, b);
}
HPCAST_WRAP(int, strncmp, const char* a, const char* b, std::size_t limit) {
  if (attached()) record_comparison(a, b, limit, true, HPCAST_SITE);
  return real_strncmp(a, b, limit);
}
HPCAST_WRAP(void*, memchr, const void* data, int value, std::size_t bytes) {
  void* const found = real_memchr(data, value, bytes);
  if (attached())
    record_range(Op::read, data,
                 found == nullptr ? bytes : address_of(found) - address_of(data) + 1, HPCAST_SITE);
  return found;
}
HPCAST_WRAP(std::size_t, strlen, const char* text) {
  const std::size_t length = real_strlen(text);
  if (attached()) record_range(Op::read, text, length + 1, HPCAST_SITE);
  return length;
}
HPCAST_WRAP(std::size_t, strnlen, const char* text, std::size_t limit) {
  const std::size_t length = real_strnlen(text, limit);
  if (attached()) record_range(Op::read, text, length < limit ? length + 1 : limit, HPCAST_SITE);
  return length;
}

#define HPCAST_WRAP_STRING_COPY(name)                                          \
  HPCAST_WRAP(char*, name, char* to, const char* from) {                       \
    if (attached()) record_copy(to, from, real_strlen(from) + 1, HPCAST_SITE); \
    return real_##name(to, from);                                              \
  }
#define HPCAST_WRAP_CHECKED_STRING_COPY(name)                                  \
  HPCAST_WRAP(char*, name, char* to, const char* from, std::size_t capacity) { \
    if (attached()) record_copy(to, from, real_strlen(from) + 1, HPCAST_SITE); \
    return real_##name(to, from, capacity);                                    \
  }
HPCAST_WRAP_STRING_COPY(strcpy)
HPCAST_WRAP_STRING_COPY(stpcpy)
HPCAST_WRAP_CHECKED_STRING_COPY(__strcpy_chk)
HPCAST_WRAP_CHECKED_STRING_COPY(__stpcpy_chk)

namespace {

// strncpy reads up to the end of the string and fills the rest of the target with zeros.
void record_bounded_copy(const char* to, const char* from, std::size_t bytes, const void* site) {
  const std::size_t length = real_strnlen(from, bytes);
  const std::size_t copied = length < bytes ? length + 1 : bytes;
  record_copy(to, from, copied, site);
  record_range(Op::write, to + copied, bytes - copied, site);
}

}  // namespace

HPCAST_WRAP(char*, strncpy, char* to, const char* from, std::size_t bytes) {
  if (attached()) record_bounded_copy(to, from, bytes, HPCAST_SITE);
  return real_strncpy(to, from, bytes);
}
HPCAST_WRAP(char*, __strncpy_chk, char* to, const char* from, std::size_t bytes,
            std::size_t capacity) {
  if (attached()) record_bounded_copy(to, from, bytes, HPCAST_SITE);
  return real___strncpy_chk(to, from, bytes, capacity);
}
HPCAST_WRAP(char*, strcat, char* to, const char* from) {
  if (attached()) {
    const std::size_t length = real_strlen(to);
    record_range(Op::read, to, length + 1, HPCAST_SITE);
    record_copy(to + length, from, real_strlen(from) + 1, HPCAST_SITE);
  }
  return real_strcat(to, from);
}
