// Describes a superblock for hpcast/blocks: what its instructions do, and what of. Values are
// followed through VEX's temporaries, since VEX has left out what registers hold only for a while.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "builder.h"
#include "hpcast/inputs/blocks/description.h"
#include "instruction.h"

namespace hpcast::tracer {

// An instruction's part is: begin_instruction(), for each of its statements its operands and
// follow(). One superblock at a time.
class Describer {
 public:
  explicit Describer(const IRSB* block);
  ~Describer();
  Describer(const Describer&) = delete;
  Describer& operator=(const Describer&) = delete;

  // The statement `mark` of the block is its IMark.
  void begin_instruction(Int mark, const Instruction& instruction);
  // A reference that the stream is to hold next; `guard` null: always.
  void operand(reftrace::Op op, const IRExpr* address, unsigned bytes, const IRExpr* guard,
               bool range = false);
  // To be called for each statement of the instruction, after its operands.
  void follow(const IRStmt* statement);
  // The number of the exit that comes next; of the last one, at the end.
  unsigned next_exit() const { return exits_; }

  // The whole description, and how many words it has; 0: there was no room for it.
  unsigned finish(unsigned process);
  static const blocks::Word* words();

 private:
  // The values that a temporary is made of: results of instructions, registers as they were.
  struct Origin {
    std::uint8_t count;
    std::uint8_t values[blocks::max_address_values];
  };
  struct Written {
    std::uint8_t reg;
    std::uint8_t value;
    std::uint32_t bytes;  // of the register, one bit each
  };

  void find_addresses(Int mark);
  void mark_address(const IRExpr* address);
  void mark_addresses_of(const IRStmt* statement);
  bool moves_stack_pointer(const IRExpr* data) const;
  Origin origin_of(const IRExpr* expression);
  void add_to(Origin& origin, const Origin& more) const;
  void add_source(unsigned value);
  void add_sources(const IRExpr* expression);
  void add_sources_of_arguments(IRExpr* const* arguments);
  Origin made_by(const IRExpr* data);
  void set(IRTemp temporary, const Origin& origin);
  void made_here(IRTemp temporary);
  bool leaves_vectors(const IRExpr* data) const;
  void put(Int offset, unsigned bytes, const IRExpr* data);
  void write_register(unsigned reg, unsigned value, std::uint32_t bytes);
  void state_of(const IRDirty& dirty);
  void side_exit(const IRStmt& exit);
  void end_instruction();
  bool is_pure() const;
  void end_block();
  void push(blocks::Word word);
  void push_values(const std::uint16_t* values, unsigned count);

  const IRSB* block_;
  Origin* origins_;  // by temporary
  bool* addresses_;  // by temporary: what the present instruction makes addresses of
  std::uint8_t current_[blocks::registers];  // values, by register
  // The present instruction.
  Instruction instruction_;
  const IRStmt* mark_ = nullptr;
  unsigned number_ = 0;
  bool open_ = false;
  unsigned sources_ = 0, operands_ = 0, writes_ = 0;
  std::uint16_t source_[blocks::max_values];
  blocks::Word operand_[blocks::max_values];
  Written write_[blocks::max_values];
  // The block.
  unsigned instructions_ = 0, exits_ = 0, length_ = 0, operands_of_block_ = 0;
  blocks::Word exit_[blocks::max_exits + 1];
  bool too_long_ = false;
};

}  // namespace hpcast::tracer
