// The instructions that are measured. A row each: what it is called, what it tells of which kind,
// at which precisions and widths, and its loop.
#include <utility>

#include "hpcast/inputs/calibrate/instruction_bench.h"

#ifdef __x86_64__
#include "hpcast/inputs/calibrate/instruction_loops.h"

// One after another, and many at once.
#define CHAIN(start, form, insn) start(HPCAST_12(form(insn, 0)))
#define MANY(start, form, insn) start(HPCAST_4(HPCAST_EACH_VECTOR(form, insn)))
// With a multiplication behind each.
#define WITH_MULTIPLY(start, form, insn, multiply_form, multiply) \
  start(HPCAST_12(form(insn, 0) multiply_form(multiply, 0)))

namespace hpcast::calibrate {

namespace {

using Kind = InstructionKind;
using Loop = void (*)(std::uint64_t, Operands&);

// Bits: of precisions, where that of none goes with double precision;
constexpr unsigned single = 2, twice = 5, any = single | twice;
// of the log2 of the bytes of registers: whatever there is, general ones and scalars, vectors.
constexpr unsigned up_to_4 = 0x07, from_8 = 0x78, every = 0x7f;
constexpr unsigned scalars = 0x0f, x = 1 << 4, y = 1 << 5, all = scalars | x | y;

struct List {
  std::vector<InstructionBench> benches;

  void chain(const char* name, Figure figure, Kind kind, unsigned precisions, unsigned widths,
             Loop loop, const char* less = "") {
    benches.push_back(
        {std::string(name) + " chained", figure, kind, precisions, widths, 12, 0, less, loop});
  }
  void each(const char* name, Kind kind, unsigned precisions, unsigned widths, Loop loop,
            double per_turn = 48) {
    benches.push_back({name, Figure::each, kind, precisions, widths, per_turn, 0, "", loop});
  }
};

void add_general(List& l) {
  const auto many = [&](const char* name, Kind kind, Loop loop) {
    l.each(name, kind, any, every, loop, 96);
  };
  l.chain("add", Figure::both, Kind::integer, any, every,
          HPCAST_GENERAL(HPCAST_12("add %%r11,%%rax\n\t")));
  many("add", Kind::integer, HPCAST_GENERAL(HPCAST_12(HPCAST_EACH_GENERAL(HPCAST_BY_R11, "add"))));
  l.chain("shl", Figure::both, Kind::shift, any, every,
          HPCAST_GENERAL(HPCAST_12("shl $1,%%rax\n\t")));
  many("shl", Kind::shift, HPCAST_GENERAL(HPCAST_12(HPCAST_EACH_GENERAL(HPCAST_BY_ONE, "shl"))));
  l.chain("imul", Figure::both, Kind::multiply, any, every,
          HPCAST_GENERAL(HPCAST_12("imul %%r11,%%rax\n\t")));
  many("imul", Kind::multiply,
       HPCAST_GENERAL(HPCAST_12(HPCAST_EACH_GENERAL(HPCAST_BY_R11, "imul"))));
  if (__builtin_cpu_supports("popcnt") == 0) return;
  l.chain("popcnt", Figure::both, Kind::bit_count, any, every,
          HPCAST_GENERAL(HPCAST_12("popcnt %%rax,%%rax\n\t")));
  many("popcnt", Kind::bit_count,
       HPCAST_GENERAL(HPCAST_12(HPCAST_EACH_GENERAL(HPCAST_ITSELF, "popcnt"))));
}

// A million by 7, and 10^12 by 7. The dividend is made anew from the quotient in two cycles: its
// highest bit, which is 0, and the dividend. (An "and" with 0 Valgrind takes for what it is.)
void add_divide(List& l) {
  l.benches.push_back({"div of 32 bits chained", Figure::both, Kind::divide, any, up_to_4, 4, 2, "",
                       HPCAST_GENERAL(HPCAST_4("shr $31,%%eax\n\tadd %%esi,%%eax\n\t"
                                               "xor %%edx,%%edx\n\tdiv %%ecx\n\t"))});
  l.each("div of 32 bits", Kind::divide, any, up_to_4,
         HPCAST_GENERAL(HPCAST_12("mov %%esi,%%eax\n\txor %%edx,%%edx\n\tdiv %%ecx\n\t")), 12);
  l.benches.push_back({"div of 64 bits chained", Figure::both, Kind::divide, any, from_8, 4, 2, "",
                       HPCAST_GENERAL(HPCAST_4("shr $63,%%rax\n\tadd %%r11,%%rax\n\t"
                                               "xor %%edx,%%edx\n\tdiv %%rcx\n\t"))});
  l.each("div of 64 bits", Kind::divide, any, from_8,
         HPCAST_GENERAL(HPCAST_12("mov %%r11,%%rax\n\txor %%edx,%%edx\n\tdiv %%rcx\n\t")), 12);
}

void add_front_end(List& l) {
  // Not no-ops: some processors make one of two. There are ports for two additions and a load in
  // each half of what processors of this time dispatch in a cycle.
  l.benches.push_back(
      {"loads and additions", Figure::slot, Kind::move, any, every, 108, 0, "",
       HPCAST_GENERAL(HPCAST_12("mov 256(%%rbx),%%rax\n\tadd %%r11,%%rdx\n\tadd %%r11,%%rsi\n\t"
                                "mov 264(%%rbx),%%rcx\n\tadd %%r11,%%rdi\n\tadd %%r11,%%r8\n\t"
                                "mov 272(%%rbx),%%rax\n\tadd %%r11,%%r9\n\tadd %%r11,%%r10\n\t"))});
  // Every other one is a miss.
  l.benches.push_back({"branches foreseen", Figure::help, Kind::branch, any, every, 2, 0, "",
                       HPCAST_BRANCHES("0")});
  l.benches.push_back({"branches by chance", Figure::refill, Kind::branch, any, every, 2, 0,
                       "branches foreseen", HPCAST_BRANCHES("65536")});
}

void add_transfers(List& l) {
  l.benches.push_back({"movq there and back chained", Figure::both, Kind::transfer, any, every, 24,
                       0, "", HPCAST_SSE(HPCAST_12("movq %%rax,%%xmm0\n\tmovq %%xmm0,%%rax\n\t"))});
  l.each("movq to a general register", Kind::transfer, any, every,
         HPCAST_SSE(HPCAST_48("movq %%xmm0,%%rax\n\t")));
  l.benches.push_back(
      {"cvtsi2sd, cvttsd2si chained", Figure::both, Kind::convert, any, scalars, 24, 0, "",
       HPCAST_SSE(HPCAST_12("cvtsi2sd %%rax,%%xmm0\n\tcvttsd2si %%xmm0,%%rax\n\t"))});
  l.each("cvttsd2si", Kind::convert, any, scalars,
         HPCAST_SSE(HPCAST_48("cvttsd2si %%xmm0,%%rax\n\t")));
  l.chain("cvtdq2ps", Figure::both, Kind::convert, single, x | y,
          CHAIN(HPCAST_SSE, HPCAST_X_ITSELF, "cvtdq2ps"));
  l.each("cvtdq2ps", Kind::convert, single, x, MANY(HPCAST_SSE, HPCAST_X, "cvtdq2ps"));
}

void add_memory(List& l) {
  l.chain("load", Figure::both, Kind::load, any, scalars,
          HPCAST_GENERAL(HPCAST_12("mov (%%rbx),%%rbx\n\t")));
  l.chain("indexed load", Figure::indexed, Kind::load, any, scalars,
          HPCAST_GENERAL(HPCAST_12("mov (%%rbx,%%rdx,8),%%rbx\n\t")), "load chained");
  l.each("load", Kind::load, any, scalars, HPCAST_GENERAL(HPCAST_12(HPCAST_8_LOADS("mov"))), 96);
  l.chain("movaps load and movq back", Figure::both, Kind::load, any, x,
          HPCAST_SSE(HPCAST_12("movaps (%%rbx),%%xmm0\n\tmovq %%xmm0,%%rbx\n\t")),
          "movq there and back chained");
  l.each("movaps load", Kind::load, any, x,
         HPCAST_SSE(HPCAST_12(HPCAST_4_VECTOR_LOADS("movaps", "xmm"))));
  l.each("store", Kind::store, any, scalars, HPCAST_GENERAL(HPCAST_12(HPCAST_8_STORES)), 96);
  l.each("movaps store", Kind::store, any, x,
         HPCAST_SSE(HPCAST_12(HPCAST_4_VECTOR_STORES("movaps", "xmm"))));
  l.benches.push_back({"eight loads within a line", Figure::help, Kind::load, any, x, 12, 0, "",
                       HPCAST_SSE(HPCAST_12(HPCAST_8_WORD_LOADS("")))});
  l.benches.push_back({"eight loads across lines", Figure::split_load, Kind::load, any, x, 12, 0,
                       "eight loads within a line",
                       HPCAST_SSE(HPCAST_12(HPCAST_8_WORD_LOADS("4+")))});
  l.benches.push_back({"eight stores within a line", Figure::help, Kind::store, any, x, 12, 0, "",
                       HPCAST_SSE(HPCAST_12(HPCAST_8_WORD_STORES("")))});
  l.benches.push_back({"eight stores across lines", Figure::split_store, Kind::store, any, x, 12, 0,
                       "eight stores within a line",
                       HPCAST_SSE(HPCAST_12(HPCAST_8_WORD_STORES("4+")))});
  l.chain("store and load", Figure::forward, Kind::load, any, scalars,
          HPCAST_GENERAL(HPCAST_12("mov %%rax,256(%%rbx)\n\tmov 256(%%rbx),%%rax\n\t")));
  l.chain("movaps store and load", Figure::vector_forward, Kind::load, any, x,
          HPCAST_SSE(HPCAST_12("movaps %%xmm0,256(%%rbx)\n\tmovaps 256(%%rbx),%%xmm0\n\t")));
}

constexpr const char* multiply_chain = "mulsd chained";

void add_float(List& l) {
  l.chain("mulsd", Figure::both, Kind::float_multiply, any, all,
          CHAIN(HPCAST_SSE, HPCAST_X, "mulsd"));
  l.each("mulsd", Kind::float_multiply, any, scalars, MANY(HPCAST_SSE, HPCAST_X, "mulsd"));
  l.each("mulpd", Kind::float_multiply, any, x, MANY(HPCAST_SSE, HPCAST_X, "mulpd"));
  l.chain("addsd", Figure::chained, Kind::float_add, any, all,
          CHAIN(HPCAST_SSE, HPCAST_X, "addsd"));
  l.chain("addsd and mulsd", Figure::latency, Kind::float_add, any, all,
          WITH_MULTIPLY(HPCAST_SSE, HPCAST_X, "addsd", HPCAST_X, "mulsd"), multiply_chain);
  l.each("addsd", Kind::float_add, any, scalars, MANY(HPCAST_SSE, HPCAST_X, "addsd"));
  l.each("addpd", Kind::float_add, any, x, MANY(HPCAST_SSE, HPCAST_X, "addpd"));
  l.chain("maxsd", Figure::chained, Kind::float_compare, any, all,
          CHAIN(HPCAST_SSE, HPCAST_X, "maxsd"));
  l.chain("maxsd and mulsd", Figure::latency, Kind::float_compare, any, all,
          WITH_MULTIPLY(HPCAST_SSE, HPCAST_X, "maxsd", HPCAST_X, "mulsd"), multiply_chain);
  l.each("maxsd", Kind::float_compare, any, scalars, MANY(HPCAST_SSE, HPCAST_X, "maxsd"));
  l.each("maxpd", Kind::float_compare, any, x, MANY(HPCAST_SSE, HPCAST_X, "maxpd"));
  // (The subtraction's result is its flag alone, by whatever it is made of.)
  l.chain("comisd, sbb and movq", Figure::flags, Kind::float_compare, twice, scalars,
          HPCAST_SSE(HPCAST_12("comisd %%xmm1,%%xmm0\n\tsbb %%rax,%%rax\n\tmovq %%rax,%%xmm0\n\t")),
          "movq there and back chained");
}

// Divisions and roots take their time by precision and width.
void add_slow_float(List& l) {
#define HPCAST_SLOW(suffix, precision, widths)                                                     \
  l.chain("div" suffix, Figure::both, Kind::float_divide, precision, widths,                       \
          CHAIN(HPCAST_SSE, HPCAST_X, "div" suffix));                                              \
  l.each("div" suffix, Kind::float_divide, precision, widths,                                      \
         MANY(HPCAST_SSE, HPCAST_X, "div" suffix));                                                \
  l.chain(                                                                                         \
      "sqrt" suffix " and mul" suffix, Figure::both, Kind::float_root, precision, widths,          \
      WITH_MULTIPLY(HPCAST_SSE, HPCAST_X_ITSELF, "sqrt" suffix, HPCAST_X_BY_FACTOR, "mul" suffix), \
      multiply_chain);                                                                             \
  l.each("sqrt" suffix, Kind::float_root, precision, widths,                                       \
         MANY(HPCAST_SSE, HPCAST_X, "sqrt" suffix))
  HPCAST_SLOW("ss", single, scalars);
  HPCAST_SLOW("sd", twice, scalars);
  HPCAST_SLOW("ps", single, x);
  HPCAST_SLOW("pd", twice, x);
#undef HPCAST_SLOW
}

void add_vector(List& l) {
  const auto both = [&](const char* name, Kind kind, Loop chain, Loop many) {
    l.chain(name, Figure::both, kind, any, x | y, chain);
    l.each(name, kind, any, x, many);
  };
  both("pxor", Kind::logic, CHAIN(HPCAST_SSE, HPCAST_X, "pxor"),
       MANY(HPCAST_SSE, HPCAST_X, "pxor"));
  both("paddd", Kind::vector_integer, CHAIN(HPCAST_SSE, HPCAST_X, "paddd"),
       MANY(HPCAST_SSE, HPCAST_X, "paddd"));
  both("pmuludq", Kind::vector_multiply, CHAIN(HPCAST_SSE, HPCAST_X, "pmuludq"),
       MANY(HPCAST_SSE, HPCAST_X, "pmuludq"));
  both("pslld", Kind::vector_shift, CHAIN(HPCAST_SSE, HPCAST_X_ONE, "pslld"),
       MANY(HPCAST_SSE, HPCAST_X_ONE, "pslld"));
  both("pshufd", Kind::shuffle, CHAIN(HPCAST_SSE, HPCAST_X_ONE_ITSELF, "pshufd"),
       MANY(HPCAST_SSE, HPCAST_X_ONE_ITSELF, "pshufd"));
}

void add_32_bytes(List& l) {
  l.each("vmovaps load of 32 bytes", Kind::load, any, y,
         HPCAST_AVX(HPCAST_12(HPCAST_4_VECTOR_LOADS("vmovaps", "ymm"))));
  l.each("vmovaps store of 32 bytes", Kind::store, any, y,
         HPCAST_AVX(HPCAST_12(HPCAST_4_VECTOR_STORES("vmovaps", "ymm"))));
  l.chain("vmovaps load and vmovq back", Figure::both, Kind::load, any, y,
          HPCAST_AVX(HPCAST_12("vmovaps (%%rbx),%%ymm0\n\tvmovq %%xmm0,%%rbx\n\t")),
          "movq there and back chained");
  const auto floating = [&](const char* name, Kind kind, Loop many) {
    l.each(name, kind, any, y, many);
  };
  floating("vaddpd", Kind::float_add, MANY(HPCAST_AVX, HPCAST_Y, "vaddpd"));
  floating("vmulpd", Kind::float_multiply, MANY(HPCAST_AVX, HPCAST_Y, "vmulpd"));
  floating("vmaxpd", Kind::float_compare, MANY(HPCAST_AVX, HPCAST_Y, "vmaxpd"));
  l.each("vcvtdq2ps", Kind::convert, single, y, MANY(HPCAST_AVX, HPCAST_Y_UNARY, "vcvtdq2ps"));
  const auto integer = [&](const char* name, Kind kind, Loop many) {
    l.each(name, kind, any, y, many);
  };
  integer("vpxor", Kind::logic, MANY(HPCAST_AVX, HPCAST_Y, "vpxor"));
  integer("vpaddd", Kind::vector_integer, MANY(HPCAST_AVX, HPCAST_Y, "vpaddd"));
  integer("vpmuludq", Kind::vector_multiply, MANY(HPCAST_AVX, HPCAST_Y, "vpmuludq"));
  integer("vpslld", Kind::vector_shift, MANY(HPCAST_AVX, HPCAST_Y_ONE, "vpslld"));
  integer("vpshufd", Kind::shuffle, MANY(HPCAST_AVX, HPCAST_Y_ONE, "vpshufd"));
}

void add_slow_32_bytes(List& l) {
#define HPCAST_SLOW(suffix, precision)                                                     \
  l.chain("vdiv" suffix, Figure::both, Kind::float_divide, precision, y,                   \
          HPCAST_AVX(HPCAST_12("vdiv" suffix " %%ymm12,%%ymm0,%%ymm0\n\t")));              \
  l.each("vdiv" suffix, Kind::float_divide, precision, y,                                  \
         MANY(HPCAST_AVX, HPCAST_Y, "vdiv" suffix));                                       \
  l.chain("vsqrt" suffix " and vmul" suffix, Figure::both, Kind::float_root, precision, y, \
          WITH_MULTIPLY(HPCAST_AVX, HPCAST_Y_ITSELF, "vsqrt" suffix, HPCAST_Y_BY_FACTOR,   \
                        "vmul" suffix),                                                    \
          multiply_chain);                                                                 \
  l.each("vsqrt" suffix, Kind::float_root, precision, y,                                   \
         MANY(HPCAST_AVX, HPCAST_Y_UNARY, "vsqrt" suffix))
  HPCAST_SLOW("ps", single);
  HPCAST_SLOW("pd", twice);
#undef HPCAST_SLOW
}

void add_fused(List& l) {
  l.chain("vfmadd231sd", Figure::chained, Kind::float_fused, any, all,
          CHAIN(HPCAST_SSE, HPCAST_X_FUSED, "vfmadd231sd"));
  l.chain("vfmadd231sd and mulsd", Figure::latency, Kind::float_fused, any, all,
          WITH_MULTIPLY(HPCAST_SSE, HPCAST_X_FUSED, "vfmadd231sd", HPCAST_X, "mulsd"),
          multiply_chain);
  l.each("vfmadd231sd", Kind::float_fused, any, scalars,
         MANY(HPCAST_SSE, HPCAST_X_FUSED, "vfmadd231sd"));
  l.each("vfmadd231pd", Kind::float_fused, any, x, MANY(HPCAST_SSE, HPCAST_X_FUSED, "vfmadd231pd"));
  l.each("vfmadd231pd of 32 bytes", Kind::float_fused, any, y,
         MANY(HPCAST_AVX, HPCAST_Y_FUSED, "vfmadd231pd"));
}

}  // namespace

std::vector<InstructionBench> instruction_benches() {
  List l;
  add_general(l);
  add_divide(l);
  add_front_end(l);
  add_transfers(l);
  add_memory(l);
  add_float(l);
  add_slow_float(l);
  add_vector(l);
  if (__builtin_cpu_supports("avx2") != 0) {
    add_32_bytes(l);
    add_slow_32_bytes(l);
  }
  if (__builtin_cpu_supports("fma") != 0) add_fused(l);
  return std::move(l.benches);
}

}  // namespace hpcast::calibrate

#undef CHAIN
#undef MANY
#undef WITH_MULTIPLY

#else

namespace hpcast::calibrate {

std::vector<InstructionBench> instruction_benches() { return {}; }

}  // namespace hpcast::calibrate

#endif
