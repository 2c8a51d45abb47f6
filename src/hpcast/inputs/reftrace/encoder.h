// Turns one thread's words into the bytes of a stream file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hpcast/inputs/reftrace/predictor.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/stream_format.h"

struct ZSTD_CCtx_s;

namespace hpcast::reftrace {

// Where bytes go, in order. May throw InputError.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
};

// Keeps at most one chunk of about 2^18 words in memory, encoded. Any words at all come back as
// they were; the compression counts on them being those of record.h. Not for several host threads
// at once.
class StreamEncoder {
 public:
  // The file header goes to `sink` at once.
  StreamEncoder(ByteSink& sink, std::uint32_t thread);
  StreamEncoder(const StreamEncoder&) = delete;
  StreamEncoder& operator=(const StreamEncoder&) = delete;
  ~StreamEncoder();

  // What the sink throws comes through; then only give_up() may follow.
  void append(std::span<const Word> words);
  // The words still held, then the end mark.
  void finish();
  // The same, the end mark saying that the stream was cut: more words were to come.
  void finish_cut();
  // That end mark alone, after what the sink took so far.
  void give_up();

  // What the sink has taken.
  const StreamTotals& totals() const { return totals_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  // Bytes of one part; room is made once a block, not once a byte.
  struct Buffer {
    std::vector<std::uint8_t> bytes;
    std::size_t size = 0;
    void make_room(std::size_t more);
    void put(std::uint8_t byte) { bytes[size++] = byte; }
    void put_u16(std::uint16_t value);
    void put_u64(std::uint64_t value);
    void put_varint(std::uint64_t value);
  };
  struct Choice {
    std::uint16_t slot;
    bool literal;
  };

  void encode(std::span<const Word> words);
  [[gnu::always_inline]] inline const Word* skip_predicted(const Word* word, const Word* end);
  [[gnu::always_inline]] inline void put_token(unsigned code);
  [[gnu::always_inline]] inline void put_mispredicted(Word w);
  [[gnu::always_inline]] inline Choice choose(Word w, std::uint16_t expected) const;
  Choice choose_at_home(Word w) const;
  void put_literal(Word w, std::uint16_t slot);
  [[gnu::always_inline]] inline void put_target(std::uint16_t slot, Target target, Form form);
  [[gnu::always_inline]] inline Form put_difference(Word w, const Slot& slot);
  template <unsigned count>
  [[gnu::always_inline]] inline void put_planes(unsigned part, Word value);
  const Word* put_event(const Word* word, const Word* end);
  const Word* put_payload(const Word* word, const Word* end);
  void flush_chunk();
  void compress_parts(ChunkHeader& header);
  void write(std::span<const std::uint8_t> bytes);

  ByteSink& sink_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> compressor_;
  Predictor predictor_;
  std::array<Buffer, part_count> parts_;
  std::vector<std::uint8_t> chunk_;  // header and compressed parts
  std::size_t words_ = 0;            // in the chunk being built
  std::size_t event_words_ = 0;      // those of them that are no references
  std::size_t run_ = 0;              // words predicted since the last token
  unsigned payload_left_ = 0;        // words to come that belong to an event
  bool payload_starts_ = false;
  StreamTotals totals_;
  std::uint64_t bytes_ = 0;
};

}  // namespace hpcast::reftrace
