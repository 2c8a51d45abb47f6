#include "hpcast/inputs/blocks/mix.h"

#include <numeric>

namespace hpcast::blocks {

void Mix::add(const Block& block, unsigned exit) {
  const Exit& left = block.exits.at(exit);
  for (unsigned i = 0; i <= left.instruction; ++i)
    ++instructions[static_cast<unsigned>(block.instructions[i].kind)];
  const auto went = [this](bool was_taken) { ++(was_taken ? taken : not_taken); };
  // Where it could have been left before, and was not, the branch went the other way.
  for (unsigned i = 0; i < exit; ++i)
    if (block.exits[i].branch && block.exits[i].instruction != left.instruction)
      went(!block.exits[i].taken);
  if (left.branch) went(left.taken);
}

Mix& Mix::operator+=(const Mix& more) {
  for (unsigned kind = 0; kind < kinds; ++kind) instructions[kind] += more.instructions[kind];
  taken += more.taken;
  not_taken += more.not_taken;
  return *this;
}

std::uint64_t Mix::total() const {
  return std::accumulate(instructions.begin(), instructions.end(), std::uint64_t{0});
}

}  // namespace hpcast::blocks
