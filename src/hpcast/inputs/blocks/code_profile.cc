#include "hpcast/inputs/blocks/code_profile.h"

namespace hpcast::blocks {

namespace {

bool jumps(Kind kind) {
  return kind == Kind::branch || kind == Kind::jump || kind == Kind::jump_indirect;
}
bool calls(Kind kind) { return kind == Kind::call || kind == Kind::call_indirect; }

}  // namespace

CodeProfile& CodeProfile::operator+=(const CodeProfile& more) {
  if (phases.size() < more.phases.size()) phases.resize(more.phases.size());
  for (std::size_t i = 0; i < more.phases.size(); ++i) phases[i] += more.phases[i];
  for (const auto& [key, loop] : more.loops) {
    Loop& ours = loops.try_emplace(key, Loop{loop.block, 0, {}}).first->second;
    ours.turns += loop.turns;
    ours.mix += loop.mix;
  }
  undescribed += more.undescribed;
  return *this;
}

Loop& CodeProfiler::loop_at(const Block& block, std::uint32_t number) {
  const std::uint64_t key = block.instructions.front().address | std::uint64_t{block.process}
                                                                     << reftrace::address_bits;
  return profile_.loops.try_emplace(key, Loop{number, 0, {}}).first->second;
}

void CodeProfiler::enter(const Block& block, std::uint32_t number) {
  const std::uint64_t address = block.instructions.front().address;
  const bool back = jumps(last_.kind) && address <= last_.address;
  if (loop_ == nullptr || back) loop_ = &loop_at(block, number);
  loop_->turns += back ? 1 : 0;
}

// VEX puts several turns of a short loop into one superblock.
void CodeProfiler::follow(const Instruction& instruction) {
  constexpr std::size_t deepest = 4096;
  if (jumps(last_.kind) && instruction.address <= last_.address) ++loop_->turns;
  if (calls(instruction.kind) && callers_.size() < deepest) callers_.push_back(loop_);
  if (instruction.kind == Kind::ret && !callers_.empty()) {
    loop_ = callers_.back();
    callers_.pop_back();
  }
  last_ = {instruction.kind, instruction.address};
}

void CodeProfiler::code(Word event) {
  if (reftrace::event_of(event) != reftrace::Event::block) return;
  const std::uint32_t number = reftrace::block_of(event);
  const Block* const block = table_.block(number);
  const unsigned exit = reftrace::exit_of(event);
  if (block == nullptr || exit >= block->exits.size()) {
    ++profile_.undescribed;
    last_ = {};
    return;
  }
  enter(*block, number);
  last_ = {};
  loop_->mix.add(*block, exit);
  if (profile_.phases.size() <= phase_) profile_.phases.resize(phase_ + 1);
  profile_.phases[phase_].add(*block, exit);
  for (unsigned i = 0; i <= block->exits[exit].instruction; ++i) follow(block->instructions[i]);
}

}  // namespace hpcast::blocks
