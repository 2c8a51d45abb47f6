// One line on a terminal that says how far a long task is.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace hpcast {

// Silent for the first second, silent for ever when stderr is no terminal; then rewrites its line
// at most ten times a second. The destructor wipes the line. Not thread safe.
class Progress {
 public:
  explicit Progress(std::string task) : Progress(std::move(task), 2) {}
  Progress(std::string task, int fd);  // another descriptor than stderr, for the tests
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // True when a line may be drawn now: ask before making a costly text.
  bool due() const;
  // "task: 42 %, 12 s left"; `fraction` of the whole, 0 to 1.
  void show(double fraction);
  // "task: text"
  void show(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(std::string_view text);

  std::string task_;
  int fd_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_, next_;
};

}  // namespace hpcast
