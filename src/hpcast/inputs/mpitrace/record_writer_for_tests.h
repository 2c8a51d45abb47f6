// Record files as a rank writes them, for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "hpcast/inputs/mpitrace/record_file.h"

namespace hpcast::mpitrace {

class RecordWriter {
 public:
  RecordWriter(std::uint32_t rank, std::uint32_t ranks) {
    std::memcpy(header_.magic, record_magic, sizeof record_magic);
    header_.version = record_version;
    header_.rank = rank;
    header_.ranks = ranks;
    header_.state = RecordState::finished;
  }
  RecordHeader& header() { return header_; }

  // Signed numbers are to be folded() by the caller.
  RecordWriter& add(RecordKind kind, std::initializer_list<std::uint64_t> numbers) {
    bytes_.push_back(static_cast<char>(kind));
    for (const std::uint64_t number : numbers) put(number);
    return *this;
  }
  RecordWriter& name(std::uint64_t number, std::string_view text) {
    add(RecordKind::name, {number, text.size()});
    bytes_ += text;
    return *this;
  }
  RecordWriter& remark(std::string_view text) {
    add(RecordKind::remark, {text.size()});
    bytes_ += text;
    return *this;
  }
  static std::uint64_t folded(std::int64_t number) {
    return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
  }

  std::string file() {
    header_.used = bytes_.size();
    std::string content(record_header_bytes, '\0');
    std::memcpy(content.data(), &header_, sizeof header_);
    return content + bytes_;
  }

 private:
  void put(std::uint64_t number) {
    for (; number > 0x7F; number >>= 7) bytes_.push_back(static_cast<char>(number | 0x80));
    bytes_.push_back(static_cast<char>(number));
  }

  RecordHeader header_{};
  std::string bytes_;
};

}  // namespace hpcast::mpitrace
