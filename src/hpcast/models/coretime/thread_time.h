// How long a core takes for what one thread executes (blocks/executed.h): through one window, or
// through several that differ in what costs nothing. Where only a sample is told of, the rest takes
// as long, an instruction, as what was measured last.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/models/coretime/code.h"
#include "hpcast/models/coretime/predictor.h"
#include "hpcast/models/coretime/window.h"

namespace hpcast::coretime {

class ThreadTime {
 public:
  // What is referred to outlives this.
  ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
             const std::vector<Perfect>& perfect);

  // What comes next is of that part of the run, each of which is sampled by itself.
  void enter(std::uint32_t part);
  // What comes next. The last superblock is not timed before it is known what follows it, or that
  // the thread meets others there.
  void follow(std::span<const blocks::Word> executed);
  // Nothing follows.
  void finish();

  // Cycles, by `perfect`, since the start.
  const std::vector<double>& times();
  // Instructions that went through the windows to be counted: what comes after others were left
  // out takes as long as these, at the latencies that they met.
  std::uint64_t measured() const { return counted_ + measured_; }

 private:
  using Sampled = blocks::Sampled;

  // What was measured last of a part.
  struct Stretch {
    std::uint64_t instructions = 0;
    double cycles = 0;
    // By window: its cycles, and those of the first window, where both ran.
    struct Beside {
      double cycles = 0, of = 0;
      double ratio() const { return of > 0 ? cycles / of : 1; }
    };
    std::vector<Beside> beside;
  };

  void take_event(blocks::Word event);
  void enter_block(blocks::Word event);
  void leave_block(std::uint64_t next);
  bool repeats_string() const;
  void refer_ahead();
  void refer(blocks::Word reference);
  Steps predict(std::uint64_t next);
  void execute(std::uint64_t next);
  void begin(Sampled next);
  void choose_windows(Sampled next);
  void let_run(std::size_t window);
  void run_all();
  void begin_stretch();
  void count();
  void count_measured(Stretch& stretch);

  CodeTable& table_;
  std::vector<const Code*> known_;  // of the table, by number
  Predictor predictor_;
  std::vector<Window> windows_;
  std::vector<bool> runs_;  // by window; the first one always does
  std::size_t turn_ = 0;    // of the stretches in which the others take turns
  Sampled does_ = Sampled::skip, next_ = Sampled::skip;
  // Since count(): instructions measured and not; when measuring began, by window.
  std::uint64_t measured_ = 0, skipped_ = 0;
  std::uint64_t counted_ = 0;  // measured before
  std::vector<Cycle> from_;
  std::vector<Stretch> stretches_;  // by part
  std::uint32_t part_ = 0;
  std::vector<double> times_;
  // The block that is executed; null: it is not described.
  const Code* code_ = nullptr;
  const blocks::Exit* exit_ = nullptr;
  std::vector<Reference> references_;
  std::vector<blocks::Word> lines_ahead_;  // prefetched for the next of them
  std::uint64_t last_address_ = 0;         // of the last of them
  std::uint16_t access_ = 0;               // that the next reference is of
  std::uint32_t range_left_ = 0;           // bytes of it, a range, still to come
  const Code* string_ = nullptr;  // a step of a repeated string instruction was the last block
  std::uint64_t string_piece_ = 0;
};

}  // namespace hpcast::coretime
