// What the runtime knows of loops that are told as a whole before they run: a table for each, in
// constants behind the unit's code. tracers/compiler/runtime/loop_table.h has them.
#pragma once

#include "marks.h"
#include "operations.h"

namespace hpcast::plugin {

struct LoopTable {
  static constexpr std::size_t most_turns = 64;  // of an iteration
  struct Stream {
    std::uint64_t shape;  // but for what stands below
    tree expression;      // by which it is found again; null: by nothing
    bool is_store;
    unsigned HOST_WIDE_INT bytes;
    std::size_t block;     // of the loop's
    bool is_gone = false;  // from the machine's code
  };
  // What an iteration refers to.
  struct Turn {
    std::size_t stream;
    bool is_again = false;  // where it already has, in the same iteration
  };
  tree function;  // that it is in
  std::vector<Stream> streams;
  std::vector<Turn> order;         // in which an iteration refers to them
  std::size_t kept;                // values in an iteration
  std::vector<Mark> blocks;        // in their order
  std::vector<std::size_t> exits;  // blocks that the last iteration executes, the first ones
  bool follows_code = false;       // `order` is that of the machine's code

  // Before that block, or behind all: no reference is in it, and nobody leaves the loop from there.
  void insert_block(std::size_t before, Mark mark);
};

// The table's address.
tree add_loop_table(LoopTable table);

// In no order.
std::vector<LoopTable*> tables_of(tree function);

// What a marked block executes, and by which piece; piece by piece.
void executes(Mark mark, unsigned piece, const Operations& operations);

// At the end of a unit.
void write_loop_tables();

}  // namespace hpcast::plugin
