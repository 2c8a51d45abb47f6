// How busy the links were over time: windows of equal length, whose number stays within bounds
// because two become one when there are too many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/time.h"

namespace hpcast::netsim {

class LinkHistory {
 public:
  LinkHistory() = default;
  // `window` is the length to begin with.
  LinkHistory(std::uint32_t links, Time window);

  // When the window that is open ends: then note() is to be called for every link, and close().
  Time window_end() const { return begin_ + window_; }
  // What a link has promised for later may be in `busy_so_far` already: that is of later windows.
  void note(std::uint32_t link, Time busy_so_far) {
    const Time busy = std::min(window_, busy_so_far - before_[link]);
    busy_[std::size_t{closed_} * links_ + link] = static_cast<float>(to_seconds(busy));
    before_[link] += busy;
  }
  // Also the last one, though the simulation ends within it.
  void close();

  // Of other links, with the same windows.
  void merge(const LinkHistory& other);

  Time window() const { return window_; }
  std::uint32_t windows() const { return closed_; }
  // s that the link was busy in that window.
  float busy(std::uint32_t link, std::uint32_t window) const {
    return busy_[std::size_t{window} * links_ + link];
  }

  void fields(auto& visit) { visit(links_, most_, closed_, window_, begin_, before_, busy_); }

 private:
  void join_pairs();

  std::uint32_t links_ = 0, most_ = 0, closed_ = 0;
  Time window_ = 0, begin_ = 0;
  std::vector<Time> before_;
  std::vector<float> busy_;  // by window and link
};

}  // namespace hpcast::netsim
