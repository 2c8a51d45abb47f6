// Files that C++'s streams write and read again.
#include <mpi.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

static char data[1000];

static int number_in(std::istream& from) {
  int number = 0;
  from >> number;
  return number;
}

static int named(const std::string& name) {
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum += i;
  {
    std::ofstream out(name);
    out << sum << "\n";
  }
  std::ifstream in(name);
  return number_in(in);
}

class Log {
 public:
  explicit Log(const std::string& name) : out_(name), other_(nullptr) {}
  ~Log() { delete other_; }
  void put(int number) { out_ << number << std::endl; }
  void open(const char* name) { other_ = new std::ofstream(name); }
  void put_other(int number) { *other_ << number << std::endl; }

 private:
  std::ofstream out_;
  std::ofstream* other_;
};

static int of_member(const std::string& name) {
  int sum = 0;
  for (int i = 0; i < 6; ++i) sum += i;
  Log log(name);
  log.put(sum);
  std::fstream in;
  in.open(name.c_str());
  return number_in(in);
}

static int of_pointer(const std::string& name) {
  int sum = 0;
  for (int i = 0; i < 7; ++i) sum += i;
  {
    Log log(name + "x");
    log.open(name.c_str());
    log.put_other(sum);
  }
  int got = 0;
  std::FILE* in = std::fopen(name.c_str(), "r");
  if (std::fscanf(in, "%d", &got) != 1) return 1;
  std::fclose(in);
  return got;
}

static int temporary(const std::string& name) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += i;
  std::ofstream(name) << sum;
  std::FILE* out = std::fopen(name.c_str(), "a");
  for (int i = 0; i < 2; ++i) std::fputc('0' + i, out);
  std::fclose(out);
  int got = 0;
  std::ifstream(name) >> got;
  return got;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string name = "scratch" + std::to_string(rank);
  MPI_Bcast(data, named(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, of_member(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, of_pointer(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, temporary(name), MPI_CHAR, 0, MPI_COMM_WORLD);
  // Nobody reads that.
  double x = 0;
  for (int i = 0; i < 100; ++i) x += i;
  std::cout << x << "\n";
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
