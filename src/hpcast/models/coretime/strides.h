// How the addresses of a thread's loads and stores go on, by where these are in the code: an
// instruction may be in several superblocks, as the first turn of a loop mostly is.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "hpcast/models/coretime/code.h"
#include "hpcast/models/coretime/memory.h"

namespace hpcast::coretime {

class Strides {
 public:
  Strides() = default;
  Strides(const Strides&) = delete;  // which would point into the other
  Strides(Strides&&) = default;

  // By access of the block.
  const std::vector<Stride*>& of(const Code& code) {
    if (by_block_.size() <= code.number) by_block_.resize(code.number + 1);
    std::vector<Stride*>& strides = by_block_[code.number];
    if (strides.size() < code.accesses.size()) find(code, strides);
    return strides;
  }

 private:
  void find(const Code& code, std::vector<Stride*>& strides) {
    strides.clear();
    for (const blocks::Operand& operand : code.block->operands) {
      const blocks::Instruction& in = code.block->instructions[operand.instruction];
      Stride*& stride = by_place_[{in.address, strides.size() - in.first_operand}];
      if (stride == nullptr) stride = &all_.emplace_back();
      strides.push_back(stride);
    }
  }

  std::deque<Stride> all_;
  std::map<std::pair<std::uint64_t, std::size_t>, Stride*> by_place_;  // instruction, its operand
  std::vector<std::vector<Stride*>> by_block_;
};

}  // namespace hpcast::coretime
