// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting_loop.h"

#include "hpcast/blocks/waiting_turn.h"

namespace hpcast::tracer {

using reftrace::Event;
using reftrace::Op;

bool WaitingLoop::ends_turn(std::uint32_t block, const Word* end) {
  constexpr unsigned most_others = 7;  // pauses of a turn that a compiler has unrolled eight times
  const bool in_turn = begin_ != nullptr && end - begin_ <= longest;
  if (in_turn && block != block_ && ++others_ <= most_others) return false;
  others_ = 0;
  return true;
}

bool WaitingLoop::repeats(std::uint32_t block, const Word* end) const {
  if (begin_ == nullptr || block != block_ || end - begin_ != length_) return false;
  for (unsigned i = 0; i < length_; ++i)
    if (begin_[i] != turn_[i]) return false;
  return length_ != 0;
}

void WaitingLoop::remember(std::uint32_t block, const Word* end) {
  if (begin_ == nullptr && block == block_) return;  // it is entered again
  const bool is_whole = begin_ != nullptr && block == block_ && end - begin_ <= longest;
  block_ = block;
  is_judged_ = waits_ = false;
  length_ = is_whole ? static_cast<unsigned>(end - begin_) : 0;
  for (unsigned i = 0; i < length_; ++i) turn_[i] = begin_[i];
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
  for (unsigned i = 0; i < length_; ++i) {
    if (reftrace::op_of(turn_[i]) != Op::event) continue;
    if (reftrace::event_of(turn_[i]) != Event::block) return false;
    const Word* const description = code.description(reftrace::block_of(turn_[i]));
    if (description == nullptr) return false;
    turn.pass(description, reftrace::exit_of(turn_[i]));
  }
  return turn.waits();
}

void WaitingLoop::take_out(OperationCounts& now, OperationCounts& spun) const {
  const std::uint64_t loads = now.loads, stores = now.stores;  // counted as they leave the batch
  for (unsigned i = 0; i < operation_count_words; ++i)
    words_of(spun)[i] += words_of(now)[i] - words_of(executed_)[i];
  spun.loads -= loads - executed_.loads;
  spun.stores -= stores - executed_.stores;
  for (unsigned i = 0; i < length_; ++i) {
    spun.loads += reftrace::op_of(turn_[i]) == Op::read ? 1 : 0;
    spun.stores += reftrace::op_of(turn_[i]) == Op::write ? 1 : 0;
  }
  now = executed_;
  now.loads = loads;
  now.stores = stores;
}

}  // namespace hpcast::tracer
