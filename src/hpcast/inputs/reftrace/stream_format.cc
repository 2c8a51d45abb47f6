#include "hpcast/inputs/reftrace/stream_format.h"

#include <algorithm>

namespace hpcast::reftrace {
namespace {

class Writer {
 public:
  explicit Writer(std::span<std::uint8_t> bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}
  void u32(std::uint32_t value) { put(value, 4); }
  void u64(std::uint64_t value) { put(value, 8); }
  std::span<const std::uint8_t> written() const { return bytes_.first(at_); }

 private:
  void put(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes_[at_++] = static_cast<std::uint8_t>(value >> 8 * i);
  }
  std::span<std::uint8_t> bytes_;
  std::size_t at_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes, std::size_t at = 0)
      : bytes_(bytes), at_(at) {}
  std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
  std::uint64_t u64() { return get(8); }

 private:
  std::uint64_t get(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) value |= std::uint64_t{bytes_[at_++]} << 8 * i;
    return value;
  }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_;
};

// FNV-1a. The parts carry zstd's own check sums; this one guards the counts and sizes.
std::uint32_t check_sum(std::span<const std::uint8_t> bytes) {
  std::uint32_t sum = 2166136261U;
  for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 16777619U;
  return sum;
}

bool check_sum_fits(std::span<const std::uint8_t> bytes) {
  const std::size_t body = bytes.size() - 4;
  return check_sum(bytes.first(body)) == read_u32(bytes.subspan(body));
}

}  // namespace

StreamHeaderBytes to_bytes(const StreamHeader& header) {
  StreamHeaderBytes bytes;
  std::ranges::copy(stream_magic, bytes.begin());
  Writer writer(bytes, stream_magic.size());
  writer.u32(header.version);
  writer.u32(header.thread);
  return bytes;
}

ChunkHeaderBytes to_bytes(const ChunkHeader& header) {
  ChunkHeaderBytes bytes;
  Writer writer(bytes);
  writer.u32(ChunkHeader::tag);
  writer.u32(header.words);
  writer.u32(header.references);
  for (const PartSize& part : header.parts) {
    writer.u32(part.raw);
    writer.u32(part.compressed);
  }
  writer.u32(check_sum(writer.written()));
  return bytes;
}

EndMarkBytes to_bytes(const EndMark& mark) {
  EndMarkBytes bytes;
  Writer writer(bytes);
  writer.u32(EndMark::tag);
  writer.u32(mark.cut ? 1 : 0);
  writer.u64(mark.totals.words);
  writer.u64(mark.totals.references);
  writer.u64(mark.totals.chunks);
  writer.u32(check_sum(writer.written()));
  return bytes;
}

std::uint32_t read_u32(std::span<const std::uint8_t> bytes) { return Reader(bytes).u32(); }

StreamHeader parse(const StreamHeaderBytes& bytes) {
  Reader reader(bytes, stream_magic.size());
  StreamHeader header;
  header.version = reader.u32();
  header.thread = reader.u32();
  return header;
}

bool parse(const ChunkHeaderBytes& bytes, ChunkHeader& header) {
  Reader reader(bytes, 4);
  header.words = reader.u32();
  header.references = reader.u32();
  for (PartSize& part : header.parts) {
    part.raw = reader.u32();
    part.compressed = reader.u32();
  }
  return check_sum_fits(bytes);
}

bool parse(const EndMarkBytes& bytes, EndMark& mark) {
  Reader reader(bytes, 4);
  mark.cut = (reader.u32() & 1) != 0;
  mark.totals.words = reader.u64();
  mark.totals.references = reader.u64();
  mark.totals.chunks = reader.u64();
  return check_sum_fits(bytes);
}

}  // namespace hpcast::reftrace
