// Calls every hook of the GCC plugin's with all registers filled, and says which of them have
// changed. Compiled without the tracer.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15, general_registers };
enum { vectors = 16, lanes = 8 };

uint64_t general_before[general_registers], general_after[general_registers];
uint64_t vectors_before[vectors][lanes], vectors_after[vectors][lanes];
void (*hook)(void);

// With vectors of 128 bits, of 256 and of 512: the registers as they are before, the hook, and as
// they are after.
void call_hook(void), call_hook_avx(void), call_hook_avx512(void);
__asm__(
    ".text\n"
    ".macro each_general take\n"
    ".set at, 0\n"
    ".irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15\n"
    ".if \\take\n mov %\\register, general_after + at(%rip)\n"
    ".else\n mov general_before + at(%rip), %\\register\n .endif\n"
    ".set at, at + 8\n"
    ".endr\n"
    ".endm\n"
    ".macro each_vector take, move, kind\n"
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
    ".if \\take\n \\move %\\kind\\n, vectors_after + 64 * \\n(%rip)\n"
    ".else\n \\move vectors_before + 64 * \\n(%rip), %\\kind\\n\n .endif\n"
    ".endr\n"
    ".endm\n"
    ".macro caller name, move, kind\n"
    ".globl \\name\n"
    "\\name:\n"
    ".irp register, rbx, rbp, r12, r13, r14, r15\n push %\\register\n .endr\n"
    "sub $8, %rsp\n"
    "each_vector 0, \\move, \\kind\n"
    "each_general 0\n"
    "call *hook(%rip)\n"
    "each_general 1\n"
    "each_vector 1, \\move, \\kind\n"
    "add $8, %rsp\n"
    ".irp register, r15, r14, r13, r12, rbp, rbx\n pop %\\register\n .endr\n"
    "ret\n"
    ".endm\n"
    "caller call_hook, movups, xmm\n"
    "caller call_hook_avx, vmovups, ymm\n"
    "caller call_hook_avx512, vmovups, zmm\n");

// A kind of hooks: what the processor must have, and 8 bytes of each vector that it keeps.
struct kind {
  int is_there;
  void (*call)(void);
  unsigned kept_lanes;
};
static struct kind kinds[] = {{1, call_hook, 2}, {0, call_hook_avx, 4}, {0, call_hook_avx512, 8}};
enum { kinds_of_hooks = sizeof kinds / sizeof *kinds };
static unsigned calls, changes;

static void compare(const char *name, unsigned kept_lanes) {
  ++calls;
  int changed = memcmp(general_before, general_after, sizeof general_before) != 0;
  for (unsigned i = 0; i < vectors; ++i)
    changed |= memcmp(vectors_before[i], vectors_after[i], kept_lanes * sizeof(uint64_t)) != 0;
  changes += changed;
  if (changed) printf("%s: registers have changed\n", name);
}

static void fill(void) {
  static uint64_t state = 88172645463325252u;
  uint64_t *const words[] = {general_before, vectors_before[0]};
  const unsigned counts[] = {general_registers, vectors * lanes};
  for (unsigned k = 0; k < 2; ++k)
    for (unsigned i = 0; i < counts[k]; ++i) words[k][i] = state = state * 6364136223846793005u + 1;
}

static void try_hook(const char *name, void (*const hooks[])(void), const void *first,
                     uint64_t second, uint64_t third, uint64_t fourth, uint64_t fifth) {
  for (unsigned i = 0; i < kinds_of_hooks; ++i) {
    if (!kinds[i].is_there) continue;
    fill();
    general_before[rdi] = general_before[r11] = (uint64_t)first;
    general_before[rsi] = second;
    general_before[rdx] = third;
    general_before[rcx] = fourth;
    general_before[r8] = fifth;
    hook = hooks[i];
    memset(general_after, 0, sizeof general_after);
    memset(vectors_after, 0, sizeof vectors_after);
    kinds[i].call();
    compare(name, kinds[i].kept_lanes);
  }
}

#define TRY(name, ...)                                                                            \
  do {                                                                                            \
    extern void __hpcast_##name(void), __hpcast_avx_##name(void), __hpcast_avx512_##name(void);   \
    void (*const hooks[])(void) = {__hpcast_##name, __hpcast_avx_##name, __hpcast_avx512_##name}; \
    try_hook(#name, hooks, __VA_ARGS__);                                                          \
  } while (0)

static char memory[1 << 20];

// Misses, hits of the line used last and of those before, and lines that are crossed.
#define TRY_REFERENCES(name)                                                           \
  for (unsigned i = 0; i < 4000; ++i) {                                                \
    static const unsigned next[] = {0, 32768, 65536, 98304, 131072, 40};               \
    TRY(name, memory + i / 64 * 64 + next[i % 6] + (i % 7 == 0 ? 60 : 0), 0, 0, 0, 0); \
  }
#define TRY_SIZES(op)     \
  TRY_REFERENCES(op##1);  \
  TRY_REFERENCES(op##2);  \
  TRY_REFERENCES(op##4);  \
  TRY_REFERENCES(op##8);  \
  TRY_REFERENCES(op##16); \
  TRY_REFERENCES(op##32); \
  TRY_REFERENCES(op##64)

// As runtime/loop_table.h has them: one stream of 8 bytes that are read.
static uint64_t stream[2] = {(uint64_t)memory, 8};
static const uint64_t table[] = {1,         0, 1, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0,
                                 0,         0,                                   // an iteration
                                 0,         0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // its exit
                                 0 | 3 << 8};

// As runtime/code_pieces.h has them, of one instruction that does nothing (blocks/description.h).
static const uint64_t description[] = {1 | 1 << 8 | 4 << 16, 1ull << 48, 0, 0};
static uint64_t function;
static uint64_t record[5] = {0, 1};

int main(void) {
  record[2] = (uint64_t)description - (uint64_t)record;
  record[3] = (uint64_t)&function - (uint64_t)record;
  kinds[1].is_there = __builtin_cpu_supports("avx") != 0;
  kinds[2].is_there = __builtin_cpu_supports("avx512f") != 0;
  TRY_SIZES(read);
  TRY_SIZES(write);
  TRY_SIZES(unaligned_read);
  TRY_SIZES(unaligned_write);
  for (unsigned i = 0; i < 200; ++i) {
    TRY(func_entry, NULL, 0, 0, 0, 0);
    TRY(landed, NULL, 0, 0, 0, 0);
    TRY(func_exit, NULL, 0, 0, 0, 0);
    TRY(read_range, memory + 100 * i, 130, 0, 0, 0);
    TRY(write_range, memory + 100 * i, 130, 0, 0, 0);
    TRY(fill, memory + 100 * i, 130, 0, 0, 0);
    TRY(piece, record, 0, 0, 0, 0);
    TRY(copy, memory + 100 * i, (uint64_t)memory + 500000, 77, 0, 0);
    TRY(nontemporal, memory + 64 * i, 16, 0, 0, 0);
    TRY(lanes_read, memory + 100 * i, 0, 0, 4 | 8 << 8, 0);
    TRY(lanes_write, memory + 100 * i, 0, 0, 4 | 8 << 8, 0);
    TRY(loop, stream, (uint64_t)table, 1000, 0, 0);
  }
  printf("%u calls, %u of them have changed registers\n", calls, changes);
  return changes != 0;
}
