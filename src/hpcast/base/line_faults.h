// What is wrong with the lines of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

class LineFaults {
 public:
  // After so many there is no point in reading on.
  static constexpr std::size_t most = 10;

  explicit LineFaults(std::string file) : file_(std::move(file)) {}

  // `line` is 1-based. A hint that has been given before is not repeated. Throws InputError with
  // all of them when there are too many.
  void add(std::uint64_t line, std::string message, const std::string& hint = {});
  bool any() const { return !diagnostics_.empty(); }
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<Diagnostic> diagnostics_;
};

// Part of a line as a message can show it: in quotes, what is long cut, what is not printable as
// '?'.
std::string quoted(std::string_view text);

}  // namespace hpcast
