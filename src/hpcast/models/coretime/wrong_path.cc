#include "hpcast/models/coretime/wrong_path.h"

#include <algorithm>

namespace hpcast::coretime {

// Compilers lay out loops with their way out behind them, and of two ways the one behind the other:
// the ways meet behind the lower one, or where the jump over it leads.
std::uint64_t WrongPath::meeting(const Step& jump, std::uint64_t next) const {
  if (jump.kind == InstructionKind::call_indirect) return jump.end;
  if (jump.kind != InstructionKind::branch) return never;
  const bool taken = next != jump.end;
  const std::uint64_t target = taken ? next : targets_.target(jump.end);
  if (target == 0) return never;
  if (target < jump.end) return jump.end;
  if (!taken || !targets_.always_jumps(target)) return target;
  return std::max(target, targets_.target(target));
}

void WrongPath::begin(const Step& jump, std::uint64_t next, Cycle dispatched, Cycle decided) {
  const std::uint64_t meeting = this->meeting(jump, next);
  if (!goes_on_) {
    goes_on_ = true;
    apart_ = false;
    ++path_;
    began_ = dispatched_ = dispatched;
    decided_ = decided;
    slots_ = instructions_ = loads_ = waiting_ = 0;
    depth_ = 0;
  }
  const int depth = depth_ - (jump.kind == InstructionKind::call_indirect ? 1 : 0);
  if (apart_ && depth > meeting_depth_) return;
  meeting_ = apart_ && depth == meeting_depth_ ? std::max(meeting_, meeting) : meeting;
  meeting_depth_ = depth;
  apart_ = true;
}

void WrongPath::go_on(const Step& step) {
  slots_ += step.slots;
  loads_ += step.loads;
  dispatched_ = began_ + slots_ / pipeline_.dispatch_width;
  if (dispatched_ >= decided_ || ++instructions_ > pipeline_.reorder_buffer ||
      loads_ > pipeline_.load_queue || waiting_ > pipeline_.scheduler)
    return end();
  if (apart_ && (depth_ < meeting_depth_ || (depth_ == meeting_depth_ && step.address >= meeting_)))
    apart_ = false;
  if (step.kind == InstructionKind::call || step.kind == InstructionKind::call_indirect) ++depth_;
  if (step.kind == InstructionKind::ret) --depth_;
}

void WrongPath::leave(const blocks::Exit& exit) {
  if (!goes_on_) return;
  for (std::size_t i = 0; i < exit.registers.size(); ++i) {
    const blocks::Value value = exit.registers[i].value;
    changed_[i] = value < blocks::first_register ? results_[value]
                                                 : registers_[value - blocks::first_register];
  }
  for (std::size_t i = 0; i < exit.registers.size(); ++i)
    registers_[exit.registers[i].reg] = changed_[i];
}

}  // namespace hpcast::coretime
