#include "hpcast/inputs/calibrate/streams.h"

namespace hpcast::calibrate {

namespace {

#ifdef __x86_64__

#define HPCAST_STREAM(name, body, step)                                            \
  void name(char* to, const char* from, std::size_t bytes) {                       \
    asm volatile(".p2align 5\n\t1:\n\t" body "add $" step ",%[from]\n\tadd $" step \
                 ",%[to]\n\tsub $" step ",%[bytes]\n\tjnz 1b\n\t"                  \
                 : [from] "+r"(from), [to] "+r"(to), [bytes] "+r"(bytes)           \
                 :                                                                 \
                 : "cc", "memory", "xmm0", "xmm1", "xmm2", "xmm3");                \
  }
#define HPCAST_LOAD(move, file, at, i) move " " #at "(%[from]),%%" file #i "\n\t"
#define HPCAST_STORE(move, file, at, i) move " %%" file #i "," #at "(%[to])\n\t"
#define HPCAST_PAIR(move, file, at, i) \
  HPCAST_LOAD(move, file, at, i) HPCAST_STORE(move, file, at, i)

// 128 bytes of each.
#define HPCAST_BY_16(what)                                                                   \
  what("movaps", "xmm", 0, 0) what("movaps", "xmm", 16, 1) what("movaps", "xmm", 32, 2)      \
      what("movaps", "xmm", 48, 3) what("movaps", "xmm", 64, 0) what("movaps", "xmm", 80, 1) \
          what("movaps", "xmm", 96, 2) what("movaps", "xmm", 112, 3)
// 256 bytes.
#define HPCAST_BY_32(what)                                                                        \
  what("vmovaps", "ymm", 0, 0) what("vmovaps", "ymm", 32, 1) what("vmovaps", "ymm", 64, 2)        \
      what("vmovaps", "ymm", 96, 3) what("vmovaps", "ymm", 128, 0) what("vmovaps", "ymm", 160, 1) \
          what("vmovaps", "ymm", 192, 2) what("vmovaps", "ymm", 224, 3)

HPCAST_STREAM(load_16, HPCAST_BY_16(HPCAST_LOAD), "128")
HPCAST_STREAM(store_16, HPCAST_BY_16(HPCAST_STORE), "128")
HPCAST_STREAM(copy_16, HPCAST_BY_16(HPCAST_PAIR), "128")
HPCAST_STREAM(load_32, HPCAST_BY_32(HPCAST_LOAD), "256")
HPCAST_STREAM(store_32, HPCAST_BY_32(HPCAST_STORE), "256")
HPCAST_STREAM(copy_32, HPCAST_BY_32(HPCAST_PAIR), "256")

void leave_wide_registers() { asm volatile("vzeroupper" ::: "memory"); }

constexpr Streams by_16 = {
    [](const char* from, std::size_t bytes) { load_16(nullptr, from, bytes); },
    [](char* to, std::size_t bytes) { store_16(to, nullptr, bytes); }, copy_16, "16 bytes"};
constexpr Streams by_32 = {[](const char* from, std::size_t bytes) {
                             load_32(nullptr, from, bytes);
                             leave_wide_registers();
                           },
                           [](char* to, std::size_t bytes) {
                             store_32(to, nullptr, bytes);
                             leave_wide_registers();
                           },
                           [](char* to, const char* from, std::size_t bytes) {
                             copy_32(to, from, bytes);
                             leave_wide_registers();
                           },
                           "32 bytes"};

const Streams& widest() { return __builtin_cpu_supports("avx2") != 0 ? by_32 : by_16; }

#else

using Vector = unsigned long long __attribute__((vector_size(16)));

// Eight at a time, so that no one waits for another.
void load_vectors(const char* from, std::size_t bytes) {
  Vector a{}, b{}, c{}, d{};
  const auto* at = reinterpret_cast<const Vector*>(from);
  for (const auto* const end = at + bytes / sizeof(Vector); at != end; at += 8) {
    a |= at[0] ^ at[4];
    b |= at[1] ^ at[5];
    c |= at[2] ^ at[6];
    d |= at[3] ^ at[7];
  }
  Vector seen = a | b | c | d;
  asm volatile("" : "+m"(seen));
}

void store_vectors(char* to, std::size_t bytes) {
  const Vector value = {bytes, bytes};
  auto* at = reinterpret_cast<Vector*>(to);
  for (const auto* const end = at + bytes / sizeof(Vector); at != end; at += 4)
    at[0] = at[1] = at[2] = at[3] = value;
  asm volatile("" ::: "memory");
}

void copy_vectors(char* to, const char* from, std::size_t bytes) {
  auto* at = reinterpret_cast<Vector*>(to);
  const auto* source = reinterpret_cast<const Vector*>(from);
  for (const auto* const end = at + bytes / sizeof(Vector); at != end; at += 4, source += 4) {
    const Vector a = source[0], b = source[1], c = source[2], d = source[3];
    at[0] = a, at[1] = b, at[2] = c, at[3] = d;
    asm volatile("" ::: "memory");  // or it becomes memcpy
  }
}

constexpr Streams generic = {load_vectors, store_vectors, copy_vectors, "16 bytes"};
const Streams& widest() { return generic; }

#endif

}  // namespace

const Streams& streams() { return widest(); }

}  // namespace hpcast::calibrate
