// A thread's ring in the channel, and what found no room in it.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::tracer {

using reftrace::Word;

struct Written {
  std::uint64_t loads, stores;
  Written& operator+=(const Written& more) {
    loads += more.loads;
    stores += more.stores;
    return *this;
  }
};

// Zeroed memory is a writer that has no ring yet.
class RingWriter {
 public:
  // Goes on where the slot's last writer left its ring.
  void open(reftrace::ChannelHeader& header, reftrace::ThreadSlot& slot, Word* ring);

  // What finds no room is kept. Returns what the words are, if all are references or tell of code.
  Written write(const Word* words, std::uint64_t count);

  bool keeps_words() const { return kept_words_ != 0; }
  // Nothing is kept, and so many words more would not be.
  bool has_room(std::uint64_t words) const { return !keeps_words() && room() >= words; }
  // Puts what is kept into the ring, waiting until there is room for so many words more. Valgrind's
  // lock is not held.
  void wait_for_room(std::uint64_t words);

 private:
  std::uint64_t used() const;
  std::uint64_t room() const { return header_->ring_words - used(); }
  void wake_reader_when_half_full();
  void wait_for_reader(std::uint64_t words);
  Written put_in_ring(const Word* words, std::uint64_t& count);
  Written keep(const Word* words, std::uint64_t count);
  void put_kept();

  reftrace::ChannelHeader* header_;
  reftrace::ThreadSlot* slot_;
  Word* ring_;
  std::uint64_t tail_;  // words in the ring so far
  bool reader_woken_;   // for the present filling of more than half of it
  Word* kept_;
  std::uint64_t kept_words_, kept_capacity_;
};

void wake_reader(reftrace::ChannelHeader& header);

}  // namespace hpcast::tracer
