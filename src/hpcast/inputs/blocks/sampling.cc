#include "hpcast/inputs/blocks/sampling.h"

#include <algorithm>

namespace hpcast::blocks {

namespace {

// Of the group of that number: the same in every run.
std::uint64_t by_chance(std::uint64_t group) {
  std::uint64_t x = (group + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  return x ^ x >> 31;
}

}  // namespace

void Sampling::enter(std::uint32_t part) {
  parts_[part_].passed = passed_;
  part_ = part;
  passed_ = parts_[part].passed;
  choose();
}

// Groups grow with what has passed, so that a part of any length has some 35 of them more for each
// time that it is twice as long.
void Sampling::next_group(Part& part) const {
  part.group += part.end == 0 ? 0 : 1;
  part.begin = std::max(part.end, plan_.whole);
  part.end = part.begin + std::max(plan_.one_in * plan_.stretch, part.begin / plan_.at_least);
}

// In each group of stretches one is measured, at a place that chance has chosen.
void Sampling::choose() {
  Part& part = parts_[part_];
  if (plan_.one_in <= 1 || passed_ < plan_.whole) {
    does_ = Sampled::measure;
    until_ = plan_.one_in <= 1 ? ~std::uint64_t{0} : plan_.whole;
    return;
  }
  while (passed_ >= part.end) next_group(part);
  const std::uint64_t room = part.end - part.begin - plan_.stretch - plan_.before;
  const std::uint64_t measured = part.begin + plan_.before + by_chance(part.group) % room;
  const std::uint64_t filled = measured - plan_.before;
  const std::uint64_t taught = filled - std::min(filled - part.begin, plan_.earlier);
  const std::uint64_t ends[] = {taught, filled, measured, measured + plan_.stretch, part.end};
  const auto next = static_cast<std::size_t>(std::upper_bound(ends, ends + 4, passed_) - ends);
  until_ = ends[next];
  does_ = static_cast<Sampled>(next % 4);
}

}  // namespace hpcast::blocks
