# The archive of a run that died bears a mark, and whoever reads it says so.
exec 2>&1
cat > died.c <<'C'
#include <stdlib.h>
int main(int count, char** words) {
  long n = atol(words[1]);
  double* a = malloc(n * sizeof *a);
  for (long i = 0; i < n; i++) a[i] = i;
  if (n == 250) abort();
  return n == 300 ? 3 : 0;
}
C
hpcast-cc -O1 died.c -o died
for n in 100 200 250 300; do hpcast memory i7-7700k --otf2 T$n -- ./died $n >/dev/null; done
for n in 250 300; do
  hpcast learn T100 T200 T$n --size n=100 --size n=200 --size n=$n -o M
  echo "exit $?"
  hpcast counters convert T$n 2>/dev/null | grep whole
done
hpcast learn T100 T200 --size n=100 --size n=200 -o M >/dev/null
hpcast generate M --size n=300 --against T300 | grep -A 1 Warnings
