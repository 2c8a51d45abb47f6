#include "hpcast/coretime/sampling.h"

namespace hpcast::coretime {

namespace {

// Of the group of that number: the same in every run.
std::uint64_t by_chance(std::uint64_t group) {
  std::uint64_t x = (group + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  return x ^ x >> 31;
}

}  // namespace

void Sampling::enter(std::uint32_t part) {
  part_ = part;
  if (passed_.size() <= part) passed_.resize(part + 1);
  choose();
}

void Sampling::pass(std::uint64_t instructions) {
  passed_[part_] += instructions;
  choose();
}

// In each group of stretches one is measured, at a place that chance has chosen.
void Sampling::choose() {
  const std::uint64_t passed = passed_[part_];
  if (plan_.one_in <= 1 || passed < plan_.whole) {
    does_ = Does::measure;
    return;
  }
  const std::uint64_t group = plan_.one_in * plan_.stretch;
  const std::uint64_t at = (passed - plan_.whole) % group;
  const std::uint64_t number = (passed - plan_.whole) / group;
  const std::uint64_t begin =
      plan_.before + by_chance(number) % (group - plan_.stretch - plan_.before);
  const bool fills = at + plan_.before >= begin && at < begin;
  const bool measures = at >= begin && at < begin + plan_.stretch;
  does_ = measures ? Does::measure : fills ? Does::fill : Does::skip;
}

}  // namespace hpcast::coretime
