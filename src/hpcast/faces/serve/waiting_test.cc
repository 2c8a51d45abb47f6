#include "hpcast/faces/serve/waiting.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hpcast::serve {
namespace {

class Pair {
 public:
  Pair() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
  ~Pair() {
    close(ends_[0]);
    close(ends_[1]);
  }
  int ours() const { return ends_[0]; }
  bool is_open() const {
    char byte;
    return recv(ends_[1], &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
  }

 private:
  std::array<int, 2> ends_;
};

TEST(Waiting, TheOldestMakesRoom) {
  Waiting waiting(2);
  const std::array<Pair, 3> pairs;
  for (const Pair& pair : pairs) waiting.add(pair.ours());
  EXPECT_FALSE(pairs[0].is_open());
  EXPECT_TRUE(pairs[1].is_open());
  EXPECT_TRUE(pairs[2].is_open());
}

TEST(Waiting, WhoHasAskedStays) {
  Waiting waiting(1);
  const std::array<Pair, 3> pairs;
  waiting.add(pairs[0].ours());
  waiting.remove(pairs[0].ours());
  waiting.add(pairs[1].ours());
  EXPECT_TRUE(pairs[0].is_open());
  waiting.add(pairs[0].ours());  // has been answered
  EXPECT_TRUE(pairs[0].is_open());
  EXPECT_FALSE(pairs[1].is_open());
}

}  // namespace
}  // namespace hpcast::serve
