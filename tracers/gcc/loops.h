// Innermost loops of which all references go on by a fixed step: these are told once for each time
// that the loop runs, and nothing in the loop.
#pragma once

#include "accesses.h"

namespace hpcast::plugin {

// What one statement refers to from iteration to iteration.
struct Stream {
  Access access;
  tree base = NULL_TREE;        // the address in the first iteration, as a number; of the preheader
  tree step = NULL_TREE;        // bytes; likewise
  bool is_behind_exit = false;  // not made in the last iteration, which is left before
};

struct StreamedLoop {
  class loop* loop = nullptr;
  std::vector<Stream> streams;
  // How often the loop goes back to its beginning, known when it begins; null: it must be counted.
  tree latches = NULL_TREE;
};

// While it lives, GCC knows the function's loops, and how values go on in them.
class LoopAnalysis {
 public:
  LoopAnalysis();
  ~LoopAnalysis();
  LoopAnalysis(const LoopAnalysis&) = delete;
  LoopAnalysis& operator=(const LoopAnalysis&) = delete;

  std::vector<StreamedLoop> streamed_loops() const;
};

// Before the loop, or behind it where iterations must be counted. Edges' statements are to be
// committed (gsi_commit_edge_inserts).
void tell(const StreamedLoop& loop);

}  // namespace hpcast::plugin
