// An open file, and what is said where the system refuses one.
#pragma once

#include <unistd.h>

#include <cstring>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }  // it is somebody else's to close
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

// This process may have as many descriptors as the system allows: a trace has a file for each
// thread. A program that it starts gets back the limit that was given (safe between fork and exec).
void raise_descriptor_limit();
void give_back_descriptor_limit();

// What is open, for other processes. Of one length whatever the numbers: what a program reads of
// its strings, word by word, depends on where they lie, and so on how long its environment is.
std::string path_of_descriptor(int descriptor);

// "PATH: WHAT: No such file or directory"
[[noreturn]] inline void fail_with_errno(const std::string& path, const std::string& what,
                                         int error) {
  throw InputError(Diagnostic{path, 0, {}, what + ": " + std::strerror(error), {}});
}

}  // namespace hpcast
