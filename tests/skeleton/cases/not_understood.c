// What the slice does not understand, or only half: it stays, and so does what it may read or
// write.
#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));
struct packet {
  int kind;
  char raw[64];
};
struct header {
  int count;
};
union deep {
  struct {
    struct {
      struct {
        int n;
      } c;
    } b;
  } a;
  int v[2];
};
static int started;
static jmp_buf again;

__attribute__((constructor)) static void start(void) {
  for (int i = 0; i < 10; ++i) started += i;
}
static void done(int* unused) { MPI_Barrier(MPI_COMM_WORLD); }

static void add(int k, ...) {
  va_list rest;
  va_start(rest, k);
  int* const sum = va_arg(rest, int*);
  va_end(rest);
  for (int i = 0; i < k; ++i) *sum += i;
}

static void copy(void* to, const void* from, int n) {
  char* t = to;
  const char* f = from;
  while (n-- > 0) *t++ = *f++;
}

static void* counted(size_t n, int* calls) {
  ++*calls;
  void* const memory = malloc(n);
  return memory;
}

static int laid_over(int n) {
  struct packet packet;
  memset(&packet, 0, sizeof packet);
  struct header* const header = (struct header*)packet.raw;
  for (int i = 0; i < n; ++i) header->count += i;
  int count;
  memcpy(&count, packet.raw, sizeof count);
  return count;
}

static int united(int n) {
  union deep one;
  one.a.b.c.n = 0;
  for (int i = 0; i < n; ++i) one.v[0] += i;
  return one.a.b.c.n;
}

static int in_vector(int n) {
  four v = {1, 2, 3, 4};
  for (int i = 0; i < n; ++i) v[1] += i;
  return v[1];
}

static int turns(int n) {
  volatile int turn = 0;
  setjmp(again);
  ++turn;
  if (turn < 3) longjmp(again, 1);
  return turn + n;
}

static int cut(void) {
  char text[] = "12 34";
  strtok(text, " ");
  char* const rest = strtok(NULL, " ");
  for (int i = 0; i < 2; ++i) rest[i] = '5';
  return atoi(text + 3);
}

static void jump(int n) {
  static void* const ways[] = {&&one, &&two};
  int way = 0;
  for (int i = 0; i < n; ++i) way ^= i & 1;
  goto* ways[way];
one:
  MPI_Barrier(MPI_COMM_WORLD);
two:
  return;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  char b[1000];
  double unused = 0;
  int sum = 0, copied = 0, calls = 0;
  int *from = &copied, *to;
  add(10, &sum);
  MPI_Bcast(b, sum, MPI_CHAR, 0, MPI_COMM_WORLD);
  copy(&to, &from, sizeof from);
  for (int i = 0; i < 10; ++i) *to += i;
  MPI_Bcast(b, copied, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) free(counted(10, &calls));
  MPI_Bcast(b, calls, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, laid_over(5), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, united(6), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, in_vector(7), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, turns(argc), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(b, cut() + started, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) unused += 1.0 / (i + 1);
  { __attribute__((cleanup(done))) int ended = 3; }
  jump(argc);
  return MPI_Finalize();
}
