// The loops that chase measures. Chains' pointers and the work's operands are registers: each loop
// is compiled for its number of chains, because an array of pointers would add a load and a store
// through memory to each link. 16 chains are more than x86-64 has registers for: a few are spilled.
#pragma once

#include "memory.h"

enum { max_chains = 32 };
// What a step's multiply-adds are: one after the other in floating point, four such rows side by
// side, one after the other in integers.
enum work_kind { serial_work, parallel_work, integer_work };

// The operands of the work.
struct work {
  long count;
  double sums[4];
  uint64_t integer;
};

// Sequential reads of an array of ones.
struct stream {
  const uint64_t* ones;
  long length, at;
  uint64_t per_step, credit;  // reads, in 1 / stream_unit
  uint64_t sum;
};
enum { stream_unit = 1 << 16 };

// All that a loop takes up where the one before it ended.
struct walk {
  struct node* at[max_chains];
  int chains;
  enum work_kind kind;
  int dependent;  // whether the work waits for the links, and the next links for the work
  struct work work;
  struct stream stream;
  uint64_t nothing;  // 0, but no compiler knows: what is masked with it must be waited for
};

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(enable)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif
#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Converges to 500 from anywhere, so it never gets denormal.
ALWAYS_INLINE double multiply_add(double sum) { return sum * 0.999 + 0.5; }

ALWAYS_INLINE void do_work(struct work* w, const enum work_kind kind) {
  if (kind == integer_work) {
    for (long i = 0; i < w->count; ++i) w->integer = w->integer * 0x5851f42d4c957f2d + 1;
  } else if (kind == serial_work) {
    for (long i = 0; i < w->count; ++i) w->sums[0] = multiply_add(w->sums[0]);
  } else {
    for (long i = 0; i < w->count; i += 4) {
      UNROLL
      for (int k = 0; k < 4; ++k) w->sums[k] = multiply_add(w->sums[k]);
    }
  }
}

// The work's operands wait for what `zero` was made of.
ALWAYS_INLINE void delay_work(struct work* w, uint64_t zero, const enum work_kind kind) {
  if (kind == integer_work) {
    w->integer += zero;
  } else {
    const double none = (double)(int64_t)zero;
    w->sums[0] += none;
    for (int k = 1; k < 4 && kind == parallel_work; ++k) w->sums[k] += none;
  }
}

// What nobody knows before the work has been done.
ALWAYS_INLINE uint64_t work_done(const struct work* w, const enum work_kind kind) {
  if (kind == integer_work) return w->integer;
  if (kind == serial_work) return (uint64_t)(int64_t)w->sums[0];
  return (uint64_t)(int64_t)(w->sums[0] + w->sums[1] + w->sums[2] + w->sums[3]);
}

// The step's share of the sequential reads.
ALWAYS_INLINE void read_stream(struct stream* s) {
  s->credit += s->per_step;
  uint64_t count = s->credit / stream_unit;
  s->credit %= stream_unit;
  for (; count > 0; --count) {
    s->sum += s->ones[s->at];
    if (++s->at == s->length) s->at = 0;
  }
}

// `chains` and what comes after it are constants, but for the kernel of any number of chains.
// Copies of the walk's parts, whose address nobody takes, can live in registers.
ALWAYS_INLINE void run_steps(struct walk* walk, long steps, const int chains,
                             const enum work_kind kind, const int dependent, const int streaming) {
  struct node* at[max_chains];
  struct work work = walk->work;
  struct stream stream = walk->stream;
  const uint64_t nothing = walk->nothing;
  UNROLL
  for (int c = 0; c < chains; ++c) at[c] = walk->at[c];
  for (long step = 0; step < steps; ++step) {
    uint64_t links = 0;
    UNROLL
    for (int c = 0; c < chains; ++c) {
      at[c] = at[c]->next;
      if (dependent) links ^= (uint64_t)(uintptr_t)at[c];
    }
    if (streaming) read_stream(&stream);
    if (dependent) delay_work(&work, links & nothing, kind);
    do_work(&work, kind);
    if (!dependent) continue;
    const uint64_t zero = work_done(&work, kind) & nothing;
    UNROLL
    for (int c = 0; c < chains; ++c) at[c] = (struct node*)((char*)at[c] + zero);
  }
  UNROLL
  for (int c = 0; c < chains; ++c) walk->at[c] = at[c];
  walk->work = work;
  walk->stream = stream;
}

ALWAYS_INLINE void run_mixture(struct walk* walk, long steps, const int chains,
                               const enum work_kind kind) {
  const int streaming = walk->stream.per_step > 0;
  if (walk->dependent && streaming)
    run_steps(walk, steps, chains, kind, 1, 1);
  else if (walk->dependent)
    run_steps(walk, steps, chains, kind, 1, 0);
  else if (streaming)
    run_steps(walk, steps, chains, kind, 0, 1);
  else
    run_steps(walk, steps, chains, kind, 0, 0);
}

ALWAYS_INLINE void run_chains(struct walk* walk, long steps, const int chains) {
  if (walk->kind == serial_work)
    run_mixture(walk, steps, chains, serial_work);
  else if (walk->kind == parallel_work)
    run_mixture(walk, steps, chains, parallel_work);
  else
    run_mixture(walk, steps, chains, integer_work);
}

static void run_1(struct walk* walk, long steps) { run_chains(walk, steps, 1); }
static void run_2(struct walk* walk, long steps) { run_chains(walk, steps, 2); }
static void run_4(struct walk* walk, long steps) { run_chains(walk, steps, 4); }
static void run_8(struct walk* walk, long steps) { run_chains(walk, steps, 8); }
static void run_16(struct walk* walk, long steps) { run_chains(walk, steps, 16); }
static void run_any(struct walk* walk, long steps) { run_chains(walk, steps, walk->chains); }

// The loop for so many chains.
static void (*kernel_for(int chains))(struct walk*, long) {
  switch (chains) {
    case 1:
      return run_1;
    case 2:
      return run_2;
    case 4:
      return run_4;
    case 8:
      return run_8;
    case 16:
      return run_16;
    default:
      return run_any;
  }
}
