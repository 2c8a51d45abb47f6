// Places that instructions hold for a while: schedulers, queues, the reorder buffer; line fill
// buffers, page walkers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hpcast/models/coretime/cycle.h"

namespace hpcast::coretime {

// Left in the order of entering: who comes waits for the one so many places before.
class Queue {
 public:
  explicit Queue(std::size_t places) : left_(std::max<std::size_t>(1, places)) {}

  Cycle free_from() const { return left_[next_]; }
  void enter_until(Cycle leaves) {
    left_[next_] = leaves;
    if (++next_ == left_.size()) next_ = 0;
  }

 private:
  std::vector<Cycle> left_;  // when who held the place left it
  std::size_t next_ = 0;
};

// Left in any order: who comes takes the place that is free first. Entered at ascending times.
class Pool {
 public:
  explicit Pool(std::size_t places)
      : places_(std::max<std::size_t>(1, places)), leaving_(horizon), somebody_leaves_(words) {}

  // The earliest time from `from` on at which a place is free.
  Cycle free_from(Cycle from) {
    advance(from);
    while (held_ >= places_) go_on_to(next_leaving());
    return now_;
  }
  // The one that free_from() has found, until then.
  void enter_until(Cycle leaves) {
    if (leaves <= now_) return;
    const std::size_t at = std::min(leaves, now_ + horizon - 1) % horizon;
    ++leaving_[at];
    somebody_leaves_[at / 64] |= std::uint64_t{1} << at % 64;
    ++held_;
  }

 private:
  // Longer than any place is held; who holds one for longer is taken to leave it then.
  static constexpr std::size_t horizon = 1 << 14;
  static constexpr std::size_t words = horizon / 64;

  void advance(Cycle to) {
    if (to <= now_) return;
    while (held_ != 0) {
      const Cycle next = next_leaving();
      if (next > to) break;
      go_on_to(next);
    }
    now_ = to;
  }

  // Somebody holds a place.
  Cycle next_leaving() const {
    const std::size_t begin = (now_ + 1) % horizon;
    std::size_t word = begin / 64;
    std::uint64_t bits = somebody_leaves_[word] >> begin % 64 << begin % 64;
    while (bits == 0) bits = somebody_leaves_[word = (word + 1) % words];
    const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return now_ + 1 + (at + horizon - begin) % horizon;
  }

  void go_on_to(Cycle next) {
    now_ = next;
    const std::size_t at = now_ % horizon;
    held_ -= std::exchange(leaving_[at], 0);
    somebody_leaves_[at / 64] &= ~(std::uint64_t{1} << at % 64);
  }

  std::size_t places_;
  std::size_t held_ = 0;
  Cycle now_ = 0;
  std::vector<std::uint16_t> leaving_;          // how many at that time, modulo the horizon
  std::vector<std::uint64_t> somebody_leaves_;  // a bit for each time
};

// Held from any time until another, in no order: who comes later may begin before, and is not asked
// whether there is room for the others then.
class Spans {
 public:
  explicit Spans(std::size_t places) : places_(std::max<std::size_t>(1, places)) {}

  // Nothing begins before that any more.
  void forget_before(Cycle time) { now_ = time; }
  // The earliest time from `from` on at which a place is free.
  Cycle free_from(Cycle from) const {
    auto begin = std::upper_bound(begins_.begin(), begins_.end(), from);
    auto end = std::upper_bound(ends_.begin(), ends_.end(), from);
    while (static_cast<std::size_t>((begin - begins_.begin()) - (end - ends_.begin())) >= places_) {
      from = *end;
      while (end != ends_.end() && *end <= from) ++end;
      while (begin != begins_.end() && *begin <= from) ++begin;
    }
    return from;
  }
  void hold(Cycle begin, Cycle end) {
    forget();
    begins_.insert(std::upper_bound(begins_.begin(), begins_.end(), begin), begin);
    ends_.insert(std::upper_bound(ends_.begin(), ends_.end(), end), end);
  }

 private:
  // Who has ended by now had begun by then, as had as many of those who began first.
  void forget() {
    const auto past = std::upper_bound(ends_.begin(), ends_.end(), now_) - ends_.begin();
    begins_.erase(begins_.begin(), begins_.begin() + past);
    ends_.erase(ends_.begin(), ends_.begin() + past);
  }

  std::size_t places_;
  Cycle now_ = 0;
  std::vector<Cycle> begins_, ends_;  // ascending, each
};

}  // namespace hpcast::coretime
