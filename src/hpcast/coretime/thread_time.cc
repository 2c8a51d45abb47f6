#include "hpcast/coretime/thread_time.h"

#include <algorithm>

namespace hpcast::coretime {

using reftrace::Event;
using reftrace::Op;

namespace {

// Bytes that a repeated string instruction moves at once, whatever its step.
constexpr unsigned log2_string_piece = 5;

}  // namespace

ThreadTime::ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
                       const std::vector<Perfect>& perfect)
    : table_(table) {
  windows_.reserve(perfect.size());
  for (const Perfect& p : perfect) windows_.emplace_back(pipeline, memory, p);
}

void ThreadTime::follow(std::span<const blocks::Word> executed) {
  for (const blocks::Word word : executed) {
    if (reftrace::op_of(word) != Op::event)
      refer(word);
    else if (reftrace::event_of(word) == Event::block)
      enter_block(word);
    else if (code_ != nullptr)
      ++access_;  // it was not made
  }
}

void ThreadTime::enter_block(blocks::Word event) {
  const Code* code = table_.code(reftrace::block_of(event));
  if (code != nullptr && reftrace::exit_of(event) >= code->block->exits.size()) code = nullptr;
  leave_block(code != nullptr ? code->steps.front().address : 0);
  code_ = code;
  if (code_ == nullptr) return;
  exit_ = &code_->block->exits[reftrace::exit_of(event)];
  access_ = 0;
  range_left_ = 0;
}

void ThreadTime::refer(blocks::Word word) {
  if (code_ == nullptr || access_ >= code_->accesses.size()) return;
  const std::uint32_t bytes = reftrace::size_of(word);
  references_.push_back({reftrace::address_of(word), bytes, access_,
                         static_cast<std::uint16_t>(blocks::answerer_of(word))});
  const blocks::Operand& operand = code_->block->operands[access_];
  if (operand.range && range_left_ == 0) range_left_ = operand.bytes;
  range_left_ -= std::min(range_left_, bytes);
  if (range_left_ == 0) ++access_;
}

// Within the piece of memory that the step before was in.
bool ThreadTime::repeats_string() const {
  return string_ == code_ && !references_.empty() &&
         references_.back().address >> log2_string_piece == string_piece_;
}

void ThreadTime::leave_block(std::uint64_t next) {
  if (code_ == nullptr) return;
  const bool string = code_->steps.back().kind == InstructionKind::string;
  if (!string || !repeats_string())
    for (Window& window : windows_) window.execute(*code_, *exit_, references_, next);
  string_ = string ? code_ : nullptr;
  if (string && !references_.empty())
    string_piece_ = references_.back().address >> log2_string_piece;
  references_.clear();
  code_ = nullptr;
}

void ThreadTime::finish() { leave_block(0); }

std::vector<Cycle> ThreadTime::times() const {
  std::vector<Cycle> times;
  for (const Window& window : windows_) times.push_back(window.now());
  return times;
}

}  // namespace hpcast::coretime
