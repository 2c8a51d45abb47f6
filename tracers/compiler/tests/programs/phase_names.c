// Names that hpcast_phase() must take as they are, shorten, or pass over.
#include <string.h>

#include "hpcast.h"

static volatile long a[1024];

static void work(int n) {
  for (int i = 0; i < n; ++i) a[i & 1023] = i;
}

int main(void) {
  char name[301];
  hpcast_phase("first");
  hpcast_phase(NULL);  // no name: still the first
  work(1000);
  memset(name, 'x', 300);  // 255 bytes of it fit
  name[300] = '\0';
  hpcast_phase(name);
  work(2000);
  name[0] = 'y';  // ü from byte 254 on: the second of its bytes would not fit
  memcpy(name + 254, "\xc3\xbc", 2);
  hpcast_phase(name);
  work(3000);
  return 0;
}
