// What a core goes on with behind a jump that it predicted wrongly, until that is known: where both
// ways come together again, the same loads that follow on the right way, which then find their
// lines under way. docs/core-model.md, Branches.
//
// Control independence: Rotenberg, Jacobson and Smith, A Study of Control Independence in
// Superscalar Processors, HPCA 1999. Loads of wrong paths as prefetches: Mutlu, Kim, Armstrong and
// Patt, An Analysis of the Performance Impact of Wrong-Path Memory References, IEEE TC 54(12),
// 2005.
#pragma once

#include <array>
#include <cstdint>

#include "hpcast/models/coretime/code.h"
#include "hpcast/models/coretime/cycle.h"

namespace hpcast::coretime {

// Where jumps lead, by the address of what lies behind them.
class JumpTargets {
 public:
  // 0: it is not known where it goes on.
  void learn(const Step& jump, std::uint64_t next) {
    if (next != 0 && next != jump.end)
      place(jump.end) = {jump.end, next, jump.kind != InstructionKind::branch};
  }
  // Of the last time that a jump which ends there was taken; 0: it is not known.
  std::uint64_t target(std::uint64_t end) const { return known(end) ? place(end).target : 0; }
  bool always_jumps(std::uint64_t end) const { return known(end) && place(end).always; }

 private:
  static constexpr std::size_t places = 1 << 10;
  struct Place {
    std::uint64_t end = 0, target = 0;
    bool always = false;
  };
  bool known(std::uint64_t end) const { return place(end).end == end; }
  Place& place(std::uint64_t end) { return places_[(end * 0x9E3779B97F4A7C15ULL) >> 54]; }
  const Place& place(std::uint64_t end) const {
    return places_[(end * 0x9E3779B97F4A7C15ULL) >> 54];
  }
  std::array<Place, places> places_{};
};

class WrongPath {
 public:
  static constexpr Cycle never = ~Cycle{0};

  // Outlives this.
  explicit WrongPath(const dat::Pipeline& pipeline) : pipeline_(pipeline) {}

  // The jump was dispatched and decided then; `next` follows it.
  void begin(const Step& jump, std::uint64_t next, Cycle dispatched, Cycle decided);
  // What comes next on the right way: goes on with it, or ends.
  void dispatch(const Step& step) {
    if (goes_on_) go_on(step);
  }
  void end() { goes_on_ = false; }

  bool goes_on() const { return goes_on_; }
  // It goes on, and the last instruction is met by both ways.
  bool meets() const { return goes_on_ && !apart_; }
  Cycle began() const { return began_; }
  // When the last instruction was dispatched, and when all is given up.
  Cycle dispatched() const { return dispatched_; }
  Cycle decided() const { return decided_; }

  // When a value is there that is there at `ready` on the right way.
  Cycle ready(blocks::Value value, Cycle ready) const {
    const Early& early = value < blocks::first_register
                             ? results_[value]
                             : registers_[value - blocks::first_register];
    return early.path == path_ ? early.ready : ready;
  }
  void set_result(std::size_t instruction, Cycle ready) { results_[instruction] = {path_, ready}; }
  // It begins then: so long it waits in a scheduler.
  void wait_until(Cycle begins) { waiting_ += begins >= decided_ ? 1 : 0; }
  void leave(const blocks::Exit& exit);
  // What follows an instruction: of a jump to an address in the code, where it leads.
  void learn(const Step& step, std::uint64_t next) {
    if (step.kind == InstructionKind::jump || step.kind == InstructionKind::branch)
      targets_.learn(step, next);
  }

 private:
  struct Early {
    std::uint64_t path = 0;  // on which it was made
    Cycle ready = 0;
  };

  void go_on(const Step& step);
  std::uint64_t meeting(const Step& jump, std::uint64_t next) const;

  const dat::Pipeline& pipeline_;
  JumpTargets targets_;
  bool goes_on_ = false;
  bool apart_ = false;         // the ways have not come together yet:
  std::uint64_t meeting_ = 0;  // they do at that address, or beyond
  int meeting_depth_ = 0;      // of calls, in that function
  int depth_ = 0;
  std::uint64_t path_ = 0;
  Cycle began_ = 0, decided_ = 0, dispatched_ = 0;
  std::uint32_t slots_ = 0, instructions_ = 0, loads_ = 0, waiting_ = 0;
  std::array<Early, blocks::max_instructions> results_{};
  std::array<Early, blocks::registers> registers_{};
  std::array<Early, blocks::registers> changed_{};  // while leave() writes registers_
};

}  // namespace hpcast::coretime
