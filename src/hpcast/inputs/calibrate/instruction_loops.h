// Loops of x86-64 instructions as text for the assembler. Only instruction_bench.cc includes this.
#pragma once

// What registers hold before a loop: rbx the operands, ecx and rsi a divisor and dividend, edx 0.
#define HPCAST_GENERAL_START                                          \
  "mov $1,%%eax\n\t"                                                  \
  "mov $7,%%ecx\n\t"                                                  \
  "xor %%edx,%%edx\n\t"                                               \
  "mov $1000003,%%esi\n\t"                                            \
  "mov $1,%%edi\n\tmov $1,%%r8d\n\tmov $1,%%r9d\n\tmov $1,%%r10d\n\t" \
  "movabs $1000000000039,%%r11\n\t"
#define HPCAST_FROM(insn, file, offset, i) insn " " #offset "(%%rbx),%%" file #i "\n\t"
#define HPCAST_VECTOR_START(insn, file) \
  HPCAST_FROM(insn, file, 64, 0)        \
  HPCAST_FROM(insn, file, 64, 1)        \
  HPCAST_FROM(insn, file, 64, 2)        \
  HPCAST_FROM(insn, file, 64, 3)        \
  HPCAST_FROM(insn, file, 64, 4)        \
  HPCAST_FROM(insn, file, 64, 5)        \
  HPCAST_FROM(insn, file, 64, 6)        \
  HPCAST_FROM(insn, file, 64, 7)        \
  HPCAST_FROM(insn, file, 64, 8)        \
  HPCAST_FROM(insn, file, 64, 9)        \
  HPCAST_FROM(insn, file, 64, 10)       \
  HPCAST_FROM(insn, file, 64, 11) HPCAST_FROM(insn, file, 128, 12) HPCAST_FROM(insn, file, 192, 13)

#define HPCAST_LOOP(start, body, end)                                                              \
  [](std::uint64_t turns, Operands& operands) {                                                    \
    void* address = &operands;                                                                     \
    asm volatile(start ".p2align 5\n\t1:\n\t" body "dec %[turns]\n\tjnz 1b\n\t" end                \
                 : [turns] "+r"(turns), "+b"(address)                                              \
                 :                                                                                 \
                 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc", "memory",    \
                   "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", \
                   "xmm10", "xmm11", "xmm12", "xmm13");                                            \
  }
#define HPCAST_GENERAL(body) HPCAST_LOOP(HPCAST_GENERAL_START, body, "")
#define HPCAST_SSE(body) \
  HPCAST_LOOP(HPCAST_GENERAL_START HPCAST_VECTOR_START("movaps", "xmm"), body, "")
#define HPCAST_AVX(body) \
  HPCAST_LOOP(HPCAST_GENERAL_START HPCAST_VECTOR_START("vmovaps", "ymm"), body, "vzeroupper\n\t")

// A body several times.
#define HPCAST_4(body) body body body body
#define HPCAST_12(body) HPCAST_4(body) HPCAST_4(body) HPCAST_4(body)
#define HPCAST_48(body) HPCAST_12(HPCAST_4(body))

// `form`(instruction, register) for one register after another.
#define HPCAST_EACH_GENERAL(form, insn)                                                     \
  form(insn, "rax") form(insn, "rcx") form(insn, "rdx") form(insn, "rsi") form(insn, "rdi") \
      form(insn, "r8") form(insn, "r9") form(insn, "r10")
#define HPCAST_EACH_VECTOR(form, insn)                                                \
  form(insn, 0) form(insn, 1) form(insn, 2) form(insn, 3) form(insn, 4) form(insn, 5) \
      form(insn, 6) form(insn, 7) form(insn, 8) form(insn, 9) form(insn, 10) form(insn, 11)

// Forms: on one register each, with operands that do not change.
#define HPCAST_BY_R11(insn, r) insn " %%r11,%%" r "\n\t"
#define HPCAST_BY_ONE(insn, r) insn " $1,%%" r "\n\t"
#define HPCAST_ITSELF(insn, r) insn " %%" r ",%%" r "\n\t"
#define HPCAST_X(insn, i) insn " %%xmm12,%%xmm" #i "\n\t"
#define HPCAST_X_ONE(insn, i) insn " $1,%%xmm" #i "\n\t"
#define HPCAST_X_ONE_ITSELF(insn, i) insn " $1,%%xmm" #i ",%%xmm" #i "\n\t"
#define HPCAST_X_ITSELF(insn, i) insn " %%xmm" #i ",%%xmm" #i "\n\t"
#define HPCAST_X_BY_FACTOR(insn, i) insn " %%xmm13,%%xmm" #i "\n\t"
#define HPCAST_X_FUSED(insn, i) insn " %%xmm12,%%xmm13,%%xmm" #i "\n\t"
#define HPCAST_Y(insn, i) insn " %%ymm12,%%ymm" #i ",%%ymm" #i "\n\t"
#define HPCAST_Y_ONE(insn, i) insn " $1,%%ymm" #i ",%%ymm" #i "\n\t"
#define HPCAST_Y_ITSELF(insn, i) insn " %%ymm" #i ",%%ymm" #i "\n\t"
#define HPCAST_Y_UNARY(insn, i) insn " %%ymm12,%%ymm" #i "\n\t"
#define HPCAST_Y_BY_FACTOR(insn, i) insn " %%ymm13,%%ymm" #i ",%%ymm" #i "\n\t"
#define HPCAST_Y_FUSED(insn, i) insn " %%ymm12,%%ymm13,%%ymm" #i "\n\t"

// Loads and stores of a line of operands each, `scratch` for stores.
#define HPCAST_8_LOADS(insn)                                                                  \
  insn " 256(%%rbx),%%rax\n\t" insn " 264(%%rbx),%%rcx\n\t" insn " 272(%%rbx),%%rdx\n\t" insn \
       " 280(%%rbx),%%rsi\n\t" insn " 288(%%rbx),%%rdi\n\t" insn " 296(%%rbx),%%r8\n\t" insn  \
       " 304(%%rbx),%%r9\n\t" insn " 312(%%rbx),%%r10\n\t"
#define HPCAST_8_STORES                                                          \
  "mov %%rax,256(%%rbx)\n\tmov %%rax,264(%%rbx)\n\tmov %%rax,272(%%rbx)\n\tmov " \
  "%%rax,280(%%rbx)\n\tmov %%rax,288(%%rbx)\n\tmov %%rax,296(%%rbx)\n\tmov "     \
  "%%rax,304(%%rbx)\n\tmov %%rax,312(%%rbx)\n\t"
#define HPCAST_4_VECTOR_LOADS(insn, file)                                                          \
  insn " 256(%%rbx),%%" file "0\n\t" insn " 320(%%rbx),%%" file "1\n\t" insn " 384(%%rbx),%%" file \
       "2\n\t" insn " 448(%%rbx),%%" file "3\n\t"
#define HPCAST_4_VECTOR_STORES(insn, file)                                              \
  insn " %%" file "0,256(%%rbx)\n\t" insn " %%" file "0,320(%%rbx)\n\t" insn " %%" file \
       "0,384(%%rbx)\n\t" insn " %%" file "0,448(%%rbx)\n\t"

// Eight words of vector registers side by side, `shift` bytes further.
#define HPCAST_8_WORD_LOADS(shift)                                                       \
  "movsd " shift "256(%%rbx),%%xmm0\n\tmovsd " shift "264(%%rbx),%%xmm1\n\tmovsd " shift \
  "272(%%rbx),%%xmm2\n\tmovsd " shift "280(%%rbx),%%xmm3\n\tmovsd " shift                \
  "288(%%rbx),%%xmm4\n\tmovsd " shift "296(%%rbx),%%xmm5\n\tmovsd " shift                \
  "304(%%rbx),%%xmm6\n\tmovsd " shift "312(%%rbx),%%xmm7\n\t"
#define HPCAST_8_WORD_STORES(shift)                                                             \
  "movsd %%xmm0," shift "256(%%rbx)\n\tmovsd %%xmm0," shift "264(%%rbx)\n\tmovsd %%xmm0," shift \
  "272(%%rbx)\n\tmovsd %%xmm0," shift "280(%%rbx)\n\tmovsd %%xmm0," shift                       \
  "288(%%rbx)\n\tmovsd %%xmm0," shift "296(%%rbx)\n\tmovsd %%xmm0," shift                       \
  "304(%%rbx)\n\tmovsd %%xmm0," shift "312(%%rbx)\n\t"

// A step of a random sequence in rax, and a branch by the bits of it that r8 names.
#define HPCAST_RANDOM_BRANCH                                \
  "mov %%rax,%%rcx\n\tshl $13,%%rcx\n\txor %%rcx,%%rax\n\t" \
  "mov %%rax,%%rcx\n\tshr $7,%%rcx\n\txor %%rcx,%%rax\n\t"  \
  "mov %%rax,%%rcx\n\tshl $17,%%rcx\n\txor %%rcx,%%rax\n\t" \
  "test %%r8,%%rax\n\tjz 2f\n\tadd $1,%%r9\n\t2:\n\t"
#define HPCAST_BRANCHES(bits)                                                                  \
  HPCAST_LOOP("mov 8(%%rbx),%%rax\n\tmov $" bits ",%%r8d\n\t", HPCAST_4(HPCAST_RANDOM_BRANCH), \
              "mov %%rax,8(%%rbx)\n\t")
