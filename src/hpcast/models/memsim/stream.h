// Where a thread's words come from: a ring of a running program, a trace file, a test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/code.h"
#include "hpcast/inputs/reftrace/operations.h"
#include "hpcast/inputs/reftrace/private_config.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/models/memsim/counts.h"

namespace hpcast::memsim {

using reftrace::PrivateCounters;
using reftrace::Word;

// The phase that a phase event names. Throws InputError where there cannot be so many.
inline std::uint32_t phase_of(const Word* event) {
  if (event[2] >= reftrace::max_phases)
    throw InputError("a stream names phase " + std::to_string(event[2]) + ", beyond the most, " +
                     std::to_string(reftrace::max_phases));
  return static_cast<std::uint32_t>(event[2]);
}

// What an unmapped event tells of, as far as there are addresses.
struct AddressRange {
  std::uint64_t begin, end;
};
inline AddressRange unmapped_in(const Word* event) {
  constexpr std::uint64_t top = std::uint64_t{1} << reftrace::address_bits;
  const std::uint64_t begin = std::min(event[2], top);
  return {begin, begin + std::min(event[3], top - begin)};
}

// What an operations event of a thread in that phase tells. Throws InputError for another form.
inline ThreadOperations operations_in(const Word* event, std::uint32_t thread,
                                      std::uint32_t phase) {
  if (reftrace::payload_words_of(event[0]) != 2 + operation_count_words)
    throw InputError("a stream holds operation counts of another form than this hpcast's",
                     "record the trace again");
  ThreadOperations operations{thread, phase, ProgramPart::main, {}};
  if (event[2] <= static_cast<Word>(ProgramPart::spinning))
    operations.part = static_cast<ProgramPart>(event[2]);
  std::copy_n(event + 3, operation_count_words, words_of(operations.counts));
  return operations;
}

// Words of an event, its head included. Throws InputError for what no tracer writes; a trace's
// reader has refused that before.
inline unsigned words_of_event(Word head) {
  const unsigned payload = reftrace::payload_words_of(head);
  if (reftrace::is_code(head)) return 1;
  if (payload == 0 || payload > reftrace::max_event_payload)
    throw InputError("a stream holds an event of " + std::to_string(payload) +
                         " payload words, which no tracer writes",
                     "the program may have written over it: a memory checker names wild stores");
  return 1 + payload;
}

class WordSource {
 public:
  virtual ~WordSource() = default;
  // Up to `room` next words of the stream; 0 when there are none now (or no more: finished()).
  virtual std::size_t read(Word* to, std::size_t room) = 0;
  // No word will come any more.
  virtual bool finished() const = 0;
  // The reader goes on as if this wait, which the thread is about to write, were there: where it is
  // what comes next, read() leaves it out.
  virtual void anticipate(std::span<const Word> wait) { static_cast<void>(wait); }
  // Nothing has come since.
  virtual bool anticipating() const { return false; }
  // References made by a live thread that is blocked. 0: not known.
  virtual std::uint64_t live_clock() const { return 0; }
  // (request streams) The thread's counters, as of its last event while it lives, and afterwards.
  virtual const PrivateCounters* live_counters() const { return nullptr; }
};

// A wait that was read before its thread wrote it. For sources of live threads.
class Anticipation {
 public:
  void expect(std::span<const Word> wait) { wait_.assign(wait.begin(), wait.end()); }
  bool any() const { return !wait_.empty(); }
  std::span<Word> wait() { return wait_; }
  // Whether so many words, `first` being the first of them, are too few to tell if it is there.
  bool may_begin_with(Word first, std::uint64_t words) const {
    return any() && words < wait_.size() && first == wait_[0];
  }
  // Takes it out of what has come since, if that begins with it; returns how many words are left.
  // Its clock is the same by itself.
  std::size_t leave_out(Word* words, std::size_t count) {
    const std::size_t size = wait_.size();
    const bool there = size > 0 && count >= size && words[0] == wait_[0] &&
                       std::equal(wait_.begin() + 2, wait_.end(), words + 2);
    if (count > 0) wait_.clear();
    if (!there) return count;
    std::copy(words + size, words + count, words);
    return count - size;
  }

 private:
  std::vector<Word> wait_;
};

// What a thread that writes nothing is doing, as far as its host knows.
enum class HostState {
  busy,     // computing, or about to: its words must be waited for
  blocked,  // in a call that waits for `object`, see Doing
  asleep,   // in a system call hpcast knows nothing about
};
struct Doing {
  HostState state = HostState::busy;
  std::uint64_t object = 0;  // HostState::blocked: the object of the wait event to come
  std::uint64_t count = 0;   // and its count, where known beforehand; else 0
};

// The threads of one program run.
class Feed {
 public:
  struct NewThread {
    std::uint32_t id = 0;    // in order of creation
    bool requests = false;   // its private caches were simulated where it ran, on `core`
    std::uint32_t core = 0;  // (requests)
    // (requests) Of PrivateCore: the core's, where this thread simulates them; null where it
    // simulates some apart.
    Word* caches = nullptr;
    std::unique_ptr<WordSource> source;
  };
  virtual ~Feed() = default;
  // Threads not handed out before, by ascending id.
  virtual std::vector<NewThread> new_threads() = 0;
  // No further thread will appear.
  virtual bool complete() const = 0;
  // What the streams' Event::block name; null where they name nothing. Lives as long as the feed.
  virtual const reftrace::Code* code() const { return nullptr; }
  // Whether the next new_threads() will hand out any. A thread whose creator has been read up to
  // its creation must be announced by then.
  virtual bool somebody_new() { return false; }
  virtual Doing doing(std::uint32_t) { return {}; }
  // A thread that is known to go on sooner or later is not going to unless others are read first.
  virtual bool stuck(std::uint32_t) { return false; }
  // (requests) The thread, whose stream has come to `stops` more places where it stops
  // (reftrace::stops_at()), goes on; until a mark at `limit`.
  virtual void grant(std::uint32_t thread, std::uint64_t limit, std::uint32_t stops) {
    static_cast<void>(thread);
    static_cast<void>(limit);
    static_cast<void>(stops);
  }
  // Nothing can be done until more words come: sleep a little. `starving`: the thread waited for,
  // if it is one.
  static constexpr std::uint32_t anybody = ~std::uint32_t{0};
  virtual void idle(std::uint32_t starving) { static_cast<void>(starving); }
};

// Words read but not yet used, always contiguous.
class WordBuffer {
 public:
  const Word* data() const { return words_.data() + begin_; }
  Word* data() { return words_.data() + begin_; }
  std::size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  void drop(std::size_t n) { begin_ += n; }

  // Reads what there is, at most `chunk` words; false if nothing came.
  bool refill(WordSource& source, std::size_t chunk) {
    if (begin_ > 0) {
      std::copy(words_.begin() + static_cast<std::ptrdiff_t>(begin_),
                words_.begin() + static_cast<std::ptrdiff_t>(end_), words_.begin());
      end_ -= begin_;
      begin_ = 0;
    }
    if (words_.size() < end_ + chunk) words_.resize(end_ + chunk);
    const std::size_t got = source.read(words_.data() + end_, chunk);
    end_ += got;
    return got > 0;
  }

  // Appending, for who produces words.
  void push(Word word) {
    if (end_ == words_.size()) make_room();
    words_[end_++] = word;
  }

 private:
  void make_room() {
    if (begin_ > words_.size() / 2) {
      std::copy(words_.begin() + static_cast<std::ptrdiff_t>(begin_),
                words_.begin() + static_cast<std::ptrdiff_t>(end_), words_.begin());
      end_ -= begin_;
      begin_ = 0;
    } else {
      words_.resize(words_.size() * 2 + 1024);
    }
  }

  std::vector<Word> words_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace hpcast::memsim
