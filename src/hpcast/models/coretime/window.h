// A core's window over the instructions that a thread executes: when each is dispatched, begins,
// ends and retires. docs/core-model.md has the rules.
//
// Interval and window models: Karkhanis and Smith, A First-Order Superscalar Processor Model, ISCA
// 2004; Carlson et al., An Evaluation of High-Level Mechanistic Core Models, TACO 11(3), 2014
// (instruction-window-centric).
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/models/coretime/code.h"
#include "hpcast/models/coretime/entries.h"
#include "hpcast/models/coretime/memory.h"
#include "hpcast/models/coretime/ports.h"
#include "hpcast/models/coretime/stores.h"
#include "hpcast/models/coretime/strides.h"
#include "hpcast/models/coretime/wrong_path.h"

namespace hpcast::coretime {

// What costs nothing: to tell what it costs.
struct Perfect {
  bool caches = false;    // the first cache has all
  bool branches = false;  // each is predicted
  bool units = false;     // never busy
  bool load = false;      // all answer as if nothing else used them (Answerer::loaded)
};

// Instructions of a block, by index.
using Steps = std::bitset<blocks::max_instructions>;

// A reference that was made: of an access of the block. Or a line that a prefetcher brought for the
// one before it.
struct Reference {
  static constexpr std::uint8_t nowhere = 0xff;
  std::uint64_t address = 0;
  std::uint16_t bytes = 0;
  std::uint16_t access = 0;              // index into Code::accesses
  std::uint16_t answerer = 0;            // index into MemoryView::answerers
  std::uint8_t prefetched_to = nowhere;  // index into MemoryView::answerers

  bool is_prefetched() const { return prefetched_to != nowhere; }
};

class Window {
 public:
  // Both outlive this.
  Window(const dat::Pipeline& pipeline, const MemoryView& memory, Perfect perfect = {});

  // The block, as far as that exit, behind which `next` is executed. References in the order of
  // their accesses, several of one where that is a range. `mispredicted`: jumps whose way was
  // predicted wrongly.
  void execute(const Code& code, const blocks::Exit& exit, std::span<const Reference> references,
               const Steps& mispredicted, std::uint64_t next);
  // A reference to another page than the last one, which is not timed.
  void pass(std::uint64_t address) { lines_.pass(address); }
  void know_pages_of(const Window& other) { lines_.know_pages_of(other.lines_); }
  // What comes next does not follow what came last: some was left out. No time has passed.
  void resume() {
    ++stretch_;
    wrong_path_.end();
  }

  // When all so far has retired.
  Cycle now() const { return retired_; }

 private:
  struct Result {
    Cycle ready = 0, chained = 0;  // chained: for one of the same kind
    InstructionKind kind = InstructionKind::other;
  };

  // An instruction between its dispatch and its end.
  struct Executing {
    Cycle earliest = 0;  // that it may begin
    Cycle issued = 0;    // when it leaves its scheduler
    Cycle loaded = 0;    // when its loads' data are there
    Cycle done = 0;
    Cycle loaded_early = 0;  // when they are on a wrong path
  };
  // When data are there on the right way, and on the wrong one before.
  struct Loaded {
    Cycle ready = 0, early = 0;
  };

  const Result& of(blocks::Value value) const {
    return value < blocks::first_register ? results_[value]
                                          : registers_[value - blocks::first_register];
  }
  Cycle fetch(const Step& step);
  void predict(const Step& jump);
  bool ends_fetch(const Code& code, std::size_t step, std::size_t last, std::uint64_t next) const;
  Cycle dispatch(const Step& step);
  Cycle enter_scheduler(const Step& step, Cycle dispatched);
  Cycle port(std::uint64_t ports, Cycle from, std::uint32_t cycles);
  Cycle begin(const Access& access, const Reference& reference, Cycle earliest);
  Cycle begin_early(const Access& access, Cycle begin) const;
  void prefetch(const Reference& line, Cycle asked);
  Loaded load(const Access& access, const Reference& reference, Cycle begin, Stride& stride);
  void compute(const Code& code, std::size_t index, Executing& executing);
  void compute_early(const Code& code, std::size_t index, const Executing& executing);
  void write(const Access& access, const Reference& reference, const Executing& executing,
             Stride& stride);
  void retire(const Step& step, const Executing& executing);
  void leave(const blocks::Exit& exit);

  const dat::Pipeline& pipeline_;
  const MemoryView& memory_;
  Perfect perfect_;
  Cycle fetches_ahead_;  // of dispatch, at most

  Cycle fetched_ = 0;           // the last instruction
  std::uint32_t fetching_ = 0;  // slots used in that cycle
  Cycle dispatched_ = 0;        // the last instruction
  std::uint32_t slots_ = 0;     // used in that cycle
  Cycle redirected_ = 0;        // nothing is fetched before that
  Cycle predicted_ = 0;         // nor is what the last jump led to
  Cycle retired_ = 0;           // the last instruction
  std::uint32_t retiring_ = 0;  // so many in that cycle
  Cycle written_ = 0;           // the last store
  std::uint32_t stretch_ = 0;   // of what is executed without a gap

  Queue reorder_buffer_, load_queue_, store_queue_;
  Queue registers_in_flight_, vector_registers_in_flight_;
  Pool scheduler_, vector_scheduler_;
  Queue vector_queue_;
  Cycle vector_entered_ = 0;
  Ports ports_;
  LineFetcher lines_;
  Stores stores_;
  WrongPath wrong_path_;
  std::array<Result, blocks::max_instructions> results_{};
  std::array<Result, blocks::registers> registers_{};
  std::array<Result, blocks::registers> changed_{};  // while leave() writes registers_
  Strides strides_;
};

}  // namespace hpcast::coretime
