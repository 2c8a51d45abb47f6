#include "hpcast/base/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace hpcast {
namespace {

TEST(Progress, IsSilentInAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);
  {
    Progress progress("simulate", ends[1]);
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    EXPECT_FALSE(progress.due());
    progress.show(0.5);
  }
  char c;
  EXPECT_EQ(::read(ends[0], &c, 1), -1);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Progress, DrawsOnATerminalAfterOneSecondAndWipes) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  const int line = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  ASSERT_GE(line, 0);
  {
    Progress progress("simulate", line);
    progress.show(0.1);  // too early
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    progress.show(0.5);
    progress.show(0.6);  // too soon after
  }
  const std::string expected = "\r\033[Ksimulate: 50 %, 1 s left\r\033[K";
  std::string text;
  for (int wait = 0; text.size() < expected.size() && wait < 1000; ++wait) {
    char some[256];  // the terminal passes on what it was given in its own time
    const ssize_t n = ::read(terminal, some, sizeof some);
    if (n > 0) text.append(some, static_cast<std::size_t>(n));
    std::this_thread::sleep_for(std::chrono::milliseconds(n > 0 ? 0 : 2));
  }
  EXPECT_EQ(text, expected);
  ::close(line);
  ::close(terminal);
}

}  // namespace
}  // namespace hpcast
