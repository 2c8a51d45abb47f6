// Streams into buffers that the program has written.
#include <mpi.h>

#include <cstdio>
#include <iostream>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>

static char data[1000];

class Counter : public std::streambuf {
 public:
  int count = 0;

 protected:
  int overflow(int c) override {
    count += c != EOF;
    return c;
  }
};

class Numbers : public std::streambuf {
 public:
  explicit Numbers(int n) {
    for (int i = 0; i < n; ++i) text_[i] = static_cast<char>('0' + i);
    setg(text_, text_, text_);
  }

 protected:
  int underflow() override {
    if (given_) return EOF;
    given_ = true;
    setg(text_, text_ + 1, text_ + 3);
    return static_cast<unsigned char>(*gptr());
  }

 private:
  char text_[10];
  bool given_ = false;
};

static int printed(int number) {
  Counter counter;
  std::ostream out(&counter);
  for (int i = 0; i < 3; ++i) number *= 10;
  out << number << "ab";
  out.put('c');
  out << 0.5 * number << std::string("def") << 'g' << std::endl;
  out.write("hi", 2);
  out << true;
  return counter.count;
}

static int read() {
  Numbers numbers(4);
  std::istream in(&numbers);
  int number = 0;
  in >> number;
  const int next = in.get();
  return number + next;
}

static int redirected(int number) {
  std::ostringstream text;
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  for (int i = 0; i < 3; ++i) number *= 10;
  std::cout << number;
  std::cout.rdbuf(before);
  return static_cast<int>(text.str().size());
}

static int raw(int number) {
  std::stringbuf buffer;
  std::ostream out(&buffer);
  for (int i = 0; i < 3; ++i) number *= 10;
  out << number;
  std::istream in(&buffer);
  std::string back;
  in >> back;
  return static_cast<int>(back.size());
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Bcast(data, printed(2), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, read(), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, redirected(2), MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, raw(2), MPI_CHAR, 0, MPI_COMM_WORLD);
  double x = 0;
  for (int i = 0; i < 100; ++i) x += i;
  MPI_Barrier(MPI_COMM_WORLD);
  std::printf("%g\n", x);
  MPI_Finalize();
  return 0;
}
