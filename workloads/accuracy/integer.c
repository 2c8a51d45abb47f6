// Bound by the core: integers, branches, small tables.
#include <string.h>

#include "kernels.h"

static long n, turns;
static uint32_t *u, *v, *table;
static uint8_t *text, *pattern;

static double low_bits(uint64_t x) { return (double)(x & 0xffffff); }

static void init_count(long size, long t) {
  n = size;
  turns = t;
}

static void init_words(long size, long t) {
  init_count(size, t);
  u = words(n, 1u << 31);
  v = words(n, 1u << 31);
}

// A chain of dependent additions.
static double adds(void) {
  uint64_t x = 1, y = (uint64_t)turns;
  for (long i = 0; i < n; ++i) {
    x += y;
    y += x;
  }
  return low_bits(x);
}

static double xorshift(void) {
  uint64_t x = 88172645463325252u;
  for (long i = 0; i < n; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return low_bits(x);
}

static double lcg(void) {
  uint64_t x = 1;
  for (long i = 0; i < n; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
  return low_bits(x >> 20);
}

// Independent multiplications and shifts: the last steps of a hash function.
static NOINLINE uint64_t mix_all(void) {
  uint64_t sum = 0;
  for (long i = 0; i < n; ++i) {
    uint64_t x = u[i] | (uint64_t)v[i] << 32;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
    sum += x ^ x >> 33;
  }
  return sum;
}
static double mix(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += mix_all();
    next_turn();
  }
  return low_bits(sum);
}

static void init_crc(long size, long t) {
  init_count(size, t);
  text = bytes(n, 256);
  table = words(256, 1);
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}
static NOINLINE uint32_t crc_of(uint32_t crc) {
  for (long i = 0; i < n; ++i) crc = table[(crc ^ text[i]) & 255] ^ crc >> 8;
  return crc;
}
static double crc(void) {
  uint32_t c = ~0u;
  for (long t = 0; t < turns; ++t) c = crc_of(c);
  return low_bits(c);
}

static double collatz(void) {
  uint64_t steps = 0;
  for (uint64_t i = 1; i < (uint64_t)n; ++i)
    for (uint64_t x = i; x != 1; ++steps) x = x & 1 ? 3 * x + 1 : x >> 1;
  return low_bits(steps);
}

// Branches that nobody can predict: which of two lists takes a value. Of a longer list than a
// predictor learns by heart, in each turn other values.
enum { partition_turns = 20 };
static uint32_t* part;
static void init_partition(long size, long t) {
  n = size;
  turns = t;
  part = u = words(partition_turns * n, 1u << 31);
  v = words(n, 1u << 31);
}
static NOINLINE uint64_t partition_part(uint32_t pivot) {
  uint32_t* low = v;
  uint64_t rest = 0;
  for (long i = 0; i < n; ++i) {
    if (part[i] < pivot)
      *low++ = part[i];
    else
      rest = rest * 3 + part[i];
  }
  return rest + (uint64_t)(low - v);
}
static double partition(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += partition_part((1u << 30) + (uint32_t)t);
    part += n;
    if (part == u + partition_turns * n) part = u;
  }
  return low_bits(sum);
}

static void init_sorted(long size, long t) {
  init_count(size, t);
  u = words(n, 1);
  v = words(t, 1u << 31);
  for (long i = 0; i < n; ++i) u[i] = (uint32_t)((1u << 31) / n * i);
}
static double bsearch_all(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t) {
    long low = 0, high = n;
    while (low < high) {
      const long middle = (low + high) / 2;
      if (u[middle] < v[t])
        low = middle + 1;
      else
        high = middle;
    }
    sum += (uint64_t)low;
  }
  return low_bits(sum);
}

static void insertion_sort(uint32_t* a, long count) {
  for (long i = 1; i < count; ++i) {
    const uint32_t x = a[i];
    long j = i;
    for (; j > 0 && a[j - 1] > x; --j) a[j] = a[j - 1];
    a[j] = x;
  }
}
static void sort(uint32_t* a, long count) {
  while (count > 16) {
    const uint32_t pivot = a[count / 2];
    long i = 0, j = count - 1;
    for (;;) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i >= j) break;
      const uint32_t moved = a[i];
      a[i++] = a[j];
      a[j--] = moved;
    }
    sort(a, i);
    a += i;
    count -= i;
  }
  insertion_sort(a, count);
}
static double quicksort(void) {
  memcpy(v, u, n * sizeof *v);
  sort(v, n);
  uint64_t sum = 0;
  for (long i = 1; i < n; ++i) sum += v[i - 1] <= v[i] ? v[i] * (uint64_t)i : (uint64_t)n << 40;
  return low_bits(sum);
}

// Bits counted by masks and shifts, without an instruction for it.
static NOINLINE uint64_t bits_of_all(void) {
  uint64_t sum = 0;
  for (long i = 0; i < n; ++i) {
    uint64_t x = u[i] * 0x9e3779b97f4a7c15u;
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    sum += x * 0x0101010101010101u >> 56;
  }
  return sum;
}
static double popcount(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t) {
    sum += bits_of_all();
    next_turn();
  }
  return low_bits(sum);
}

static void init_strings(long size, long t) {
  init_count(size, t);
  text = bytes(n, 4);
  pattern = bytes(n, 4);
  u = words(n + 1, 1);
}
// Longest common subsequence of two strings, a row at a time.
static double lcs(void) {
  memset(u, 0, (n + 1) * sizeof *u);
  for (long i = 0; i < n; ++i) {
    uint32_t diagonal = 0;
    for (long j = 1; j <= n; ++j) {
      const uint32_t above = u[j], left = u[j - 1];
      const uint32_t longer = above > left ? above : left;
      u[j] = text[i] == pattern[j - 1] ? diagonal + 1 : longer;
      diagonal = above;
    }
  }
  return u[n];
}

// 64-bit divisions, each of its own.
static double modulo(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n; ++i) sum += ((uint64_t)u[i] << 24) % (v[i] | 1);
  return low_bits(sum);
}

static double gcd(void) {
  uint64_t sum = 0;
  for (long i = 0; i < n; ++i) {
    uint32_t a = u[i], b = v[i];
    while (b) {
      const uint32_t rest = a % b;
      a = b;
      b = rest;
    }
    sum += a;
  }
  return low_bits(sum);
}

static NOINLINE long fibonacci(long k) { return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2); }
static double recursion(void) { return low_bits((uint64_t)fibonacci(n)); }

// A machine of eight instructions, interpreted: a jump whose target depends on the program.
static void init_interpreter(long size, long t) {
  init_count(size, t);
  text = bytes(n, 8);
}
static double interpreter(void) {
  uint64_t a = 1, b = 2, memory[16] = {0};
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n; ++i) switch (text[i]) {
        case 0:
          a += b;
          break;
        case 1:
          b ^= a >> 3;
          break;
        case 2:
          memory[a & 15] = b;
          break;
        case 3:
          b = memory[b & 15] + 1;
          break;
        case 4:
          a = a * 5 + 1;
          break;
        case 5:
          a ^= b << 7;
          break;
        case 6:
          b -= a;
          break;
        default:
          a = memory[i & 15] ^ b;
      }
  return low_bits(a ^ b);
}

// How many words a text has, and how long they are: bytes by class.
static void init_text(long size, long t) {
  init_count(size, t);
  text = bytes(n, 256);
  for (long i = 0; i < n; ++i) text[i] = text[i] < 45 ? ' ' : (uint8_t)('a' + text[i] % 26);
  table = words(256, 1);
  for (int c = 0; c < 256; ++c) table[c] = c >= 'a' && c <= 'z';
}
static double count_words(void) {
  uint64_t sum = 0;
  for (long t = 0; t < turns; ++t) {
    long begin = -1;
    for (long i = 0; i < n; ++i) {
      if (table[text[i]]) {
        if (begin < 0) begin = i;
      } else if (begin >= 0) {
        sum += (uint64_t)((i - begin) * (i - begin) + 1);
        begin = -1;
      }
    }
    next_turn();
  }
  return low_bits(sum);
}

// All ways to place queens that do not attack each other, by bit masks.
static uint64_t place(uint32_t free_columns, uint32_t left, uint32_t right) {
  uint64_t ways = 0;
  if (free_columns == 0) return 1;
  for (uint32_t places = free_columns & ~(left | right); places; places &= places - 1) {
    const uint32_t here = places & -places;
    ways += place(free_columns ^ here, (left | here) << 1, (right | here) >> 1);
  }
  return ways;
}
static double queens(void) { return low_bits(place((1u << n) - 1, 0, 0)); }

// A binary heap: everything in, everything out again.
static void push(uint32_t* heap, long at, uint32_t x) {
  for (; at > 0 && heap[(at - 1) / 2] > x; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = x;
}
static uint32_t pop(uint32_t* heap, long count) {
  const uint32_t top = heap[0], x = heap[count - 1];
  long at = 0;
  for (long child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && heap[child + 1] < heap[child]) ++child;
    if (heap[child] >= x) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = x;
  return top;
}
static double heap(void) {
  uint64_t sum = 0;
  for (long i = 0; i < n; ++i) push(v, i, u[i]);
  for (long i = n; i > 0; --i) sum = sum * 3 + pop(v, i);
  return low_bits(sum);
}

const struct kernel integer_kernels[] = {
    {"adds", core_bound, o2, 0, init_count, adds, 3000000, 2},
    {"xorshift", core_bound, o2, 0, init_count, xorshift, 1000000, 1},
    {"lcg", core_bound, o3, 0, init_count, lcg, 1500000, 1},
    {"mix", core_bound, o2 | o3 | o3_v3, 0, init_words, mix, 1024, 1500},
    {"crc", core_bound, o2, 0, init_crc, crc, 8192, 100},
    {"collatz", core_bound, o2 | o3_v3, 0, init_count, collatz, 12000, 1},
    {"partition", core_bound, o2 | o3, 0, init_partition, partition, 50000, 10},
    {"bsearch", core_bound, o2 | o3_v3, 0, init_sorted, bsearch_all, 4096, 50000},
    {"quicksort", core_bound, o2 | o3, 0, init_words, quicksort, 30000, 1},
    {"popcount", core_bound, o2 | o3 | o3_v3, 0, init_words, popcount, 2048, 600},
    {"lcs", core_bound, o2 | o3, 0, init_strings, lcs, 1500, 1},
    {"modulo", core_bound, o2, 0, init_words, modulo, 1024, 400},
    {"gcd", core_bound, o2_v3, 0, init_words, gcd, 20000, 1},
    {"recursion", core_bound, o2 | o3, 0, init_count, recursion, 28, 1},
    {"interpreter", core_bound, o2, 0, init_interpreter, interpreter, 200000, 2},
    {"words", core_bound, o2 | o3_v3, 0, init_text, count_words, 200000, 3},
    {"queens", core_bound, o2 | o3, 0, init_count, queens, 11, 1},
    {"heap", core_bound, o2, 0, init_words, heap, 20000, 1},
    {0}};
