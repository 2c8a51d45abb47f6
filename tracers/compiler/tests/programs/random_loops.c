// Loops by chance, told as a whole or one reference after the other, as the argument says: what
// private caches ask for must be the same.   random_loops whole|each [LOOPS]
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// As the runtime has them (runtime/loops.cc, hooks.cc).
struct stream {
  uint64_t address, step, shape;
};
void __hpcast_loop(struct stream *streams, uint64_t count, uint64_t iterations, uint64_t made,
                   const uint64_t *kept);
void __hpcast_nontemporal(void *address, uint64_t bytes);
#define HOOKS(name)                                                                       \
  void __tsan_##name##1(void *), __tsan_unaligned_##name##2(void *),                      \
      __tsan_unaligned_##name##4(void *), __tsan_unaligned_##name##8(void *),             \
      __tsan_##name##16(void *), __tsan_##name##32(void *), __tsan_##name##64(void *);    \
  static void (*const name##s[])(void *) = {                                              \
      __tsan_##name##1,           __tsan_unaligned_##name##2, __tsan_unaligned_##name##4, \
      __tsan_unaligned_##name##8, __tsan_##name##16,          __tsan_##name##32,          \
      __tsan_##name##64};
HOOKS(read)
HOOKS(write)

static const uint64_t place = 0x100000000000;  // nothing is touched there
static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % n;
}

static struct stream by_chance(void) {
  static const int64_t steps[] = {0, 1, 2, 4, 8, 16, 24, 32, 63, 64, 72, 512, 4096, 32768};
  const uint64_t op = below(10) == 0 ? 2 : below(3) == 0, size = below(7);
  int64_t step = steps[below(sizeof steps / sizeof *steps)];
  if (below(4) == 0) step = -step;
  uint64_t address = place + (8 << 20) + below(4) * 4096 + below(5000);
  if (op == 2) {  // as processors want it
    step = (int64_t)((uint64_t)step >> size << size);
    address = address >> size << size;
  }
  return (struct stream){address, (uint64_t)step, op | size << 8};
}

static void refer(const struct stream *s, uint64_t i) {
  void *const address = (void *)(s->address + i * s->step);
  const unsigned size = s->shape >> 8 & 255;
  switch (s->shape & 255) {
    case 0:
      return reads[size](address);
    case 1:
      return writes[size](address);
    default:
      __hpcast_nontemporal(address, (uint64_t)1 << size);
  }
}

int main(int argc, char **argv) {
  const int is_whole = argc > 1 && argv[1][0] == 'w';
  const long loops = argc > 2 ? atol(argv[2]) : 20000;
  for (long n = 0; n < loops; ++n) {
    struct stream streams[12];
    const uint64_t count = 1 + below(below(3) == 0 ? 12 : 3),
                   latches = below(below(4) == 0 ? 700 : 60);
    const uint64_t made = below(count + 1);  // in the last one
    for (uint64_t k = 0; k < count; ++k) streams[k] = by_chance();
    if (is_whole) {
      __hpcast_loop(streams, count, latches, made, NULL);
      continue;
    }
    for (uint64_t i = 0; i <= latches; ++i)
      for (uint64_t k = 0; k < (i < latches ? count : made); ++k) refer(&streams[k], i);
  }
  return 0;
}
