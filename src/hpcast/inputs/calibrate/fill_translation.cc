#include "hpcast/inputs/calibrate/fill_translation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace hpcast::calibrate {

namespace {

class TranslationFiller {
 public:
  TranslationFiller(dat::CoreClass& core, const Times& times, Book& book)
      : core_(core), times_(times.translation), clock_(1 / times.add.value()), book_(book) {
    for (const PageTimes& t : times_.by_pages) costs_.push_back(cost(t.spread, t.packed));
  }

  void fill() {
    // Less is no walk: caches that do not answer alike.
    constexpr double least_walk = 5;
    near_ = costs_.back() - costs_.front();
    const std::size_t knee = this->knee();
    entries_ = times_.told_entries.value_or(times_.by_pages[knee].pages);
    if (near_ < least_walk || times_.far_pages < 8 * std::size_t{entries_}) {
      book_.add_unseen(near_ < least_walk
                           ? "Address translation: what was measured fits the last TLB."
                           : "Address translation: too little memory is free.");
      return;
    }
    separate(knee);
    add_rows(knee);
    if (core_.pipeline && spread_ <= widest_spread) fill_members();
  }

 private:
  static constexpr const char* group = "address translation";

  // Cycles by which translation lengthens a load.
  double cost(const Least& with, const Least& without) const {
    return (with.value() - without.value()) * clock_;
  }

  // The last number of pages that costs no more than half of what the most of them do.
  std::size_t knee() const {
    const double half = (costs_.front() + costs_.back()) / 2;
    std::size_t i = costs_.size() - 1;
    while (i > 0 && costs_[i] > half) --i;
    return i;
  }

  const Least& best_at_once() const {
    return std::min_element(
               times_.at_once.begin(), times_.at_once.end(),
               [](const auto& a, const auto& b) { return a.second.value() < b.second.value(); })
        ->second;
  }

  // All or none of the numbers is used: one without the others is no model.
  void separate(std::size_t knee) {
    const PageTimes& first = times_.by_pages.front();
    const PageTimes& last = times_.by_pages.back();
    spread_ = std::max({first.spread.spread(), first.packed.spread(), last.spread.spread(),
                        last.packed.spread(), times_.far.spread(), times_.far_by_blocks.spread(),
                        best_at_once().spread()});
    if (times_.told_entries) return;
    for (const PageTimes* t : {&times_.by_pages[knee], &times_.by_pages[knee + 1]})
      spread_ = std::max({spread_, t->spread.spread(), t->packed.spread()});
  }

  void add_rows(std::size_t knee) {
    // In blocks, each page is walked for once, for all of its lines.
    const double walks = 1 - 1.0 / far_lines_of_page -
                         static_cast<double>(entries_) / static_cast<double>(times_.far_pages);
    const double walk = cost(times_.far, times_.far_by_blocks) / walks;  // some of them near
    far_ = std::max((walk - times_.near_part * near_) / (1 - times_.near_part), near_);
    walkers_ = std::max(1.0, std::round(walk / (best_at_once().value() * clock_)));
    add("entries of the last TLB", static_cast<double>(times_.by_pages[knee].pages), Unit::none,
        times_.told_entries);
    if (times_.told_entries) book_.only_told("what CPUID tells stands");
    add("page walk", far_, Unit::cycles);
    add("page walk, its line read lately", near_, Unit::cycles);
    add("page walks at once", walkers_, Unit::none);
  }

  void add(const char* name, double value, Unit unit, std::optional<double> told = {}) {
    book_.add({group, name, value, unit, spread_, told, {}, {}});
    if (!core_.pipeline) book_.only_told("there is no table of this core");
  }

  void fill_members() {
    dat::Pipeline& pipeline = *core_.pipeline;
    pipeline.tlb = entries_;
    pipeline.page_walk = static_cast<std::uint32_t>(std::lround(far_));
    pipeline.page_walk_near = static_cast<std::uint32_t>(std::lround(near_));
    pipeline.page_walkers = static_cast<std::uint32_t>(walkers_);
  }

  dat::CoreClass& core_;
  const TranslationTimes& times_;
  double clock_;
  Book& book_;
  std::vector<double> costs_;  // by times_.by_pages
  double near_ = 0, far_ = 0, walkers_ = 1, spread_ = 1;
  std::uint32_t entries_ = 0;
};

}  // namespace

void fill_translation(dat::CoreClass& core, const Times& times, Book& book) {
  TranslationFiller(core, times, book).fill();
}

}  // namespace hpcast::calibrate
