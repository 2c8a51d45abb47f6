// How long a core takes for what one thread executes (blocks/executed.h): through one window, or
// through several that differ in what costs nothing. Long parts are sampled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/blocks/executed.h"
#include "hpcast/coretime/code.h"
#include "hpcast/coretime/predictor.h"
#include "hpcast/coretime/sampling.h"
#include "hpcast/coretime/window.h"

namespace hpcast::coretime {

class ThreadTime {
 public:
  // What is referred to outlives this.
  ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
             const std::vector<Perfect>& perfect, SamplingPlan plan = {});

  // What comes next is of that part of the run, each of which is sampled by itself.
  void enter(std::uint32_t part);
  // What comes next. The last superblock is not timed before it is known what follows it.
  void follow(std::span<const blocks::Word> executed);
  // Nothing follows.
  void finish();

  // Cycles, by `perfect`, since the start.
  const std::vector<double>& times();

 private:
  using Does = Sampling::Does;

  void enter_block(blocks::Word event);
  void leave_block(std::uint64_t next);
  bool repeats_string() const;
  void refer(blocks::Word reference);
  Steps predict(std::uint64_t next);
  void execute(std::uint64_t next);
  void begin_stretch();
  void count();

  CodeTable& table_;
  Predictor predictor_;
  std::vector<Window> windows_;
  Sampling sampling_;
  Does did_ = Does::skip;
  // Since count(): instructions measured and not; when measuring began, by window.
  std::uint64_t measured_ = 0, skipped_ = 0;
  std::vector<Cycle> from_;
  // What was measured last of a part.
  struct Stretch {
    std::uint64_t instructions = 0;
    std::vector<double> cycles;  // by window
  };
  std::vector<Stretch> stretches_;  // by part
  std::uint32_t part_ = 0;
  std::vector<double> times_;
  std::uint64_t long_enough_;  // instructions: a stretch is then whole, about
  // The block that is executed; null: it is not described.
  const Code* code_ = nullptr;
  const blocks::Exit* exit_ = nullptr;
  std::vector<Reference> references_;
  std::uint16_t access_ = 0;      // that the next reference is of
  std::uint32_t range_left_ = 0;  // bytes of it, a range, still to come
  const Code* string_ = nullptr;  // a step of a repeated string instruction was the last block
  std::uint64_t string_piece_ = 0;
};

}  // namespace hpcast::coretime
