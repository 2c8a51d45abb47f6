// Follows one thread through the code that it executes: how many instructions it has executed
// before each of its references, and which load a reference's address was made from.
//
// What goes through memory is not followed: the load that brings it back is the one asked for.
#pragma once

#include <array>
#include <cstdint>

#include "hpcast/inputs/blocks/table.h"

namespace hpcast::blocks {

class Dependences {
 public:
  // `table` outlives this.
  explicit Dependences(const Table& table) : table_(&table) {}

  // The next word of the thread's stream is that event, Event::block or Event::absent.
  void code(Word event);
  // The next word is a reference, the one of that clock. Clocks ascend.
  void reference(Word reference, std::uint64_t clock);

  // Of the reference that came last: the clock of the latest load that its address was made from,
  // plus 1; 0: of none.
  std::uint64_t origin() const { return origin_; }
  // Instructions executed before the one that makes it.
  std::uint64_t instructions_before() const { return executed_ + at_; }
  // Executed in all so far, as far as they are described.
  std::uint64_t instructions() const;

 private:
  void leave_block();
  void advance_to(unsigned instruction);
  const Operand* operand() const;
  void finish_operand(const Operand& operand, std::uint32_t bytes);
  std::uint64_t made_from(Value value) const;

  const Table* table_;
  const Block* block_ = nullptr;  // null: what is executed is not described
  const Exit* exit_ = nullptr;
  unsigned next_operand_ = 0;
  std::uint32_t range_left_ = 0;  // bytes of the operand, a range, still to come
  unsigned at_ = 0;               // instruction of the block
  std::uint64_t executed_ = 0;    // before the block
  std::uint64_t origin_ = 0;
  // The clock, plus 1, of the latest load that a value was made from; 0: of none.
  std::array<std::uint64_t, registers> of_register_{};
  std::array<std::uint64_t, max_instructions> of_result_{};
  std::uint64_t loaded_ = 0;  // of the instruction's own loads so far
};

}  // namespace hpcast::blocks
