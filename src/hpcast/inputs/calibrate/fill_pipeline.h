// Times of instructions, into the description of how a core executes them.
#pragma once

#include <span>

#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/instruction_bench.h"
#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::calibrate {

// One bench's time, in cycles for one of its per_turn.
struct Loop {
  double cycles = 0;
  double spread = 1;
};

// `pipeline` is as a table has it; of this processor's generation where `is_own`. What contradicts
// it and can be trusted is replaced: which ports groups share stays, and since neighbours on a
// core's other thread can only slow it down, a core of a known generation counts as slower than
// told only where it was seen to dispatch at the full width. Everything goes into `book`.
void fill_pipeline(dat::Pipeline& pipeline, bool is_own, std::span<const InstructionBench> benches,
                   std::span<const Loop> loops, Book& book);

}  // namespace hpcast::calibrate
