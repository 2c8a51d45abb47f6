// References read from a text, on their way into a trace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/pieces.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// One stream for each thread the text names, numbered in the order of their first references. At
// most max_threads.
class TextStreams {
 public:
  // Takes the next words of a thread. May throw InputError.
  using Sink = std::function<void(std::uint32_t thread, std::span<const Word> words)>;

  explicit TextStreams(Sink sink) : sink_(std::move(sink)) {}

  // What add() is given from here on, the thread `id` did. False when that is one thread too many;
  // then nothing may be added before another call.
  [[nodiscard]] bool switch_to(std::uint64_t id) {
    Stream* const recent = recent_[id % recent_.size()];
    if (recent != nullptr && recent->id == id) {
      current_ = recent;
      return true;
    }
    return switch_to_rare(id);
  }

  // One access, in the pieces of record.h. `bytes` is not 0 and the last one's address fits 48
  // bits.
  void add(std::uint64_t address, std::uint64_t bytes, Op op, Word site) {
    if (is_one_reference(bytes)) [[likely]]
      return put(reference(address, static_cast<unsigned>(__builtin_ctzll(bytes)), op, site));
    for (Pieces pieces(address, bytes); !pieces.done();) {
      const Piece piece = pieces.next();
      put(reference(piece.address, piece.log2_size, op, site));
    }
  }

  std::size_t threads() const { return streams_.size(); }
  // The sink has thrown. What is added is lost.
  bool failed() const { return failed_; }
  // Ends every stream. Of an input without a reference there is none.
  void finish();

 private:
  static constexpr std::size_t buffered = 4096;  // words; so many go to the sink at once

  struct Stream {
    std::uint64_t id;      // the text's
    std::uint32_t thread;  // the trace's
    std::uint64_t references = 0;
    std::size_t used = 0;
    std::array<Word, buffered> words;
  };

  void put(Word word) {
    if (current_->used == buffered) [[unlikely]]
      flush(*current_);
    current_->words[current_->used++] = word;
    ++current_->references;
  }
  bool switch_to_rare(std::uint64_t id);
  Stream* start(std::uint64_t id);
  void flush(Stream& stream);
  void write(const Stream& stream, std::span<const Word> words);

  Sink sink_;
  Stream* current_ = nullptr;
  std::array<Stream*, 64> recent_{};
  std::unordered_map<std::uint64_t, Stream*> by_id_;
  std::vector<std::unique_ptr<Stream>> streams_;  // by thread
  bool failed_ = false;
};

}  // namespace hpcast::reftrace
