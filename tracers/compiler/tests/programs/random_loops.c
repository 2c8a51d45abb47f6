// Loops by chance, told as a whole or one reference after the other, as the argument says: what
// private caches ask for must be the same.   random_loops whole|each [LOOPS]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// As the runtime has them (runtime/loop_table.h, counts.h, hooks.cc).
enum { most_streams = 12, most_kept = 128, operation_words = 11 };
struct stream {
  uint64_t address, step;
};
struct exit {
  uint64_t streams, pieces, counts[operation_words];
};
struct table {
  uint64_t streams, kept, exits, pieces, iteration[operation_words];
  struct exit exit[2];
  uint64_t shapes[most_streams];
};
void __hpcast_loop(struct stream *streams, const struct table *table, uint64_t iterations,
                   uint64_t exit, const uint64_t *kept);
void __hpcast_nontemporal(void *address, uint64_t bytes);
#define HOOKS(name)                                                                               \
  void __hpcast_##name##1(void), __hpcast_unaligned_##name##2(void),                              \
      __hpcast_unaligned_##name##4(void), __hpcast_unaligned_##name##8(void),                     \
      __hpcast_unaligned_##name##16(void), __hpcast_unaligned_##name##32(void),                   \
      __hpcast_unaligned_##name##64(void);                                                        \
  static void (*const name##s[])(void) = {                                                        \
      __hpcast_##name##1,           __hpcast_unaligned_##name##2,  __hpcast_unaligned_##name##4,  \
      __hpcast_unaligned_##name##8, __hpcast_unaligned_##name##16, __hpcast_unaligned_##name##32, \
      __hpcast_unaligned_##name##64};
HOOKS(read)
HOOKS(write)

// As the plugin calls them: the address in a register of its own.
static void call(void (*hook)(void), void *address) {
  register void *in_r11 __asm__("r11") = address;
  __asm__ volatile("call *%0" : : "r"(hook), "r"(in_r11) : "memory", "cc");
}

static const uint64_t place = 0x100000000000;  // nothing is touched there
static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % n;
}

// Of what is kept in each iteration, a stream adds one value to its address, so many times, or
// nothing. `number`: the stream's.
static struct stream by_chance(uint64_t kept, uint64_t number, uint64_t *shape) {
  static const int64_t steps[] = {0, 1, 2, 4, 8, 16, 24, 32, 63, 64, 72, 512, 4096, 32768};
  const uint64_t op = below(10) == 0 ? 2 : below(3) == 0, size = below(7);
  int64_t step = steps[below(sizeof steps / sizeof *steps)];
  if (below(4) == 0) step = -step;
  uint64_t address = place + (8 << 20) + below(4) * 4096 + below(5000);
  *shape = op | size << 8 | number << 18;
  if (op == 2) {  // as processors want it
    step = (int64_t)((uint64_t)step >> size << size);
    address = address >> size << size;
  } else if (kept > 0 && below(2) == 0) {
    static const int32_t times[] = {1, 8, -8, 24};
    const uint64_t which = below(kept);
    *shape |= 1 << 16 | which << 24 | (uint64_t)(uint32_t)times[below(4)] << 32;
  }
  if (below(12) == 0) *shape |= 1 << 17;  // it is gone
  return (struct stream){address, (uint64_t)step};
}

static void refer(const struct stream *s, uint64_t shape, uint64_t i, const uint64_t *kept) {
  if ((shape >> 17 & 1) != 0) return;
  uint64_t place = s->address + i * s->step;
  if ((shape >> 16 & 1) != 0) place += (int64_t)((int64_t)shape >> 32) * kept[shape >> 24 & 255];
  void *const address = (void *)place;
  const unsigned size = shape >> 8 & 255;
  switch (shape & 3) {
    case 0:
      return call(reads[size], address);
    case 1:
      return call(writes[size], address);
    default:
      __hpcast_nontemporal(address, (uint64_t)1 << size);
  }
}

// The last iteration is left at the table's first exit. As many iterations at once as values are
// kept of.
static void tell(struct stream *streams, const struct table *table, uint64_t latches,
                 const uint64_t *kept) {
  const uint64_t most = table->kept == 0 ? latches + 1 : most_kept / table->kept;
  for (; latches >= most; latches -= most, kept += most * table->kept)
    __hpcast_loop(streams, table, most, 1, kept);
  __hpcast_loop(streams, table, latches, 0, table->kept == 0 ? NULL : kept);
}

int main(int argc, char **argv) {
  const int is_whole = argc > 1 && argv[1][0] == 'w';
  const long loops = argc > 2 ? atol(argv[2]) : 20000;
  for (long n = 0; n < loops; ++n) {
    struct stream streams[most_streams];
    static uint64_t kept[2 * 800];
    struct table table = {.exits = 2};
    table.streams = 1 + below(below(3) == 0 ? most_streams : 3);
    table.kept = below(3) == 0 ? 1 + below(2) : 0;
    const uint64_t latches = below(below(4) == 0 ? 700 : 60);
    table.exit[0].streams = below(table.streams + 1);
    const uint64_t first = below(table.streams);
    for (uint64_t k = 0; k < table.streams; ++k)
      streams[(k + first) % table.streams] =
          by_chance(table.kept, (k + first) % table.streams, &table.shapes[k]);
    for (uint64_t k = 1; k < table.streams; ++k)  // where it has been in the same iteration
      if (below(8) == 0) table.shapes[k] = table.shapes[below(k)] | 1 << 7;
    for (uint64_t i = 0; i < (latches + 1) * table.kept; ++i) kept[i] = below(5000);
    if (is_whole) {
      tell(streams, &table, latches, kept);
      continue;
    }
    for (uint64_t i = 0; i <= latches; ++i)
      for (uint64_t k = 0; k < (i < latches ? table.streams : table.exit[0].streams); ++k)
        refer(&streams[table.shapes[k] >> 18 & 63], table.shapes[k], i, kept + i * table.kept);
  }
  return 0;
}
