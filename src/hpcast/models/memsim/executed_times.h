// What threads execute, timed (CoreClock) in pieces: from one cut to the next, where a thread's
// counters are told or where it meets others. How threads then wait for each other, ThreadSteps
// says.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <vector>

#include "hpcast/models/memsim/core_clock.h"
#include "hpcast/models/memsim/stream.h"
#include "hpcast/models/memsim/thread_steps.h"

namespace hpcast::memsim {

class ExecutedTimes {
 public:
  // `clock` outlives this.
  explicit ExecutedTimes(CoreClock& clock)
      : clock_(clock), together_([&clock](std::uint32_t from, std::uint32_t to) {
          return clock.hand_over(from, to);
        }) {}

  // A piece of what a thread does: of an interval of the run (Intervals::parts()), in a phase.
  struct Piece {
    std::uint32_t thread = 0;
    std::uint32_t core = 0;
    std::uint32_t part = 0;
    std::uint32_t phase = 0;
    double page_faults = 0;  // s, on top of what is executed
    bool last = false;       // the thread does no more
  };

  void add_thread(std::uint32_t thread, std::uint32_t core);
  void begin(std::uint32_t thread, std::uint32_t process) { together_.begin(thread, process); }
  // Who answered the next reference that no private cache did. Not told to who comes to time()
  // after another.
  void answer(std::uint32_t thread, std::uint16_t answerer);
  // A blocks::cut has been woven: what came before it is that piece.
  void cut(const Piece& piece);
  void signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);
  void wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait);
  void lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object);

  // There are pieces of the thread that time() has not seen.
  bool has_to_time(std::uint32_t thread) const;
  // Those pieces of what the thread executed, whose references are answered from then on; how many
  // words they are. Several threads' calls may come at once.
  std::size_t time(std::uint32_t thread, std::span<Word> executed);
  // After time() of all threads: f(piece, CoreTime) of each that has been timed.
  template <class F>
  void settle(F&& f) {
    for (; !steps_.empty() && steps_.front().is_known; steps_.pop_front()) {
      const Step& step = steps_.front();
      if (step.does == Does::piece && step.is_timed) f(step.piece, step.time);
      follow(step);
    }
  }
  // s, by core: what its threads have done, as far as that has been settled, page faults included.
  const std::vector<double>& worked() const { return worked_; }
  // Of all that has been settled; null where some thread's core is not described.
  const ThreadClocks* clocks() { return all_timed_ ? &together_.clocks() : nullptr; }

 private:
  enum class Does : std::uint8_t { piece, signal, wait, lock };
  struct Step {
    Does does = Does::piece;
    bool is_known = false;  // what it takes
    bool is_timed = false;  // its core is described
    Piece piece;            // of others only thread and phase
    CoreTime time;
    Wait wait;           // of signals and locks only the object
    bool holds = false;  // of a piece: a lock
  };
  struct Thread {
    std::vector<std::uint16_t> answers;  // of unanswered references, in their order
    std::vector<Step*> untimed;
    CoreTime time;                      // so far
    std::multiset<std::uint64_t> held;  // locks
  };

  Thread& thread(std::uint32_t id);
  void follow(const Step& step);
  static std::span<Word> next_piece(const Thread& thread, std::span<Word> executed,
                                    std::size_t& answered);

  CoreClock& clock_;
  std::vector<Thread> threads_;
  std::deque<Step> steps_;  // in the order of the weave
  ThreadSteps together_;
  std::vector<double> worked_;
  bool all_timed_ = true;
};

}  // namespace hpcast::memsim
