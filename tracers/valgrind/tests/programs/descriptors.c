// Says which descriptors are open.
#include <fcntl.h>
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 64; ++i)
    if (fcntl(i, F_GETFD) >= 0) fprintf(stderr, "%d ", i);
  fprintf(stderr, "\n");
  return 0;
}
