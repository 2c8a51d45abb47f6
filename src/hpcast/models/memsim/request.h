// What one part of the memory system asks of the next: the words of a request stream. Freestanding.
//
// A core's private caches emit these; the shared side serves them. Events of record.h stand
// between them, in the same stream.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::memsim {

enum class Ask : std::uint32_t {
  read = 0,       // a line (or, from a core without private caches, a reference's bytes) to read
  own = 1,        // the same, to be written by the asker (RFO)
  writeback = 2,  // a dirty line, evicted
  victim = 3,     // a clean line, evicted; only to a victim (exclusive) cache
  write = 4,      // bytes written through
  bypass = 5,     // bytes of non-temporal stores, combined within a line
  upgrade = 6,    // no data: the asker holds the line and is about to write it (coherence)
  flush = 7,      // a dirty line given up because another core asked for it (coherence)
};

using reftrace::Word;

// Who asks.
enum class Asker : std::uint32_t {
  core = 0,
  prefetcher = 1,
  told_prefetcher = 2,  // and who answers is to be told (observer.h)
};

// Bits 0-47 address, 48-50 Ask, 51-52 Asker (an event has both set), 53-63 bytes; a flush holds
// log2(bytes) and, above these four bits, how many shared caches it passes before it is absorbed.
inline constexpr std::uint32_t max_request_bytes = 2047;

constexpr Word request(Ask ask, std::uint64_t address, std::uint32_t bytes,
                       Asker asker = Asker::core) {
  return (address & reftrace::address_mask) | static_cast<Word>(ask) << 48 |
         static_cast<Word>(asker) << 51 | Word{bytes} << 53;
}
constexpr Word flush_request(std::uint64_t address, std::uint32_t log2_bytes, std::uint32_t depth) {
  return request(Ask::flush, address, log2_bytes | depth << 4);
}
constexpr Ask ask_of(Word w) { return static_cast<Ask>((w >> 48) & 7); }
constexpr Asker asker_of(Word w) { return static_cast<Asker>((w >> 51) & 3); }
constexpr std::uint32_t bytes_of(Word w) { return static_cast<std::uint32_t>(w >> 53); }
constexpr std::uint32_t flush_bytes_of(Word w) { return 1U << (bytes_of(w) & 15); }
constexpr std::uint32_t flush_depth_of(Word w) { return bytes_of(w) >> 4; }

}  // namespace hpcast::memsim
