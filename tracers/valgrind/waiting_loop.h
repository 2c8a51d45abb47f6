// A thread in a loop that may wait for what others write (blocks/waiting_turn.h): its turns, as the
// batch has them. How often the loop turns under Valgrind, where one thread runs at a time, says
// nothing of other machines: turns that only wait are taken out of the batch again, but for the
// first one.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "hpcast/inputs/blocks/waiting_turn.h"
#include "hpcast/inputs/reftrace/code_table.h"
#include "hpcast/inputs/reftrace/operations.h"

namespace hpcast::tracer {

using reftrace::Word;

// One turn, as the batch had it.
struct Turn {
  static constexpr std::int64_t longest = 64;  // words
  Word words[longest];
  unsigned length;

  const Word* begin() const { return words; }
  const Word* end() const { return words + length; }
  void assign(const Word* from, const Word* to) {
    length = static_cast<unsigned>(to - from);
    for (unsigned i = 0; i < length; ++i) words[i] = from[i];
  }
  bool is(const Word* from, const Word* to) const;
  // What it does, by descriptions; false where something is not described.
  bool follow(const reftrace::CodeTable& code, blocks::WaitingTurn& turn) const;
  // The branch at which a thread has left the loop that went on with these words; 0: it did not go
  // on from there.
  std::uint64_t left_at(const reftrace::CodeTable& code, const Word* from, const Word* to) const;
};

// Zeroed memory is that of a thread in no such loop.
class WaitingLoop {
 public:
  // A loop goes back from the end of that block; `end`: of the batch. Whether that ends a turn: of
  // a loop that may go back from several blocks, one does.
  bool ends_turn(std::uint32_t block, const Word* end);
  // So it does. True where the turn only waits, and was as the one before.
  bool goes_back(const reftrace::CodeTable& code, std::uint32_t block, const Word* end);
  // The next turn's words begin here; executed so far.
  void begin_turn(Word* begin, const OperationCounts& executed) {
    begin_ = begin;
    executed_ = executed;
  }
  // The batch, up to `end`, is about to be emptied, to `empty`. A turn that is under way is over.
  void leave_batch(const Word* end, Word* empty) { begin_ = begin_ == end ? empty : nullptr; }
  // Another thread has had the batch meanwhile, which is empty.
  void enter_batch(Word* empty) {
    if (begin_ != nullptr) begin_ = empty;
  }
  void forget() { begin_ = nullptr; }
  // Whatever it waits for, turns like the present one are work.
  void count_as_work() { waits_ = false; }

  // The turn that repeats.
  const Turn& turn() const { return turn_; }
  Word* begin() const { return begin_; }
  // What a turn that is taken out has executed goes from `now` to `spun`.
  void take_out(OperationCounts& now, OperationCounts& spun) const;

 private:
  bool repeats(std::uint32_t block, const Word* end) const;
  void remember(std::uint32_t block, const Word* end);
  bool judge(const reftrace::CodeTable& code) const;

  Word* begin_;  // of the present turn in the batch; null: in no loop
  std::uint32_t block_;
  unsigned others_;  // ends of turns of another loop since this one's last
  bool is_judged_, waits_;
  Turn turn_;                 // the last one that was another one than that before
  OperationCounts executed_;  // as the turn began
};

}  // namespace hpcast::tracer
