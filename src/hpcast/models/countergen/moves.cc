#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/shape.h"

namespace hpcast::countergen {

namespace {

// What is entered within a stack, so many times.
struct Part {
  const std::vector<std::uint32_t>* regions;  // at least one
  std::uint64_t times;
};
using Parts = std::vector<Part>;

// A stack that the thread is in, and how far it is there.
struct Level {
  std::uint32_t stack;
  const Parts* parts;
  std::size_t part = 0, region = 0;
  std::uint64_t times = 0;
};

// Without recursion: programs may be deeper than our own stack.
class Mover {
 public:
  Mover(const ThreadShape& shape, const std::vector<double>& sizes, Stacks& stacks,
        std::uint64_t most)
      : stacks_(stacks), most_(most) {
    for (const auto& [stack, pattern] : shape.patterns)
      for (const Repeated& part : pattern)
        parts_[stack].push_back({&part.regions, part.times.at(sizes)});
  }

  std::vector<Move> moves() {
    open(Stacks::none);
    while (true) {
      const std::uint32_t stack = levels_.back().stack;
      if (const std::optional<std::uint32_t> region = next_region(levels_.back())) {
        enter(stack, *region);
        continue;
      }
      levels_.pop_back();
      if (levels_.empty()) return std::move(moves_);
      moves_.push_back(move_of(stacks_.region(stack), true));
    }
  }

 private:
  void open(std::uint32_t stack) {
    static const Parts none;
    const auto found = parts_.find(stack);
    levels_.push_back({stack, found == parts_.end() ? &none : &found->second});
  }

  static std::optional<std::uint32_t> next_region(Level& level) {
    for (; level.part < level.parts->size(); ++level.part, level.times = 0) {
      const Part& part = (*level.parts)[level.part];
      if (level.times == part.times) continue;
      const std::uint32_t region = (*part.regions)[level.region++];
      if (level.region == part.regions->size()) {
        level.region = 0;
        ++level.times;
      }
      return region;
    }
    return std::nullopt;
  }

  void enter(std::uint32_t stack, std::uint32_t region) {
    const std::size_t to_leave = levels_.size();  // with this one, but for what is no region
    if (moves_.size() + 1 + to_leave > most_)
      throw InputError(fmt::format("the trace would have more than {} events", most_),
                       "a smaller size, or --most-events");
    moves_.push_back(move_of(region, false));
    open(stacks_.enter(stack, region));
  }

  Stacks& stacks_;
  std::uint64_t most_;
  std::unordered_map<std::uint32_t, Parts> parts_;  // by stack
  std::vector<Level> levels_;
  std::vector<Move> moves_;
};

}  // namespace

std::uint64_t CountLaw::at(const std::vector<double>& sizes) const {
  const double count = std::round(law.at(sizes)) - less;
  return count <= 0 ? 0 : static_cast<std::uint64_t>(std::min(count, 1e18));
}

std::vector<Move> moves_at(const ThreadShape& shape, const std::vector<double>& sizes,
                           Stacks& stacks, std::uint64_t most) {
  return Mover(shape, sizes, stacks, most).moves();
}

}  // namespace hpcast::countergen
