#include "hpcast/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "hpcast/base/text.h"

namespace hpcast {
namespace {

// A progress line that cannot be written is not worth a complaint.
void write_text(int fd, std::string_view text) {
  [[maybe_unused]] const auto written = ::write(fd, text.data(), text.size());
}

}  // namespace

Progress::Progress(std::string task, int fd)
    : task_(std::move(task)),
      fd_(fd),
      terminal_(::isatty(fd) == 1),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (drawn_) write_text(fd_, "\r\033[K");
}

bool Progress::due() const { return terminal_ && Clock::now() >= next_; }

void Progress::show(double fraction) {
  if (!due()) return;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string text = fmt::format("{:.0f} %", 100 * fraction);
  if (fraction > 0 && fraction <= 1) {
    text += fmt::format(", {:.0f} s left", elapsed / fraction * (1 - fraction));
  }
  draw(text);
}

void Progress::show(std::string_view text) {
  if (due()) draw(text);
}

void Progress::draw(std::string_view text) {
  write_text(fd_, fmt::format("\r\033[K{}: {}", visible(task_), visible(text)));
  drawn_ = true;
  next_ = Clock::now() + std::chrono::milliseconds(100);
}

}  // namespace hpcast
