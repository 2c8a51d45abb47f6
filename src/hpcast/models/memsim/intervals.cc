#include "hpcast/models/memsim/intervals.h"

#include <algorithm>

namespace hpcast::memsim {

std::uint32_t Intervals::index(std::uint32_t phase, std::uint64_t time) {
  const std::uint64_t number = time / width_;
  const auto [at, is_new] =
      index_.try_emplace({number, phase}, static_cast<std::uint32_t>(parts_.size()));
  if (is_new) {
    parts_.push_back({phase, number * width_, (number + 1) * width_});
    phases_ = std::max(phases_, phase + 1);
  }
  return at->second;
}

std::vector<std::uint32_t> Intervals::join() {
  std::vector<Part> before;
  before.swap(parts_);
  index_.clear();
  width_ *= 2;
  std::vector<std::uint32_t> joined;
  for (const Part& part : before) joined.push_back(index(part.phase, part.begin));
  return joined;
}

}  // namespace hpcast::memsim
