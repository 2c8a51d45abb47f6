#include "hpcast/inputs/reftrace/text_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/inputs/reftrace/manifest.h"

namespace hpcast::reftrace {
namespace {

// A copy of standard input, so that it may be closed. A FIFO waits until somebody writes it.
Descriptor open_text(const std::string& path, const Interruption& interruption) {
  if (path == "-") return Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0));
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd >= 0 || errno != EINTR) return Descriptor(fd);
    interruption.throw_if_any();
  }
}

void refuse_directory(const std::string& path) {
  throw InputError(Diagnostic{
      path,
      0,
      {},
      "a directory, not a text",
      is_trace(path) ? "it is an hpcast trace already: hpcast memory MACHINE " + path : ""});
}

}  // namespace

TextInput::TextInput(const std::string& path, const Interruption& interruption)
    : name_(path == "-" ? "standard input" : path),
      file_(open_text(path, interruption)),
      interruption_(interruption),
      buffer_(longest_line + 1) {
  struct stat status {};
  if (file_.get() < 0 || ::fstat(file_.get(), &status) != 0)
    fail_with_errno(name_, "cannot read", errno);
  if (S_ISDIR(status.st_mode)) refuse_directory(path);
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
}

// A pipe gives less at a time than would be needed to tell what it is.
std::string_view TextInput::beginning() {
  while (read_more()) {
  }
  buffer_[filled_] = '\n';
  given_ = filled_ - text_in({buffer_.data(), filled_}, name_).size();
  return {buffer_.data() + given_, filled_ + 1 - given_};
}

std::string_view TextInput::next() {
  for (;;) {
    const std::string_view lines = whole_lines();
    if (!lines.empty()) return lines;
    keep_rest();
    if (!read_more()) return {};
  }
}

std::string_view TextInput::rest() {
  if (filled_ == given_) return {};
  buffer_[filled_] = '\n';
  return {buffer_.data() + given_, filled_ + 1 - given_};
}

// False at the end, and when the buffer is full.
bool TextInput::read_more() {
  while (!ended_ && filled_ < longest_line) {
    interruption_.wait_readable(file_.get());
    const ssize_t count = ::read(file_.get(), buffer_.data() + filled_, longest_line - filled_);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_with_errno(name_, "cannot read", errno);
    filled_ += static_cast<std::size_t>(count);
    bytes_read_ += static_cast<std::size_t>(count);
    ended_ = count == 0;
    return !ended_;
  }
  return false;
}

std::string_view TextInput::whole_lines() {
  const char* const begin = buffer_.data() + given_;
  const void* const last = ::memrchr(begin, '\n', filled_ - given_);
  if (last == nullptr) return {};
  const auto length = static_cast<std::size_t>(static_cast<const char*>(last) + 1 - begin);
  given_ += length;
  return {begin, length};
}

void TextInput::keep_rest() {
  std::memmove(buffer_.data(), buffer_.data() + given_, filled_ - given_);
  filled_ -= given_;
  given_ = 0;
}

}  // namespace hpcast::reftrace
