// The memory that chase walks through: lines linked to one random cycle, in huge pages if it may.
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <sys/mman.h>

#include "../kernel.h"

enum { line_bytes = 64, huge_page_bytes = 2 << 20 };

// One cache line. `position` counts along the cycle from line 0; only the check reads it.
struct node {
  struct node* next;
  long position;
  long padding[6];
};
_Static_assert(sizeof(struct node) == line_bytes, "a node is a line");

enum page_wish { huge_pages, small_pages };

// Zeroed memory at a multiple of a huge page. With small pages each line that misses misses the TLB
// too, and its walk would be part of the latency.
static void* map_memory(size_t bytes, enum page_wish pages) {
  const size_t whole = bytes + huge_page_bytes;
  char* memory = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "chase: out of memory: %zu bytes\n", bytes);
    exit(3);
  }
  memory += -(uintptr_t)memory % huge_page_bytes;
  // Advice: a kernel that knows none goes on with small pages, which huge_bytes() tells.
  madvise(memory, bytes, pages == huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return memory;
}

// How many of the bytes lie in huge pages, by the kernel's account; -1 where there is none.
static long huge_bytes(const void* memory, size_t bytes) {
  FILE* maps = fopen("/proc/self/smaps", "r");
  if (!maps) return -1;
  const uintptr_t from = (uintptr_t)memory, to = from + bytes;
  char line[512];
  uintptr_t first, last;
  long kilobytes, sum = 0;
  int ours = 0;
  while (fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &first, &last) == 2)
      ours = first < to && from < last;
    else if (ours && sscanf(line, "AnonHugePages: %ld kB", &kilobytes) == 1)
      sum += kilobytes * 1024;
  }
  fclose(maps);
  return sum < (long)bytes ? sum : (long)bytes;
}

// Links the lines to one cycle, each of the possible ones as likely as the others (Sattolo).
static void link_cycle(struct node* nodes, long lines) {
  unsigned long long state = 1;
  for (long i = 0; i < lines; ++i) nodes[i].next = &nodes[i];
  for (long i = lines - 1; i > 0; --i) {
    const long other = (long)(next_random(&state) % (unsigned long long)i);
    struct node* const next = nodes[i].next;
    nodes[i].next = nodes[other].next;
    nodes[other].next = next;
  }
}

// Numbers the lines along the cycle and puts `chains` starts evenly apart on it. Returns whether
// the cycle goes through every line.
static int number_cycle(struct node* nodes, long lines, int chains, struct node** starts) {
  struct node* node = nodes;
  int chain = 0;
  for (long position = 0; position < lines; ++position) {
    if (position > 0 && node == nodes) return 0;
    if (chain < chains && position == chain * lines / chains) starts[chain++] = node;
    node->position = position;
    node = node->next;
  }
  return node == nodes;
}
