#include "hpcast/models/netsim/link_history.h"

#include <algorithm>

namespace hpcast::netsim {

namespace {

constexpr std::size_t most_values = std::size_t{1} << 25;

}  // namespace

// An even number of windows, so that pairs leave none over.
LinkHistory::LinkHistory(std::uint32_t links, Time window)
    : links_(links),
      most_(static_cast<std::uint32_t>(
          std::clamp<std::size_t>(most_values / std::max(1U, links) / 2 * 2, 16, 256))),
      window_(std::max<Time>(1, window)),
      before_(links),
      busy_(links) {}

void LinkHistory::close() {
  begin_ += window_;
  if (++closed_ == most_) join_pairs();
  busy_.resize((std::size_t{closed_} + 1) * links_);
}

void LinkHistory::merge(const LinkHistory& other) {
  for (std::size_t i = 0; i < std::size_t{closed_} * links_; ++i) busy_[i] += other.busy_[i];
}

void LinkHistory::join_pairs() {
  for (std::uint32_t w = 0; w < closed_ / 2; ++w) {
    for (std::uint32_t link = 0; link < links_; ++link)
      busy_[std::size_t{w} * links_ + link] = busy(link, 2 * w) + busy(link, 2 * w + 1);
  }
  closed_ /= 2;
  window_ *= 2;
}

}  // namespace hpcast::netsim
