/* Spends nearly all of its time in a function of another file: settle(). */
#include <stdio.h>
#include <stdlib.h>

double settle(double x);
double found[1000];

int main(int count, char **words) {
  const long turns = count > 1 ? atol(words[1]) : 20000;
  double sum = 0;
  for (long i = 0; i < turns; ++i) sum += found[i % 1000] = settle(sum * 1e-9);
  printf("%g\n", sum);
  return 0;
}
