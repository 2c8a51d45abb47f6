// What the runtime knows of loops that are told as a whole before they run: a table for each, in
// constants behind the unit's code. tracers/compiler/runtime/loops.cc reads them.
#pragma once

#include "marks.h"
#include "operations.h"

namespace hpcast::plugin {

struct LoopTable {
  // The last iteration refers to its first streams, and executes its first blocks.
  struct Exit {
    std::size_t streams;
    std::size_t blocks;
  };
  tree function;                      // that it is in
  std::vector<std::uint64_t> shapes;  // of its streams
  std::vector<tree> stores;           // what is stored to, by stream; null: nothing
  std::size_t kept;                   // values in an iteration
  std::vector<Mark> blocks;           // in their order
  std::vector<Exit> exits;
};

// The table's address.
tree add_loop_table(LoopTable table);

// In no order.
std::vector<LoopTable*> tables_of(tree function);

// What a marked block executes.
void executes(Mark mark, const Operations& operations);

// At the end of a unit.
void write_loop_tables();

}  // namespace hpcast::plugin
