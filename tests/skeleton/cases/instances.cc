// Instances of templates, which share a text: of sum, one decides; of smooth, none.
#include <mpi.h>

template <class T>
int sum(const T* a, int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  T s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return static_cast<int>(s);
}

template <class T>
void smooth(T* a, int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; i < n; ++i) a[i] = (a[i] + a[i - 1]) / 2;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double x[10], y[10];
  int k[10], unused[10];
  char b[1000];
  for (int i = 0; i < 10; ++i) x[i] = 0.5 * i;
  for (int i = 0; i < 10; ++i) y[i] = 0.5 * i;
  for (int i = 0; i < 10; ++i) k[i] = i;
  MPI_Bcast(b, sum(k, 10), MPI_CHAR, 0, MPI_COMM_WORLD);
  sum(x, 10);
  smooth(y, 10);
  smooth(unused, 5);
  MPI_Finalize();
}
