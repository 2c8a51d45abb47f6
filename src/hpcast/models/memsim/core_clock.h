// Who tells how long cores take for what their threads execute: outside of this model, which knows
// only who answers each reference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/inputs/reftrace/code.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/object_loads.h"

namespace hpcast::memsim {

// The number of who answers a reference (blocks::answerer_of): a private cache, the nearest first,
// or behind them a shared one, or the memory, on the way to that memory. Who has no number of its
// own shares one on the way to the first memory.
constexpr unsigned answerer_number(std::size_t private_caches, std::uint32_t memory,
                                   std::uint32_t level) {
  const std::size_t of_memory = std::size_t{memory} * (max_shared_levels + 1) + level;
  const std::size_t number = private_caches + of_memory;
  return static_cast<unsigned>(number < blocks::unanswered ? number : private_caches + level);
}

class CoreClock {
 public:
  virtual ~CoreClock() = default;
  // What streams' blocks are. `code` outlives this.
  virtual void know(const reftrace::Code& code) = 0;
  virtual void add_thread(std::uint32_t thread, std::uint32_t core) = 0;
  // What that thread has executed next, of that phase of the run, while it held a lock or none.
  // Threads' calls may come at once.
  virtual void execute(std::uint32_t thread, std::uint32_t phase, bool holds,
                       std::span<const blocks::Word> executed) = 0;
  // That was all.
  virtual void finish(std::uint32_t thread) = 0;
  // What the thread has taken so far; empty where its core is not described.
  virtual std::optional<CoreTime> time(std::uint32_t thread) = 0;
  // s, of the operating system at the first touch of a page there; 0: not known.
  virtual double page_fault_time(std::uint32_t /*memory*/) const { return 0; }
  // s, until the second core knows what the first one did; 0: at once.
  virtual double hand_over(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return 0; }
  // Objects on whose use times depend, as load() tells it; null: none.
  virtual const WatchedObjects* watched() const { return nullptr; }
  // An interval of the weave is over: how much each of them was used in it, by whom. What is
  // executed next finds them so. While no other call goes on.
  virtual void load(std::span<const ThreadUse> /*uses*/) {}
};

}  // namespace hpcast::memsim
