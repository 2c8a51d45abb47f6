// A trace as steps: what a thread's counters gained from one metrics event to the next, and where
// in the program that was.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/countertrace/trace.h"

namespace hpcast::countergen {

// What names stand for in all runs that are learned from: region ids differ from run to run.
class Names {
 public:
  std::uint32_t index_of(const std::string& name);  // new or known
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
  std::unordered_map<std::string, std::uint32_t> indices_;
};

// The regions that a thread was in, the outermost first; interned.
class Stacks {
 public:
  static constexpr std::uint32_t none = 0;  // of a thread that is in no region
  Stacks() : nodes_(1) {}

  std::uint32_t enter(std::uint32_t stack, std::uint32_t region);  // the stack within
  std::uint32_t outside(std::uint32_t stack) const { return nodes_[stack].outside; }
  std::uint32_t region(std::uint32_t stack) const { return nodes_[stack].region; }
  std::size_t size() const { return nodes_.size(); }
  // The outermost first.
  std::vector<std::uint32_t> regions(std::uint32_t stack) const;

 private:
  struct Node {
    std::uint32_t outside = 0, region = 0;
  };
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> within_;  // by stack and region
};

// An event that is no metrics, as one number: region, and whether it is left. `no_move`: none.
using Move = std::uint32_t;
inline constexpr Move no_move = UINT32_MAX;
constexpr Move move_of(std::uint32_t region, bool leaves) {
  return region << 1 | (leaves ? 1U : 0U);
}
constexpr std::uint32_t region_of(Move move) { return move >> 1; }
constexpr bool leaves(Move move) { return (move & 1) != 0; }

// Of times as something to be learned: laws take what is below 1 for as good as nothing.
inline constexpr double nanoseconds = 1e9;  // a second

struct Step {
  std::uint32_t stack = 0;  // that the thread was in
  Move before = no_move;    // what it did last before
  Move after = no_move;     // what it does next
  double seconds = 0;       // since the metrics event before
};

// One thread's steps, of each metrics event but the first.
struct ThreadSteps {
  std::vector<Step> steps;
  std::vector<double> gains;  // of each step in turn, those of all metrics; NaN: nobody knows
};

// `metrics`: names; throws InputError where the trace lacks one.
std::vector<ThreadSteps> steps_of(const countertrace::Trace& trace,
                                  const std::vector<std::string>& metrics, Names& names,
                                  Stacks& stacks);

}  // namespace hpcast::countergen
