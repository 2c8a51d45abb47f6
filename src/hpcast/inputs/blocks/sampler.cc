#include "hpcast/inputs/blocks/sampler.h"

namespace hpcast::blocks {

unsigned Sampler::look_up(Word event) {
  const Block* const block = table_->block(reftrace::block_of(event));
  const unsigned exit = reftrace::exit_of(event);
  if (block == nullptr || exit >= block->exits.size()) return 0;
  if (block->instructions.back().kind == Kind::string) return steps_of_string(*block);
  const unsigned instructions = block->exits[exit].instruction + 1U;
  known_[event >> reftrace::block_shift & (entries - 1)] = {event, instructions};
  return instructions;
}

// A processor moves whole pieces at once, whatever a repeated instruction's step.
unsigned Sampler::steps_of_string(const Block& block) {
  if (!block.operands.empty()) string_bytes_ += block.operands.back().bytes;
  const bool is_piece = block.operands.empty() || string_bytes_ >= string_piece;
  if (is_piece) string_bytes_ = 0;
  return is_piece ? static_cast<unsigned>(block.instructions.size()) : 0;
}

}  // namespace hpcast::blocks
