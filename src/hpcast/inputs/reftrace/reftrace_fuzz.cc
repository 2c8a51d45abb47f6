// libFuzzer's entry: any bytes are a stream or an InputError, within bounded memory. Also tries the
// inside of a chunk, which check sums would keep the fuzzer out of, by compressing what it is
// given.
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/memory_stream.h"

namespace {

using namespace hpcast::reftrace;
using Bytes = std::vector<std::uint8_t>;

void decode(std::span<const std::uint8_t> bytes) {
  constexpr int most_blocks = 256;  // a few bytes can stand for millions of words
  StreamDecoder decoder(std::make_unique<MemorySource>(bytes), "fuzz.hpt");
  try {
    for (int i = 0; i < most_blocks && !decoder.next().empty(); ++i) {
    }
  } catch (const hpcast::InputError&) {
  }
}

void append(Bytes& bytes, std::span<const std::uint8_t> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// Two bytes of words and two of events, then each part: one byte of length, its bytes.
void decode_as_parts(std::span<const std::uint8_t> data) {
  if (data.size() < 4) return;
  ChunkHeader header;
  header.words = data[0] | data[1] << 8U;
  header.references = header.words - std::min<std::uint32_t>(header.words, data[2] | data[3] << 8U);
  data = data.subspan(4);
  Bytes parts;
  for (unsigned part = 0; part < part_count && !data.empty(); ++part) {
    const auto raw = data.subspan(1).first(std::min<std::size_t>(data[0], data.size() - 1));
    data = data.subspan(1 + raw.size());
    if (raw.empty()) continue;
    Bytes frame(ZSTD_compressBound(raw.size()));
    frame.resize(ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), 1));
    header.parts[part] = {static_cast<std::uint32_t>(raw.size()),
                          static_cast<std::uint32_t>(frame.size())};
    append(parts, frame);
  }
  Bytes file;
  append(file, to_bytes(StreamHeader{}));
  append(file, to_bytes(header));
  append(file, parts);
  append(file, to_bytes(EndMark{false, {header.words, header.references, 1}}));
  decode(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  decode({data, size});
  decode_as_parts({data, size});
  return 0;
}
