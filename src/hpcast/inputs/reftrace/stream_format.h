// The bytes of a stream file (.hpt), as docs/trace-format.md describes them; what the encoder and
// the decoder share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hpcast::reftrace {

inline constexpr std::array<std::uint8_t, 8> stream_magic = {'h', 'p', 'c', 'a',
                                                             's', 't', 'R', 'T'};
inline constexpr std::uint32_t stream_version = 2;

// What a chunk holds, kind by kind, each compressed by itself.
enum Part : unsigned {
  part_tokens,  // one byte a misprediction: its code, and the run of right predictions before it
  part_runs,    // what of a run does not fit a token, as a varint
  part_slots,   // slot numbers, 2 bytes each
  part_near,    // differences of one byte
  part_mid,     // differences of three bytes: part_mid + k holds byte k of each
  part_far = part_mid + 3,       // differences of six bytes, likewise
  part_literals = part_far + 6,  // words, 8 bytes each
  part_events,                   // heads and payloads of events, as varints
  part_count,
};
inline constexpr unsigned mid_bytes = 3;
inline constexpr unsigned far_bytes = 6;

// A token's low four bits: Target * 4 + Form, or one of the two codes below.
enum class Target : unsigned { expected = 0, seen = 1, named = 2 };
enum class Form : unsigned { as_predicted = 0, near_by = 1, mid_range = 2, far_off = 3 };
inline constexpr unsigned code_literal = 12;
inline constexpr unsigned code_event = 13;
constexpr unsigned code_of(Target target, Form form) {
  return static_cast<unsigned>(target) << 2 | static_cast<unsigned>(form);
}
inline constexpr unsigned long_run = 15;  // in a token's high four bits: the rest is in part_runs

inline constexpr std::size_t chunk_words = std::size_t{1} << 18;      // the encoder's
inline constexpr std::size_t max_chunk_words = std::size_t{1} << 20;  // the decoder's limit
inline constexpr std::size_t max_varint_bytes = 10;

// Upper bound of a part's bytes by the number of words in its chunk.
constexpr std::size_t max_bytes_per_word(unsigned part) {
  if (part == part_events) return max_varint_bytes;
  if (part == part_literals) return 8;
  if (part == part_runs) return 4;
  return part == part_slots ? 2 : 1;
}

struct StreamHeader {
  static constexpr std::size_t bytes = 16;
  std::uint32_t version = stream_version;
  std::uint32_t thread = 0;
};

struct PartSize {
  std::uint32_t raw = 0;
  std::uint32_t compressed = 0;
};

struct ChunkHeader {
  static constexpr std::uint32_t tag = 0x4b4e4843;  // "CHNK"
  static constexpr std::size_t bytes = 12 + 8 * part_count + 4;
  std::uint32_t words = 0;
  std::uint32_t references = 0;
  std::array<PartSize, part_count> parts{};
};

// What a stream holds altogether.
struct StreamTotals {
  std::uint64_t words = 0;
  std::uint64_t references = 0;
  std::uint64_t chunks = 0;
  bool operator==(const StreamTotals&) const = default;
};

struct EndMark {
  static constexpr std::uint32_t tag = 0x20444e45;  // "END "
  static constexpr std::size_t bytes = 36;
  bool cut = false;  // more was traced than could be written
  StreamTotals totals;
};

using StreamHeaderBytes = std::array<std::uint8_t, StreamHeader::bytes>;
using ChunkHeaderBytes = std::array<std::uint8_t, ChunkHeader::bytes>;
using EndMarkBytes = std::array<std::uint8_t, EndMark::bytes>;

StreamHeaderBytes to_bytes(const StreamHeader& header);
ChunkHeaderBytes to_bytes(const ChunkHeader& header);
EndMarkBytes to_bytes(const EndMark& mark);

// Little endian, at the beginning of `bytes`.
std::uint32_t read_u32(std::span<const std::uint8_t> bytes);
StreamHeader parse(const StreamHeaderBytes& bytes);
// False if the check sum at the end does not fit; the sizes are not judged.
bool parse(const ChunkHeaderBytes& bytes, ChunkHeader& header);
bool parse(const EndMarkBytes& bytes, EndMark& mark);

}  // namespace hpcast::reftrace
