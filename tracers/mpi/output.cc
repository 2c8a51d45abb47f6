#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hpcast::recorder {

using mpitrace::record_header_bytes;

bool Output::open(const char* path) {
  file_ = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0) return false;
  // Room that is not there would be found out by a signal that ends the program.
  errno = posix_fallocate(file_, 0, record_header_bytes);
  if (errno == 0) {
    void* const page =
        mmap(nullptr, record_header_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (page != MAP_FAILED) header_ = static_cast<mpitrace::RecordHeader*>(page);
  }
  if (header_ == nullptr) return false;
  memcpy(header_->magic, mpitrace::record_magic, sizeof header_->magic);
  header_->version = mpitrace::record_version;
  offset_ = record_header_bytes - window_bytes;  // as if the window before it were full
  at_ = window_bytes;
  next_window();
  return true;
}

void Output::fail(int error) {
  header_->error = static_cast<std::uint32_t>(error);
  window_ = nullptr;
}

bool Output::next_window() {
  if (window_ != nullptr) munmap(window_, window_bytes);
  window_ = nullptr;
  if (header_->error != 0) return false;
  offset_ += window_bytes;
  const auto offset = static_cast<off_t>(offset_);
  if (const int error = posix_fallocate(file_, offset, window_bytes); error != 0) {
    fail(error);
    return false;
  }
  void* const window =
      mmap(nullptr, window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
  if (window == MAP_FAILED) {
    fail(errno);
    return false;
  }
  window_ = static_cast<std::uint8_t*>(window);
  at_ = 0;
  return true;
}

void Output::put_text(const char* text) {
  const std::size_t length = strlen(text);
  put(length);
  for (std::size_t i = 0; i < length; ++i) put_byte(static_cast<std::uint8_t>(text[i]));
}

// What is left of the last window is cut off, so that it takes no room.
void Output::close() {
  if (window_ != nullptr) munmap(window_, window_bytes);
  window_ = nullptr;
  const auto used = static_cast<off_t>(record_header_bytes + header_->used);
  if (header_->error == 0 && ftruncate(file_, used) != 0) header_->error = 0;  // no harm done
  munmap(header_, record_header_bytes);
  header_ = nullptr;
  ::close(file_);
}

}  // namespace hpcast::recorder
