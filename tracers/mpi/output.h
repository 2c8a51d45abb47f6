// The record file of a rank, through windows of it that are mapped: what is written is there,
// whatever ends the process, and no more than a window of it is in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hpcast/inputs/mpitrace/record_file.h"

namespace hpcast::recorder {

class Output {
 public:
  // False where there is no such file now, with its reason in errno.
  bool open(const char* path);
  bool is_open() const { return header_ != nullptr; }
  mpitrace::RecordHeader& header() { return *header_; }
  void close();

  void begin(mpitrace::RecordKind kind) { put_byte(static_cast<std::uint8_t>(kind)); }
  void put(std::uint64_t number) {
    while (number > 0x7F) {
      put_byte(static_cast<std::uint8_t>(number | 0x80));
      number >>= 7;
    }
    put_byte(static_cast<std::uint8_t>(number));
  }
  void put_signed(std::int64_t number) {
    put((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63));
  }
  void put_text(const char* text);
  // The record is whole.
  void end() {
    if (window_ == nullptr) return;
    __atomic_store_n(&header_->used, offset_ + at_ - mpitrace::record_header_bytes,
                     __ATOMIC_RELEASE);
  }

 private:
  static constexpr std::size_t window_bytes = 1 << 20;

  void put_byte(std::uint8_t byte) {
    if (at_ == window_bytes && !next_window()) return;
    if (window_ != nullptr) window_[at_++] = byte;
  }
  bool next_window();
  void fail(int error);

  mpitrace::RecordHeader* header_ = nullptr;
  std::uint8_t* window_ = nullptr;  // none: the recording has ended
  std::size_t at_ = 0;              // in the window
  std::uint64_t offset_ = 0;        // of the window in the file
  int file_ = -1;
};

}  // namespace hpcast::recorder
