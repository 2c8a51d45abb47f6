// Lines on their way to the sets of the first cache: a set takes them one after the other, and
// waits for a few only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hpcast/models/coretime/cycle.h"
#include "hpcast/models/coretime/entries.h"

namespace hpcast::coretime {

struct SetLimits {
  std::uint32_t sets = 1;
  Cycle fill = 0;           // from one line that a set takes to the next; 0: no limit
  std::uint32_t lines = 0;  // under way for one set; 0: no limit
};

class Sets {
 public:
  explicit Sets(const SetLimits& limits)
      : limits_(limits),
        under_way_(limits.lines > 0 ? limits.sets : 0, Spans(limits.lines)),
        taking_(limits.fill > 0 ? limits.sets : 0, Spans(1)) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) { now_ = time; }
  // From `begin` on, when a line may be asked for.
  Cycle free_from(std::uint64_t line, Cycle begin) const {
    return under_way_.empty() ? begin : under_way_[set_of(line)].free_from(begin);
  }
  // When a line that was asked for at `begin` and comes at `comes` is in its set.
  Cycle take(std::uint64_t line, Cycle begin, Cycle comes) {
    const std::size_t set = set_of(line);
    if (!taking_.empty()) {
      comes = taking_[set].free_from(comes);
      hold(taking_[set], comes, comes + limits_.fill);
    }
    if (!under_way_.empty()) hold(under_way_[set], begin, comes);
    return comes;
  }

 private:
  std::size_t set_of(std::uint64_t line) const { return line % limits_.sets; }
  void hold(Spans& spans, Cycle begin, Cycle end) const {
    spans.forget_before(now_);
    spans.hold(begin, end);
  }

  SetLimits limits_;
  std::vector<Spans> under_way_, taking_;  // by set
  Cycle now_ = 0;
};

}  // namespace hpcast::coretime
