// Included twice by shared.c, with other names.
static int FUNCTION(TYPE* a, int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  TYPE s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return (int)s;
}

static void SMOOTH(TYPE* a, int n) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 1; i < n; ++i) a[i] = (a[i] + a[i - 1]) / 2;
}
