// The events to come, in order: a calendar queue (Brown, 1988) whose days are kept as unsorted
// chunks and sorted when they dawn. Pushing is an append; popping is sequential.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/event.h"

namespace hpcast::netsim {

class EventQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  // Not before the last event popped.
  void push(const Event& event) {
    ++size_;
    ++pushed_;
    const std::int64_t day = event.time >> shift_;
    if (day <= today_) {
      ++pushed_today_;
      early_.push_back(event);
      std::push_heap(early_.begin(), early_.end(), later);
    } else if (day < today_ + static_cast<std::int64_t>(days)) {
      append(static_cast<std::size_t>(day) % days, event);
    } else {
      ++pushed_far_;
      far_.push_back(event);
      std::push_heap(far_.begin(), far_.end(), later);
    }
  }

  // Of the next event; only where there is one.
  Time next_time() {
    if (next_ == sorted_.size() && early_.empty()) dawn();
    if (next_ == sorted_.size()) return early_.front().time;
    if (early_.empty()) return sorted_[next_].time;
    return std::min(sorted_[next_].time, early_.front().time);
  }

  Event pop() {
    if (next_ == sorted_.size() && early_.empty()) dawn();
    --size_;
    if (early_.empty() || (next_ < sorted_.size() && !(early_.front() < sorted_[next_])))
      return sorted_[next_++];
    std::pop_heap(early_.begin(), early_.end(), later);
    const Event event = early_.back();
    early_.pop_back();
    return event;
  }

 private:
  static constexpr std::size_t days = 4096, chunk_events = 30;
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Chunk {
    std::uint32_t count = 0, next = none;
    std::array<Event, chunk_events> events;
  };

  struct Key {
    std::uint64_t key = 0;  // time within the day, place
    std::uint32_t index = 0;
  };
  static constexpr int digit_bits = 11, longest = 64 - 32;

  static bool later(const Event& a, const Event& b) { return b < a; }

  void append(std::size_t day, const Event& event) {
    std::uint32_t head = heads_[day];
    if (head == none || chunks_[head].count == chunk_events) {
      const std::uint32_t fresh = take_chunk();
      chunks_[fresh].next = head;
      heads_[day] = head = fresh;
      filled_[day / 64] |= std::uint64_t{1} << (day % 64);
    }
    Chunk& chunk = chunks_[head];
    chunk.events[chunk.count++] = event;
  }

  std::uint32_t take_chunk() {
    if (free_ == none) {
      chunks_.emplace_back();
      return static_cast<std::uint32_t>(chunks_.size() - 1);
    }
    const std::uint32_t chunk = free_;
    free_ = chunks_[chunk].next;
    chunks_[chunk].count = 0;
    return chunk;
  }

  // Moves the events of a day to the end of `to`.
  void empty_day(std::size_t day, std::vector<Event>& to) {
    for (std::uint32_t chunk = heads_[day]; chunk != none;) {
      const Chunk& full = chunks_[chunk];
      to.insert(to.end(), full.events.begin(), full.events.begin() + full.count);
      const std::uint32_t next = full.next;
      chunks_[chunk].next = free_;
      free_ = chunk;
      chunk = next;
    }
    heads_[day] = none;
    filled_[day / 64] &= ~(std::uint64_t{1} << (day % 64));
  }

  // Days from today to the next that has events; `days` where none has.
  std::size_t days_to_next() const {
    const std::size_t from = static_cast<std::size_t>(today_ + 1) % days;
    for (std::size_t word = 0; word <= days / 64; ++word) {
      const std::size_t at = (from / 64 + word) % (days / 64);
      std::uint64_t bits = filled_[at];
      if (word == 0) bits &= ~std::uint64_t{0} << (from % 64);
      if (bits == 0) continue;
      const std::size_t day = at * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      return (day + days - from) % days + 1;
    }
    return days;
  }

  void dawn() {
    sorted_.clear();
    next_ = 0;
    const std::size_t ahead = days_to_next();
    if (ahead < days)
      today_ += static_cast<std::int64_t>(ahead);
    else
      today_ = far_.front().time >> shift_;
    fetch_far();
    empty_day(static_cast<std::size_t>(today_) % days, sorted_);
    adapt();
    sort_today();
  }

  void fetch_far() {
    while (!far_.empty() &&
           far_.front().time >> shift_ < today_ + static_cast<std::int64_t>(days)) {
      std::pop_heap(far_.begin(), far_.end(), later);
      append(static_cast<std::size_t>(far_.back().time >> shift_) % days, far_.back());
      far_.pop_back();
    }
  }

  // Days are as long as they can be without many events being handed in for the same day, which
  // goes to a heap, as do those beyond the calendar. Looked at when as many events have come as
  // there would be to move.
  void adapt() {
    if (pushed_ < 10'000 || pushed_ < 2 * size_) return;
    const bool long_days = pushed_today_ > pushed_ / 8, short_calendar = pushed_far_ > pushed_ / 8;
    pushed_ = pushed_today_ = pushed_far_ = 0;
    if (long_days && !short_calendar && shift_ > 4)
      change_days(shift_ - 1);
    else if (short_calendar && !long_days && shift_ < longest)
      change_days(shift_ + 1);
  }

  void change_days(int shift) {
    std::vector<Event> all = std::move(sorted_);
    sorted_.clear();
    Time first = all.front().time;
    for (std::size_t day = 0; day < days; ++day) empty_day(day, all);
    all.insert(all.end(), far_.begin(), far_.end());
    far_.clear();
    for (const Event& event : all) first = std::min(first, event.time);
    shift_ = shift;
    today_ = first >> shift_;
    for (const Event& event : all) {
      if (event.time >> shift_ == today_) {
        sorted_.push_back(event);
      } else {
        push(event);
        --size_;
        --pushed_;
      }
    }
  }

  // By time, then place, then identity. Where there are many: by the digits of time and place.
  void sort_today() {
    if (sorted_.size() < 512) {
      std::sort(sorted_.begin(), sorted_.end());
      return;
    }
    const Time dawn_time = today_ << shift_;
    keys_.resize(sorted_.size());
    for (std::uint32_t i = 0; i < keys_.size(); ++i)
      keys_[i] = {static_cast<std::uint64_t>(sorted_[i].time - dawn_time) << 32 | sorted_[i].at, i};
    for (int digit = 0; digit * digit_bits < 32 + shift_; ++digit) sort_by_digit(digit);
    other_.resize(sorted_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) other_[i] = sorted_[keys_[i].index];
    sorted_.swap(other_);
    for (std::size_t i = 0; i < keys_.size();) {
      std::size_t end = i + 1;
      while (end < keys_.size() && keys_[end].key == keys_[i].key) ++end;
      if (end - i > 1)
        std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(i),
                  sorted_.begin() + static_cast<std::ptrdiff_t>(end));
      i = end;
    }
  }

  void sort_by_digit(int digit) {
    constexpr std::size_t values = std::size_t{1} << digit_bits;
    std::array<std::uint32_t, values + 1> starts{};
    const auto of = [&](const Key& key) { return (key.key >> (digit * digit_bits)) % values; };
    for (const Key& key : keys_) ++starts[of(key) + 1];
    if (starts[of(keys_.front()) + 1] == keys_.size()) return;  // the same everywhere
    for (std::size_t value = 0; value < values; ++value) starts[value + 1] += starts[value];
    moved_.resize(keys_.size());
    for (const Key& key : keys_) moved_[starts[of(key)]++] = key;
    keys_.swap(moved_);
  }

  int shift_ = 17;           // a day is 2^shift_ ps long
  std::int64_t today_ = -1;  // by number, from the simulation's start
  std::size_t size_ = 0, next_ = 0;
  std::size_t pushed_ = 0, pushed_today_ = 0, pushed_far_ = 0;  // since days were last looked at
  std::vector<Key> keys_, moved_;
  std::vector<Event> other_;
  std::vector<Event> sorted_;  // today's, from next_ on to be popped
  std::vector<Event> early_;   // a heap: today's that came after dawn
  std::vector<Event> far_;     // a heap: of days beyond the calendar
  std::vector<Chunk> chunks_;
  std::uint32_t free_ = none;
  std::array<std::uint32_t, days> heads_ = [] {
    std::array<std::uint32_t, days> heads{};
    heads.fill(none);
    return heads;
  }();
  std::array<std::uint64_t, days / 64> filled_{};
};

}  // namespace hpcast::netsim
