#include "hpcast/inputs/blocks/dependences.h"

#include <algorithm>

namespace hpcast::blocks {

using reftrace::Event;
using reftrace::Op;

std::uint64_t Dependences::made_from(Value value) const {
  return value < first_register ? of_result_[value] : of_register_[value - first_register];
}

// What the instructions before that one have made is known from here on.
void Dependences::advance_to(unsigned instruction) {
  for (; at_ < instruction; ++at_) {
    std::uint64_t latest = loaded_;
    for (const Value value : block_->values_of(block_->instructions[at_]))
      latest = std::max(latest, made_from(value));
    of_result_[at_] = latest;
    loaded_ = 0;
  }
}

void Dependences::leave_block() {
  if (block_ == nullptr) return;
  advance_to(exit_->instruction + 1U);
  std::array<std::uint64_t, registers> changed;
  for (std::size_t i = 0; i < exit_->registers.size(); ++i)
    changed[i] = made_from(exit_->registers[i].value);
  for (std::size_t i = 0; i < exit_->registers.size(); ++i)
    of_register_[exit_->registers[i].reg] = changed[i];
  executed_ += at_;
  at_ = 0;
  block_ = nullptr;
}

const Operand* Dependences::operand() const {
  if (block_ == nullptr || next_operand_ >= exit_->operands) return nullptr;
  return &block_->operands[next_operand_];
}

// A range ends with the reference that makes it full.
void Dependences::finish_operand(const Operand& operand, std::uint32_t bytes) {
  if (operand.range && range_left_ == 0) range_left_ = operand.bytes;
  range_left_ -= std::min(range_left_, bytes);
  if (range_left_ == 0) ++next_operand_;
}

void Dependences::code(Word event) {
  if (reftrace::event_of(event) == Event::absent) {
    if (operand() != nullptr) ++next_operand_;
    return;
  }
  leave_block();
  next_operand_ = 0;
  range_left_ = 0;
  loaded_ = 0;
  block_ = table_->block(reftrace::block_of(event));
  if (block_ == nullptr) return;
  if (reftrace::exit_of(event) >= block_->exits.size()) {
    block_ = nullptr;
    return;
  }
  exit_ = &block_->exits[reftrace::exit_of(event)];
}

void Dependences::reference(Word reference, std::uint64_t clock) {
  origin_ = 0;
  const Operand* const operand = this->operand();
  if (operand == nullptr) return;
  advance_to(operand->instruction);
  for (unsigned i = 0; i < operand->address_count; ++i)
    origin_ = std::max(origin_, made_from(operand->address[i]));
  if (reftrace::op_of(reference) == Op::read) loaded_ = clock + 1;
  finish_operand(*operand, reftrace::size_of(reference));
}

std::uint64_t Dependences::instructions() const {
  return executed_ + (block_ != nullptr ? exit_->instruction + 1U : 0U);
}

}  // namespace hpcast::blocks
