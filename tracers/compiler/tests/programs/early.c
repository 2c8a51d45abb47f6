// Functions of the program's own that the C library calls while it starts a static program: the
// resolver of an ifunc, that of target_clones, memcpy by bytes and by words that are not aligned.
#include <stddef.h>

static double data[1000];
static double sum(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}

#if defined(RESOLVER)
static int picked;
__attribute__((noipa)) static int next_of(int n) { return n + 1; }
static double (*pick(void))(const double*, int) {
  picked = next_of(picked);
  return sum;
}
double total(const double*, int) __attribute__((ifunc("pick")));
#elif defined(CLONES)
__attribute__((target_clones("avx2", "default"))) double total(const double* x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
#elif defined(WORDS)
struct Word {
  unsigned long value;
} __attribute__((packed, may_alias));
void* memcpy(void* restrict to, const void* restrict from, size_t bytes) {
  char* a = to;
  const char* b = from;
  for (; bytes >= sizeof(struct Word); bytes -= sizeof(struct Word)) {
    *(struct Word*)a = *(const struct Word*)b;
    a += sizeof(struct Word);
    b += sizeof(struct Word);
  }
  while (bytes-- != 0) *a++ = *b++;
  return to;
}
#define total sum
#else
void* memcpy(void* restrict to, const void* restrict from, size_t bytes) {
  char* const a = to;
  const char* const b = from;
  for (size_t i = 0; i < bytes; i++) {
    a[i] = b[i];
    __asm__ volatile("" ::: "memory");
  }
  return to;
}
#define total sum
#endif

int main(void) {
  (void)sum;
  for (int i = 0; i < 1000; i++) data[i] = 1;
  return total(data, 1000) == 1000 ? 0 : 1;
}
