#include "hpcast/models/coretime/thread_time.h"

#include <algorithm>
#include <utility>

namespace hpcast::coretime {

using reftrace::Event;
using reftrace::Op;

namespace {

// Instructions: a stretch of fewer, which another part has cut short, goes on.
constexpr std::uint64_t long_enough = 1000;

std::uint16_t answerer_of(blocks::Word word) {
  return static_cast<std::uint16_t>(blocks::answerer_of(word));
}

}  // namespace

ThreadTime::ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
                       const std::vector<Perfect>& perfect)
    : table_(table),
      predictor_(pipeline.branch_history),
      runs_(perfect.size(), true),
      from_(perfect.size()),
      times_(perfect.size()) {
  windows_.reserve(perfect.size());
  for (const Perfect& p : perfect) windows_.emplace_back(pipeline, memory, p);
  enter(0);
}

void ThreadTime::enter(std::uint32_t part) {
  if (!stretches_.empty()) count();
  if (stretches_.size() <= part)
    stretches_.resize(part + 1, {0, 0, std::vector<Stretch::Beside>(windows_.size())});
  part_ = part;
  if (does_ >= Sampled::fill && stretches_[part].instructions == 0) run_all();
}

void ThreadTime::follow(std::span<const blocks::Word> executed) {
  for (const blocks::Word word : executed) {
    if (reftrace::op_of(word) != Op::event)
      refer(word);
    else
      take_event(word);
  }
}

void ThreadTime::take_event(blocks::Word event) {
  switch (reftrace::event_of(event)) {
    case Event::block:
      enter_block(event);
      break;
    case Event::absent:
      if (code_ != nullptr) ++access_;  // it was not made
      break;
    case Event::mark:
      next_ = blocks::sampled_from(event);
      break;
    case Event::signal:  // blocks::meeting
      leave_block(0);
      break;
    default:  // Event::instructions
      leave_block(0);
      begin(next_);
      skipped_ += blocks::instructions_left_out(event);
  }
}

void ThreadTime::enter_block(blocks::Word event) {
  const std::uint32_t number = reftrace::block_of(event);
  if (known_.size() <= number) known_.resize(number + 1);
  if (known_[number] == nullptr) known_[number] = table_.code(number);
  const Code* code = known_[number];
  if (code != nullptr && reftrace::exit_of(event) >= code->block->exits.size()) code = nullptr;
  leave_block(code != nullptr ? code->steps.front().address : 0);
  begin(next_);
  code_ = code;
  if (code_ == nullptr) return;
  exit_ = &code_->block->exits[reftrace::exit_of(event)];
  access_ = 0;
  range_left_ = 0;
}

void ThreadTime::refer(blocks::Word word) {
  if (blocks::is_prefetched(word)) return lines_ahead_.push_back(word);
  if (next_ < Sampled::fill) return windows_[0].pass(reftrace::address_of(word));
  if (code_ == nullptr || access_ >= code_->accesses.size()) return lines_ahead_.clear();
  const std::uint32_t bytes = reftrace::size_of(word);
  last_address_ = reftrace::address_of(word);
  references_.push_back(
      {last_address_, static_cast<std::uint16_t>(bytes), access_, answerer_of(word)});
  if (!lines_ahead_.empty()) refer_ahead();
  const blocks::Operand& operand = code_->block->operands[access_];
  if (operand.range && range_left_ == 0) range_left_ = operand.bytes;
  range_left_ -= std::min(range_left_, bytes);
  if (range_left_ == 0) ++access_;
}

// What was prefetched for the last reference.
void ThreadTime::refer_ahead() {
  for (const blocks::Word line : lines_ahead_)
    references_.push_back({reftrace::address_of(line), 0, access_, answerer_of(line),
                           static_cast<std::uint8_t>(blocks::prefetched_to(line))});
  lines_ahead_.clear();
}

// Within the piece of memory that the step before was in.
bool ThreadTime::repeats_string() const {
  return string_ == code_ && !references_.empty() &&
         last_address_ >> blocks::log2_string_piece == string_piece_;
}

void ThreadTime::leave_block(std::uint64_t next) {
  if (code_ == nullptr) return;
  const bool string = code_->steps.back().kind == InstructionKind::string;
  if (!string || !repeats_string()) execute(next);
  string_ = string ? code_ : nullptr;
  if (string && !references_.empty()) string_piece_ = last_address_ >> blocks::log2_string_piece;
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
  if (does_ >= Sampled::fill)
    for (std::size_t i = 0; i < windows_.size(); ++i)
      if (runs_[i]) windows_[i].execute(*code_, *exit_, references_, mispredicted, next);
  (does_ == Sampled::measure ? measured_ : skipped_) += instructions;
}

// Something else is done from here on.
void ThreadTime::begin(Sampled next) {
  if (next == does_) return;
  count();
  if (next >= Sampled::fill && does_ < Sampled::fill) choose_windows(next);
  if (next == Sampled::measure) begin_stretch();
  does_ = next;
}

// Of stretches that come after others have been left out, each third has one window beside the
// first: they take turns.
void ThreadTime::choose_windows(Sampled next) {
  constexpr std::size_t pause = 3;
  const bool all = next == Sampled::measure;
  turn_ = (turn_ + 1) % std::max<std::size_t>(1, pause * (windows_.size() - 1));
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    runs_[i] = false;
    if (all || i == 0 || (turn_ % pause == 0 && i == 1 + turn_ / pause)) let_run(i);
  }
}

void ThreadTime::let_run(std::size_t window) {
  if (runs_[window]) return;
  runs_[window] = true;
  windows_[window].resume();
  if (window > 0) windows_[window].know_pages_of(windows_[0]);
}

// A part of which nothing has been measured begins while a stretch of another one goes on.
void ThreadTime::run_all() {
  for (std::size_t i = 0; i < windows_.size(); ++i) let_run(i);
  if (does_ == Sampled::measure) begin_stretch();
}

// One that another part has cut short goes on.
void ThreadTime::begin_stretch() {
  Stretch& stretch = stretches_[part_];
  const bool is_new = stretch.instructions >= long_enough;
  if (is_new) {
    stretch.instructions = 0;
    stretch.cycles = 0;
  }
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (is_new && runs_[i]) stretch.beside[i] = {};
    from_[i] = windows_[i].now();
  }
}

void ThreadTime::count_measured(Stretch& stretch) {
  const auto whole = static_cast<double>(windows_[0].now() - from_[0]);
  stretch.cycles += whole;
  counted_ += measured_;
  stretch.instructions += std::exchange(measured_, 0);
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    Stretch::Beside& beside = stretch.beside[i];
    const Cycle now = windows_[i].now();
    const auto own = static_cast<double>(now - from_[i]);
    from_[i] = now;
    times_[i] += runs_[i] ? own : whole * beside.ratio();
    if (!runs_[i]) continue;
    beside.cycles += own;
    beside.of += whole;
  }
}

// What was skipped took as long, an instruction, as what was measured last of that part.
void ThreadTime::count() {
  Stretch& stretch = stretches_[part_];
  if (measured_ > 0) count_measured(stretch);
  if (stretch.instructions == 0) return;
  const double each = stretch.cycles / static_cast<double>(stretch.instructions);
  const double skipped = static_cast<double>(std::exchange(skipped_, 0)) * each;
  for (std::size_t i = 0; i < windows_.size(); ++i)
    times_[i] += skipped * stretch.beside[i].ratio();
}

void ThreadTime::finish() { leave_block(0); }

const std::vector<double>& ThreadTime::times() {
  count();
  return times_;
}

}  // namespace hpcast::coretime
