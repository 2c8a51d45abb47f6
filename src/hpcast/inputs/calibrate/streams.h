// Sequential reading, writing and copying at the width of the processor's vectors.
#pragma once

#include <cstddef>
#include <string>

namespace hpcast::calibrate {

// Bytes are a multiple of stream_unit, addresses of 64.
inline constexpr std::size_t stream_unit = 512;

struct Streams {
  void (*read)(const char* from, std::size_t bytes);
  void (*write)(char* to, std::size_t bytes);
  void (*copy)(char* to, const char* from, std::size_t bytes);
  const char* width;  // in words
};

// The widest of this processor up to 32 bytes.
const Streams& streams();

}  // namespace hpcast::calibrate
