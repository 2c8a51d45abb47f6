// Turns the bytes of a stream file back into the words of one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/reftrace/predictor.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/stream_format.h"

struct ZSTD_DCtx_s;

namespace hpcast::reftrace {

// Where bytes come from, in order.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills the front of `bytes`, which is not empty; returns how much of it, 0 at the end.
  virtual std::size_t read(std::span<std::uint8_t> bytes) = 0;
};

// Reads strictly forward and holds one chunk in memory: at most 35 bytes a word of it, 35 MiB in
// all, whatever the sizes in a corrupt file are; 2 MiB with what StreamEncoder writes of typical
// programs. Nothing is read before the first call of next(). Bad bytes are an InputError.
class StreamDecoder {
 public:
  // `name` is the file's, for messages.
  StreamDecoder(std::unique_ptr<ByteSource> source, std::string name);
  StreamDecoder(const StreamDecoder&) = delete;
  StreamDecoder& operator=(const StreamDecoder&) = delete;
  ~StreamDecoder();

  // From here on an event must have the payload that record.h lists, and a phase must be one of so
  // many: whoever uses the words need not look.
  void check_events(std::uint64_t phases) { phases_ = phases; }

  // The next words, up to 2^14, valid until the next call; none at the end of the stream.
  std::span<const Word> next();

  // Of the chunks handed out whole; at the end, of the stream.
  const StreamTotals& totals() const { return totals_; }
  // After the first next().
  std::uint32_t thread() const { return thread_; }
  // After the end: more was traced than the writer could write.
  bool cut() const { return cut_; }
  std::uint64_t bytes() const { return bytes_; }  // read so far

 private:
  struct Buffer {
    std::vector<std::uint8_t> bytes;
    std::size_t size = 0;
    std::size_t at = 0;
    std::size_t left() const { return size - at; }
  };

  [[noreturn]] void fail(std::string message, std::string hint = {}) const;
  [[noreturn]] void fail_corrupt(const std::string& what) const;
  [[noreturn]] void fail_truncated() const;
  std::size_t read_some(std::span<std::uint8_t> bytes);
  void read_fully(std::span<std::uint8_t> bytes);

  void read_stream_header();
  bool next_chunk();
  template <class Bytes>
  Bytes read_tagged(std::uint32_t tag);
  void read_end_mark();
  void read_chunk();
  void read_part(unsigned part, PartSize size);
  void finish_chunk();

  std::size_t decode(std::span<Word> out);
  [[gnu::always_inline]] inline Word* decode_run(Word* out, Word* end);
  [[gnu::always_inline]] inline Word* decode_token(Word* out);
  Word* decode_payload(Word* out, Word* end);
  [[gnu::always_inline]] inline Word mispredicted(unsigned code);
  Word literal();
  std::uint16_t named_slot();
  [[gnu::always_inline]] inline Word difference(Form form, unsigned log2_size);
  template <unsigned count>
  [[gnu::always_inline]] inline Word planes(unsigned part);
  [[gnu::always_inline]] inline void next_token();
  void take_event_word();
  void take_code_word(Word word);
  void check_head(Word head) const;
  void check_payload(Word value) const;
  std::uint64_t varint(unsigned part);
  void need(unsigned part, std::size_t bytes) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> decompressor_;
  Predictor predictor_;
  std::array<Buffer, part_count> parts_;
  std::vector<std::uint8_t> compressed_;
  std::vector<Word> words_;
  ChunkHeader chunk_;
  std::size_t chunk_left_ = 0;         // words of the chunk not yet decoded
  std::size_t chunk_events_left_ = 0;  // words of events among them, by the chunk's header
  std::size_t run_ = 0;                // words to predict before the token at hand
  std::optional<unsigned> code_;       // that token's; none: the run is the chunk's last
  Word event_ = 0;                     // the head of the last event
  unsigned payload_left_ = 0;
  bool payload_starts_ = false;
  bool started_ = false;
  bool ended_ = false;
  bool cut_ = false;
  std::uint32_t thread_ = 0;
  std::optional<std::uint64_t> phases_;  // none: events are not checked
  StreamTotals totals_;
  std::uint64_t bytes_ = 0;
};

}  // namespace hpcast::reftrace
