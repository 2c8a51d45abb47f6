# A stencil's arrays outgrow the last cache, and three of its rows the first one, beyond the sizes learned from.
cat >stencil.c <<'END'
#include <stdlib.h>
int main(int argc, char** argv) {
  const int n = atoi(argv[argc - 1]);
  double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; ++i) a[i] = b[i] = i;
  for (int step = 0; step < 5; ++step) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] = a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[i * n - n + j] + a[i * n + n + j];
    double* const other = a;
    a = b;
    b = other;
  }
  return a[n] < 0;
}
END
hpcast-cc -O2 stencil.c -o stencil
hpcast learn --sizes n=200 n=400 n=800 --machine xeon-e5-2680v4x2 -o MODEL -- ./stencil {n} >/dev/null 2>&1
hpcast generate MODEL --size n=1600 --json g.json | grep -v '^region' | head -n 14
hpcast generate MODEL --size n=700 | sed -n '/^Mind/p;/^PAPI_L/p'
# Results with pages of their own, and models, are no results of hpcast memory.
hpcast report g.json --html page.html 2>&1
hpcast report MODEL 2>&1
hpcast compare g.json g.json 2>&1
hpcast view g.json 2>&1
