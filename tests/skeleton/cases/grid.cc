// Classes, containers of the library, methods, range-based loops.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
class Grid {
 public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), cells_(rows * columns) {}
  void relax() {
    for (int i = 1; i + 1 < rows_; ++i)
      for (int j = 0; j < columns_; ++j)
        cells_[i * columns_ + j] =
            0.5 * (cells_[(i - 1) * columns_ + j] + cells_[(i + 1) * columns_ + j]);
  }
  void exchange(int up, int down) {
    MPI_Sendrecv(&cells_[columns_], columns_, MPI_DOUBLE, up, 0, cells_.data(), columns_,
                 MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  double largest() const {
    double most = *std::max_element(cells_.begin(), cells_.end());
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
  }

 private:
  int rows_, columns_;
  std::vector<double> cells_;
};
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = argc > 1 ? std::atoi(argv[1]) : 50;
  Grid grid(n, n);
  std::vector<int> counts(size);
  for (int& c : counts) c = n;
  std::vector<double> row(n), all(n * size);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i * 0.5;
  for (int step = 0; step < 5; ++step) {
    grid.exchange((rank + 1) % size, (rank + size - 1) % size);
    grid.relax();
    if (step % 2 == 0) std::sort(row.begin(), row.end());
  }
  const double most = grid.largest();
  MPI_Allgather(row.data(), counts[0], MPI_DOUBLE, all.data(), n, MPI_DOUBLE, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%g\n", most);
  MPI_Finalize();
}
