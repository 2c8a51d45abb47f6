// The lines of a text that may be longer than memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/interruption.h"

namespace hpcast::reftrace {

// Reads a file, or standard input ("-"), in blocks of whole lines. InputError when it cannot be
// read or the user interrupts.
class TextInput {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  TextInput(const std::string& path, const Interruption& interruption);

  // What messages call it.
  const std::string& name() const { return name_; }
  // The beginning, a mebibyte or all if it is shorter, and a '\n' behind it. Takes nothing away
  // from next(), and comes before it.
  std::string_view beginning();
  // The next lines, each with the '\n' that ends it; none at the end, or before a line of more than
  // `longest_line` bytes. Valid until the next call.
  std::string_view next();
  bool line_too_long() const { return !ended_ && filled_ - given_ >= longest_line; }
  // After the end: what follows the last '\n', with one put behind it; empty if nothing does.
  std::string_view rest();

  std::uint64_t bytes_read() const { return bytes_read_; }
  // Of a file; nothing of a pipe.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  bool read_more();
  std::string_view whole_lines();
  void keep_rest();

  std::string name_;
  Descriptor file_;
  const Interruption& interruption_;
  std::optional<std::uint64_t> size_;
  std::vector<char> buffer_;  // with room for one '\n' more
  std::size_t given_ = 0;     // what next() has returned before
  std::size_t filled_ = 0;    // of the buffer
  bool ended_ = false;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace hpcast::reftrace
