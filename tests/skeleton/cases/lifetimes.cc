// Who talks, or counts, where a life begins or ends, whoever ends it.
#include <mpi.h>

#include <memory>
#include <vector>
static char text[1000];
static void talk(int n) { MPI_Bcast(text, n, MPI_CHAR, 0, MPI_COMM_WORLD); }
static int living = 0;
struct Channel {
  explicit Channel(int n) { talk(n); }
  virtual ~Channel() { MPI_Barrier(MPI_COMM_WORLD); }
};
struct Named : Channel {
  Named() : Channel(2) {}
  ~Named() override { talk(3); }
};
struct Outer {
  Channel channel{4};
  int size = 3;
};
struct Counted {
  explicit Counted(int& at) : at_(at) {}
  ~Counted() {
    for (int i = 0; i < 5; i++) at_ += i;
  }
  int& at_;
};
struct Alive {
  Alive() { living++; }
  Alive(const Alive&) { living++; }
  ~Alive() { living--; }
};
struct Field {  // nobody's business
  explicit Field(int n) : values(new double[n]), size(n) {
    for (int i = 0; i < n; ++i) values[i] = i;
  }
  ~Field() { delete[] values; }
  double* values;
  int size;
};
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Channel* given = new Named;
  delete given;
  { Outer outer; }
  { auto held = std::make_unique<Channel>(5); }
  {
    std::vector<std::unique_ptr<Channel>> many;
    many.emplace_back(new Named);
  }
  int n = 0;
  (void)Counted{n};
  talk(n);
  {
    std::vector<Alive> some(3);
    some.push_back(some[0]);
    talk(living);
  }
  talk(living + 1);
  Field field(1000);
  double sum = 0;
  for (int i = 0; i < field.size; ++i) sum += field.values[i];
  MPI_Finalize();
  return sum > 0 ? 0 : 1;
}
