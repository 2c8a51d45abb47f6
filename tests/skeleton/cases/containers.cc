// Ways into containers and out of them; bindings.
#include <mpi.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>
static char text[1000];
static void talk(int n) { MPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD); }
static int sum_to(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i;
  return sum;
}
struct Two {
  int n, m;
};
static Two two(int k) {
  Two made{0, 0};
  for (int i = 0; i < k; i++) made.n += i;
  return made;
}
static std::pair<int, int> pair(int n) { return {sum_to(n), n}; }
static std::tuple<int, int> tuple(int n) { return {sum_to(n), n}; }
static void maps() {
  std::map<int, int> counts;
  for (int i = 0; i < 10; i++) counts[i % 3] += i;
  talk(static_cast<int>(counts.size()));
  for (auto& entry : counts) talk(entry.second);
  for (auto& entry : counts)
    for (int i = 0; i < 3; i++) entry.second += i;
  talk(counts.at(1));
}
static void pairs() {
  std::pair<int, int> one;
  one = pair(10);
  talk(one.first);
  std::vector<std::pair<int, int>> many(3);
  many[1] = std::make_pair(sum_to(9), 2);
  talk(many[1].first);
  int n = 1, m = 2;
  std::tie(n, m) = tuple(8);
  talk(n);
}
static void vectors() {
  std::vector<std::vector<int>> rows(3);
  for (int i = 0; i < 3; i++) rows[i].resize(i + 2);
  talk(static_cast<int>(rows[2].size()));
  std::vector<int>* pointer = &rows[1];
  talk(static_cast<int>(pointer->size()));
  std::vector<bool> marks(10);
  for (int i = 0; i < 10; i++) marks[i] = i * i % 3 == 1;
  for (int i = 0; i < 10; i++)
    if (marks[i]) MPI_Barrier(MPI_COMM_WORLD);
}
static void bindings() {
  auto [n, m] = two(10);
  if (n > 3) talk(m + 1);
  auto [k, l] = pair(11);
  talk(k);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  maps();
  pairs();
  vectors();
  bindings();
  std::vector<std::vector<double>> grid(100, std::vector<double>(100));
  for (auto& row : grid)
    for (double& one : row) one += 0.5;
  std::vector<double> now(1000), next(1000);
  for (int step = 0; step < 3; ++step) {
    for (size_t i = 1; i < now.size(); ++i) next[i] = now[i - 1] + 1;
    now.swap(next);
    MPI_Bcast(now.data(), static_cast<int>(now.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 3; ++i) MPI_Bcast(grid[i].data(), 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
