// Innermost loops whose blocks follow one another: what they refer to is told as a whole, before
// them, behind them, or every so many iterations, and not one by one.
#pragma once

#include "accesses.h"

namespace hpcast::plugin {

// What one statement refers to from iteration to iteration: a part of the address that goes on by
// the same step, and so many times a value that has to be kept.
struct Stream {
  Access access;
  gimple* statement = nullptr;
  tree base = NULL_TREE,
       step = NULL_TREE;  // numbers, of the preheader: in the first iteration; bytes
  tree kept = NULL_TREE;  // null: there is none
  std::int32_t times = 0;
};

// Where the loop is left, and how many of its blocks are executed in that iteration before.
struct Exit {
  edge way;
  std::size_t blocks;
};

struct StreamedLoop {
  class loop* loop = nullptr;
  std::vector<basic_block> blocks;
  std::vector<Stream> streams;  // in the order in which they are referred to
  std::vector<Exit> exits;
  // How often the loop goes back to its beginning, known when it begins; null: it must be counted.
  tree latches = NULL_TREE;

  // Values that are kept in an iteration, by the first stream of each.
  std::vector<const Stream*> kept() const;
};

// While it lives, GCC knows the function's loops, and how values go on in them.
class LoopAnalysis {
 public:
  LoopAnalysis();
  ~LoopAnalysis();
  LoopAnalysis(const LoopAnalysis&) = delete;
  LoopAnalysis& operator=(const LoopAnalysis&) = delete;

  // With those that refer to nothing, if wanted.
  std::vector<StreamedLoop> streamed_loops(bool with_idle) const;
};

// All of a function. Edges' statements are to be committed (gsi_commit_edge_inserts).
void tell(const std::vector<StreamedLoop>& loops);

}  // namespace hpcast::plugin
