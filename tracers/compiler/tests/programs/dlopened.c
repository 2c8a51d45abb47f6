// Loaded with dlopen: its accesses and copies arrive in the program's runtime.
#include <string.h>

static char to[64], from[64];
long library_work(volatile long *data, int n) {
  for (int i = 0; i < n; ++i) data[i & 7] = i;
  memcpy(to, from, sizeof to);
  return data[3];
}
