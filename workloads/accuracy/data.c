// Work on data as whole programs: joins, sorting, graphs, clusters, compression, tokens, pages.
#include <string.h>
#include <sys/mman.h>

#include "kernels.h"

static long n, turns;
static uint32_t* u;
static uint8_t* text;

// Hash join: a table of open addresses, half full, asked for keys of which half are there.
static uint32_t *table, mask;
static long begin;
static uint32_t slot_of(uint32_t key) { return (key * 2654435761u) >> 7 & mask; }
static void init_join(long size, long t) {
  n = size;
  turns = t;
  mask = (uint32_t)(2 * n - 1);
  table = words(2 * n, 1);
  u = words(4 * turns, (uint32_t)(2 * n));
  for (long i = 0; i < n; ++i) {
    const uint32_t key = (uint32_t)(2 * i + 1);
    uint32_t at = slot_of(key);
    while (table[at]) at = (at + 1) & mask;
    table[at] = key;
  }
}
static double join(void) {
  long found = 0;
  begin = (begin + turns) % (4 * turns);
  for (long t = begin; t < begin + turns; ++t) {
    uint32_t at = slot_of(u[t]);
    while (table[at] && table[at] != u[t]) at = (at + 1) & mask;
    found += table[at] != 0;
  }
  return (double)found;
}

static uint64_t *keys, *sorted, *spare;
static void init_keys(long size, long t) {
  n = size;
  turns = t;
  u = words(n, 1u << 31);
  keys = page_aligned(n * sizeof *keys);
  sorted = page_aligned(n * sizeof *sorted);
  spare = page_aligned(n * sizeof *spare);
  for (long i = 0; i < n; ++i) {
    keys[i] = (uint64_t)u[i] << 20 | (uint64_t)i;
    sorted[i] = spare[i] = 0;
  }
}
static void merge(const uint64_t* from, uint64_t* to, long low, long middle, long high) {
  long i = low, j = middle;
  for (long k = low; k < high; ++k)
    to[k] = i < middle && (j >= high || from[i] <= from[j]) ? from[i++] : from[j++];
}
static double mergesort(void) {
  uint64_t *from = sorted, *to = spare;
  memcpy(from, keys, n * sizeof *keys);
  for (long width = 1; width < n; width *= 2) {
    for (long low = 0; low < n; low += 2 * width) {
      const long middle = low + width < n ? low + width : n;
      merge(from, to, low, middle, middle + width < n ? middle + width : n);
    }
    uint64_t* const moved = from;
    from = to;
    to = moved;
  }
  uint64_t sum = 0;
  for (long i = 1; i < n; ++i)
    sum += from[i - 1] <= from[i] ? (from[i] & 0xfff) * (uint64_t)i : 1u << 30;
  return (double)(sum & 0xffffff);
}
// By bytes, the lowest first.
static double radix_sort(void) {
  uint64_t *from = sorted, *to = spare;
  memcpy(from, keys, n * sizeof *keys);
  for (int shift = 16; shift < 56; shift += 8) {
    uint32_t place[257] = {0};
    for (long i = 0; i < n; ++i) ++place[(from[i] >> shift & 255) + 1];
    for (int d = 0; d < 256; ++d) place[d + 1] += place[d];
    for (long i = 0; i < n; ++i) to[place[from[i] >> shift & 255]++] = from[i];
    uint64_t* const moved = from;
    from = to;
    to = moved;
  }
  uint64_t sum = 0;
  for (long i = 1; i < n; ++i) sum += (from[i] & 0xfff) * (uint64_t)i;
  return (double)(sum & 0xffffff);
}

// Breadth-first search in a random graph of eight edges a vertex.
enum { degree = 8 };
static uint32_t *edge_to, *level, *queue;
static void init_graph(long size, long t) {
  n = size;
  turns = t;
  edge_to = words(n * degree, (uint32_t)n);
  level = words(n, 1);
  queue = words(n, 1);
}
static double breadth_first(void) {
  memset(level, 0, n * sizeof *level);
  long head = 0, tail = 1;
  queue[0] = 0;
  level[0] = 1;
  while (head < tail) {
    const uint32_t at = queue[head++];
    for (long k = 0; k < degree; ++k) {
      const uint32_t to = edge_to[at * degree + k];
      if (level[to]) continue;
      level[to] = level[at] + 1;
      queue[tail++] = to;
    }
  }
  return (double)tail + level[queue[n / 2]];
}

// Points to the nearest of 16 centres, and the centres to the middle of their points.
enum { dimensions = 8, centres = 16 };
static float *points, *centre, *origin;
static void init_points(long size, long t) {
  n = size;
  turns = t;
  points = floats(n * dimensions, 0, 1);
  origin = floats(centres * dimensions, 0, 1);
  centre = floats(centres * dimensions, 0, 1);
}
static int nearest_centre(const float* p) {
  int best = 0;
  float least = 1e9f;
  for (int c = 0; c < centres; ++c) {
    float square = 0;
    for (int d = 0; d < dimensions; ++d) {
      const float apart = p[d] - centre[c * dimensions + d];
      square += apart * apart;
    }
    if (square < least) {
      least = square;
      best = c;
    }
  }
  return best;
}
static double clusters(void) {
  memcpy(centre, origin, centres * dimensions * sizeof *centre);
  for (long t = 0; t < turns; ++t) {
    float sum[centres * dimensions] = {0};
    long members[centres] = {0};
    for (long i = 0; i < n; ++i) {
      const int best = nearest_centre(points + i * dimensions);
      ++members[best];
      for (int d = 0; d < dimensions; ++d) sum[best * dimensions + d] += points[i * dimensions + d];
    }
    for (int c = 0; c < centres; ++c)
      for (int d = 0; members[c] && d < dimensions; ++d)
        centre[c * dimensions + d] = sum[c * dimensions + d] / (float)members[c];
  }
  double total = 0;
  for (int i = 0; i < centres * dimensions; ++i) total += (double)centre[i];
  return total;
}

// Compression: repetitions found through the last place where four bytes had the same hash.
static void init_prose(long size, long t) {
  n = size;
  turns = t;
  text = bytes(n, 12);
  for (long i = 0; i < n; ++i) text[i] = (uint8_t)('a' + text[i]);
  for (long i = 300; i < n - 40; i += 40 + random_below(60))
    memcpy(text + i, text + i - 40 - random_below(200), 5 + random_below(30));
  table = words(4096, 1);
}
static double compress(void) {
  memset(table, 0, 4096 * sizeof *table);
  long literals = 0, matches = 0, length = 0;
  for (long i = 0; i + 4 < n;) {
    uint32_t four;
    memcpy(&four, text + i, 4);
    uint32_t* const head = table + ((four * 2654435761u) >> 20);
    const long before = *head;
    long same = 0;
    *head = (uint32_t)i;
    while (before < i && i + same < n && text[before + same] == text[i + same]) ++same;
    if (same >= 4) {
      ++matches;
      length += same;
      i += same;
    } else {
      ++literals;
      ++i;
    }
  }
  return (double)(literals + 3 * matches + length);
}

// Reads a list of numbers and names as a parser of JSON would.
static void init_document(long size, long t) {
  n = 0;
  turns = t;
  text = bytes(size, 1);
  while (n < size - 40)
    n += sprintf((char*)text + n, random_below(3) ? "%u.%u, " : "\"k%u\": [%u, true], ",
                 random_below(100000), random_below(1000));
}
static double number_at(const uint8_t* s, long* i) {
  double value = 0, scale = 1;
  for (; s[*i] >= '0' && s[*i] <= '9'; ++*i) value = value * 10 + (s[*i] - '0');
  if (s[*i] == '.')
    for (++*i; s[*i] >= '0' && s[*i] <= '9'; ++*i) value += (scale *= 0.1) * (s[*i] - '0');
  return value;
}
static double tokens(void) {
  double sum = 0;
  long names = 0, depth = 0, others = 0;
  for (long t = 0; t < turns; ++t)
    for (long i = 0; i < n;) switch (text[i]) {
        case '"':
          for (++i; text[i] != '"'; ++i) names += text[i];
          ++i;
          break;
        case '[':
          ++depth, ++i;
          break;
        case ']':
          --depth, ++i;
          break;
        case 't':
          i += 4;
          break;
        case ' ':
        case ',':
        case ':':
          ++others, ++i;
          break;
        default:
          sum += number_at(text, &i);
      }
  return sum + (double)(names + depth + others);
}

// Memory taken, touched for the first time, and given back: the operating system's part.
static void init_pages(long size, long t) {
  n = size;
  turns = t;
}
static double fresh_pages(void) {
  double sum = 0;
  for (long t = 0; t < turns; ++t) {
    double* const fresh =
        mmap(NULL, n * sizeof *fresh, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED) exit(1);
    for (long i = 0; i < n; ++i) fresh[i] = (double)(i ^ t);
    for (long i = 0; i < n; i += 64) sum += fresh[i];
    munmap(fresh, n * sizeof *fresh);
  }
  return sum;
}

const struct kernel data_kernels[] = {
    {"join_l1", core_bound, o2 | o3, 0, init_join, join, 1024, 100000},
    {"join_l2", memory_bound, o2 | o3, 0, init_join, join, 16384, 100000},
    {"join_memory", memory_bound, o2, 0, init_join, join, 8388608, 60000},
    {"mergesort", whole_program, o2 | o3_v3, 0, init_keys, mergesort, 20000, 1},
    {"radix_sort", whole_program, o2 | o3, 0, init_keys, radix_sort, 100000, 1},
    {"breadth_first", whole_program, o2 | o3_v3, 0, init_graph, breadth_first, 40000, 1},
    {"clusters", whole_program, o2 | o3_v3, 0, init_points, clusters, 8000, 2},
    {"compress", whole_program, o2 | o3_v3, 0, init_prose, compress, 200000, 1},
    {"tokens", whole_program, o2 | o3_v3, 0, init_document, tokens, 400000, 1},
    {"fresh_pages", whole_program, o2, 0, init_pages, fresh_pages, 100000, 2},
    {0}};
