// Algorithms of the library that call what they are given.
#include <mpi.h>

#include <algorithm>
#include <numeric>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> order(8);
  std::iota(order.begin(), order.end(), 5);
  int calls = 0, unused = 0;
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    ++unused;
    return a % 3 != b % 3 ? a % 3 < b % 3 : a < b;
  });
  std::for_each(order.begin(), order.end(), [&calls](int one) { calls += one % 2; });
  std::vector<double> data(100, 1.0);
  std::for_each(data.begin(), data.end(), [](double& one) { one *= 2; });
  const double sum = std::accumulate(data.begin(), data.end(), 0.0);
  if (sum > 1) unused += 2;
  for (int i = 0; i < calls; ++i)
    MPI_Sendrecv_replace(data.data(), order[3] % 4 + 1, MPI_DOUBLE, (rank + 1) % size, 0,
                         (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return unused > 0 ? 0 : 1;
}
