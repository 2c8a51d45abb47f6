// What was executed of a program: instructions by kind, and the loops that most of them are in.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hpcast/inputs/blocks/mix.h"
#include "hpcast/inputs/blocks/table.h"

namespace hpcast::blocks {

// What is executed between two jumps back, on the way from where the first one led. What a loop
// calls is of the loop, but for loops in there.
struct Loop {
  std::uint32_t block = 0;  // that begins a turn
  std::uint64_t turns = 0;  // jumps back to there; 0: no loop, but what is in none
  Mix mix;
};

struct CodeProfile {
  std::vector<Mix> phases;              // by phase
  std::map<std::uint64_t, Loop> loops;  // by process and address of the block that begins a turn
  std::uint64_t undescribed = 0;        // blocks executed of which nothing is known

  CodeProfile& operator+=(const CodeProfile& more);
};

// One thread's.
class CodeProfiler {
 public:
  // `table` outlives this.
  explicit CodeProfiler(const Table& table) : table_(table) {}

  void phase(std::uint32_t phase) { phase_ = phase; }
  // Event::block or Event::absent.
  void code(Word event);

  const CodeProfile& profile() const { return profile_; }

 private:
  struct Last {
    Kind kind = Kind::other;
    std::uint64_t address = 0;
  };
  Loop& loop_at(const Block& block, std::uint32_t number);
  void enter(const Block& block, std::uint32_t number);
  void follow(const Instruction& instruction);

  const Table& table_;
  CodeProfile profile_;
  std::uint32_t phase_ = 0;
  Loop* loop_ = nullptr;
  std::vector<Loop*> callers_;  // loops in which calls were made that have not returned
  Last last_;
};

}  // namespace hpcast::blocks
