// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting_loop.h"

namespace hpcast::tracer {

using reftrace::Event;
using reftrace::Op;

namespace {

bool is_executed(Word w) {
  return reftrace::op_of(w) == Op::event && reftrace::event_of(w) == Event::block;
}

// Of the superblock's way out by one of two exits, the branch that decides on it.
std::uint64_t branch_between(const Word* description, unsigned one, unsigned other) {
  const Word* const ways_out = description + reftrace::words_of_description(description[0]) -
                               blocks::exits_in(description[0]);
  const unsigned branch = blocks::instruction_in(ways_out[one < other ? one : other]);
  const Word* instruction = description + 1;
  for (unsigned i = 0; i < branch; ++i) instruction = blocks::next_instruction(instruction);
  return *instruction & reftrace::address_mask;
}

}  // namespace

bool Turn::is(const Word* from, const Word* to) const {
  if (to - from != length) return false;
  for (unsigned i = 0; i < length; ++i)
    if (from[i] != words[i]) return false;
  return length != 0;
}

bool Turn::follow(const reftrace::CodeTable& code, blocks::WaitingTurn& turn) const {
  for (const Word w : *this) {
    if (reftrace::op_of(w) != Op::event) continue;
    if (!is_executed(w)) return false;
    const Word* const description = code.description(reftrace::block_of(w));
    if (description == nullptr) return false;
    turn.pass(description, reftrace::exit_of(w));
  }
  return true;
}

std::uint64_t Turn::left_at(const reftrace::CodeTable& code, const Word* from,
                            const Word* to) const {
  const Word* w = begin();
  while (w != end() && from != to && *w == *from) ++w, ++from;
  if (w == end() || from == to || !is_executed(*w) || !is_executed(*from)) return 0;
  if (reftrace::block_of(*w) != reftrace::block_of(*from)) return 0;
  const Word* const description = code.description(reftrace::block_of(*w));
  if (description == nullptr) return 0;
  return branch_between(description, reftrace::exit_of(*w), reftrace::exit_of(*from));
}

bool WaitingLoop::ends_turn(std::uint32_t block, const Word* end) {
  constexpr unsigned most_others = 7;  // pauses of a turn that a compiler has unrolled eight times
  const bool in_turn = begin_ != nullptr && end - begin_ <= Turn::longest;
  if (in_turn && block != block_ && ++others_ <= most_others) return false;
  others_ = 0;
  return true;
}

bool WaitingLoop::repeats(std::uint32_t block, const Word* end) const {
  return begin_ != nullptr && block == block_ && turn_.is(begin_, end);
}

void WaitingLoop::remember(std::uint32_t block, const Word* end) {
  if (begin_ == nullptr && block == block_) return;  // it is entered again
  const bool is_whole = begin_ != nullptr && block == block_ && end - begin_ <= Turn::longest;
  block_ = block;
  is_judged_ = waits_ = false;
  turn_.assign(begin_, is_whole ? end : begin_);
}

bool WaitingLoop::goes_back(const reftrace::CodeTable& code, std::uint32_t block, const Word* end) {
  if (!repeats(block, end)) {
    remember(block, end);
    return false;
  }
  if (!is_judged_) waits_ = judge(code);
  is_judged_ = true;
  return waits_;
}

bool WaitingLoop::judge(const reftrace::CodeTable& code) const {
  blocks::WaitingTurn turn;
  return turn_.follow(code, turn) && turn.waits();
}

void WaitingLoop::take_out(OperationCounts& now, OperationCounts& spun) const {
  const std::uint64_t loads = now.loads, stores = now.stores;  // counted as they leave the batch
  for (unsigned i = 0; i < operation_count_words; ++i)
    words_of(spun)[i] += words_of(now)[i] - words_of(executed_)[i];
  spun.loads -= loads - executed_.loads;
  spun.stores -= stores - executed_.stores;
  for (const Word w : turn_) {
    spun.loads += reftrace::op_of(w) == Op::read ? 1 : 0;
    spun.stores += reftrace::op_of(w) == Op::write ? 1 : 0;
  }
  now = executed_;
  now.loads = loads;
  now.stores = stores;
}

}  // namespace hpcast::tracer
