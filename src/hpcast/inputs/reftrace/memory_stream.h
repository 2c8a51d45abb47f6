// Streams in memory, for tests, benchmarks and the fuzzer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/inputs/reftrace/decoder.h"
#include "hpcast/inputs/reftrace/encoder.h"

namespace hpcast::reftrace {

class MemorySink : public ByteSink {
 public:
  void write(std::span<const std::uint8_t> more) override {
    bytes.insert(bytes.end(), more.begin(), more.end());
  }
  std::vector<std::uint8_t> bytes;
};

// The bytes must outlive it.
class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::uint8_t> bytes) : left_(bytes) {}
  std::size_t read(std::span<std::uint8_t> bytes) override {
    const std::size_t count = std::min(bytes.size(), left_.size());
    std::copy_n(left_.begin(), count, bytes.begin());
    left_ = left_.subspan(count);
    return count;
  }

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace hpcast::reftrace
