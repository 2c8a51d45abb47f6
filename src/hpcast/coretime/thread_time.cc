#include "hpcast/coretime/thread_time.h"

#include <algorithm>
#include <utility>

namespace hpcast::coretime {

using reftrace::Event;
using reftrace::Op;

namespace {

// Bytes that a repeated string instruction moves at once, whatever its step.
constexpr unsigned log2_string_piece = 5;

}  // namespace

ThreadTime::ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
                       const std::vector<Perfect>& perfect, SamplingPlan plan)
    : table_(table),
      predictor_(pipeline.branch_history),
      sampling_(plan),
      from_(perfect.size()),
      times_(perfect.size()),
      long_enough_(plan.stretch / 2) {
  windows_.reserve(perfect.size());
  for (const Perfect& p : perfect) windows_.emplace_back(pipeline, memory, p);
  enter(0);
}

void ThreadTime::enter(std::uint32_t part) {
  if (!stretches_.empty()) count();
  if (stretches_.size() <= part)
    stretches_.resize(part + 1, {0, std::vector<double>(windows_.size())});
  part_ = part;
  sampling_.enter(part);
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
  if (!string || !repeats_string()) execute(next);
  string_ = string ? code_ : nullptr;
  if (string && !references_.empty())
    string_piece_ = references_.back().address >> log2_string_piece;
  references_.clear();
  code_ = nullptr;
}

// The jumps of the block that are predicted wrongly. Returns never are: callers are remembered.
Steps ThreadTime::predict(std::uint64_t next) {
  Steps missed;
  for (std::size_t i = 0; i <= exit_->instruction; ++i) {
    const Step& step = code_->steps[i];
    const bool taken = i == exit_->instruction ? exit_->taken : !step.taken;
    if (step.kind == InstructionKind::branch)
      missed[i] = predictor_.misses_branch(step.address, taken);
    else if (step.kind == InstructionKind::jump_indirect ||
             step.kind == InstructionKind::call_indirect)
      missed[i] = predictor_.misses_target(step.address, next);
  }
  return missed;
}

void ThreadTime::execute(std::uint64_t next) {
  const Steps mispredicted = predict(next);
  const std::uint64_t instructions = exit_->instruction + 1U;
  const Does does = sampling_.does();
  if (does != did_) begin_stretch();
  did_ = does;
  for (Window& window : windows_)
    if (does == Does::skip)
      window.skip(references_);
    else
      window.execute(*code_, *exit_, references_, mispredicted, next);
  (does == Does::measure ? measured_ : skipped_) += instructions;
  sampling_.pass(instructions);
}

// Something else is done from here on.
void ThreadTime::begin_stretch() {
  count();
  if (did_ == Does::skip)
    for (Window& window : windows_) window.resume();
  if (sampling_.does() != Does::measure) return;
  // One that another part has cut short goes on.
  Stretch& stretch = stretches_[part_];
  if (stretch.instructions >= long_enough_) stretch = {0, std::vector<double>(windows_.size())};
  for (std::size_t i = 0; i < windows_.size(); ++i) from_[i] = windows_[i].now();
}

// What was skipped took as long, an instruction, as what was measured last of that part.
void ThreadTime::count() {
  Stretch& stretch = stretches_[part_];
  for (std::size_t i = 0; i < windows_.size() && measured_ > 0; ++i) {
    const Cycle now = windows_[i].now();
    const auto cycles = static_cast<double>(now - from_[i]);
    times_[i] += cycles;
    stretch.cycles[i] += cycles;
    from_[i] = now;
  }
  stretch.instructions += std::exchange(measured_, 0);
  if (stretch.instructions == 0) return;
  for (std::size_t i = 0; i < windows_.size(); ++i)
    times_[i] += static_cast<double>(skipped_) * stretch.cycles[i] /
                 static_cast<double>(stretch.instructions);
  skipped_ = 0;
}

void ThreadTime::finish() { leave_block(0); }

const std::vector<double>& ThreadTime::times() {
  count();
  return times_;
}

}  // namespace hpcast::coretime
