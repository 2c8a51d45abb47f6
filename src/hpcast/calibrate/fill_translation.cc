#include "hpcast/calibrate/fill_translation.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hpcast::calibrate {

namespace {

// Cycles by which translation lengthens a load, and how sure they are.
struct Cost {
  double cycles = 0;
  double spread = 1;
};

class TranslationFiller {
 public:
  TranslationFiller(dat::CoreClass& core, const Times& times, Book& book)
      : core_(core), times_(times.translation), clock_(1 / times.add.value()), book_(book) {
    for (const PageTimes& t : times_.by_pages) costs_.push_back(cost(t.spread, t.packed));
  }

  void fill() {
    // Less is no walk: caches that do not answer alike.
    constexpr double least_walk = 5;
    near_ = {costs_.back().cycles - costs_.front().cycles,
             std::max(costs_.back().spread, costs_.front().spread)};
    if (near_.cycles < least_walk) {
      book_.add_unseen("Address translation: no more than a last TLB has was seen to cost.");
      return;
    }
    if (!fill_entries() || !fill_near()) return;
    fill_far();
    fill_walkers();
  }

 private:
  static constexpr const char* group = "address translation";

  Cost cost(const Least& with, const Least& without) const {
    return {(with.value() - without.value()) * clock_, std::max(with.spread(), without.spread())};
  }

  // The last number of pages that costs no more than half of what the most of them do.
  std::size_t knee() const {
    const double half = (costs_.front().cycles + costs_.back().cycles) / 2;
    std::size_t i = costs_.size() - 1;
    while (i > 0 && costs_[i].cycles > half) --i;
    return i;
  }

  bool fill_entries() {
    const std::size_t i = knee();
    const std::optional<std::uint32_t> told = times_.told_entries;
    const bool used = add("entries of the last TLB", static_cast<double>(times_.by_pages[i].pages),
                          Unit::none, std::max(costs_[i].spread, costs_[i + 1].spread),
                          told ? std::optional<double>(*told) : std::nullopt);
    entries_ = told.value_or(static_cast<std::uint32_t>(times_.by_pages[i].pages));
    if (told) book_.only_told("what CPUID tells stands");
    return used || told;
  }

  bool add(const char* name, double value, Unit unit, double spread,
           std::optional<double> told = {}) {
    const bool used = book_.add({group, name, value, unit, spread, told, {}, {}});
    if (!core_.pipeline) book_.only_told("there is no table of this core");
    return used && core_.pipeline;
  }

  bool fill_near() {
    if (!add("a walk, its page table read lately", near_.cycles, Unit::cycles, near_.spread))
      return false;
    core_.pipeline->tlb = entries_;
    core_.pipeline->page_walk_near = core_.pipeline->page_walk = whole(near_.cycles);
    return true;
  }

  // In blocks, each page is walked for once, for all of its lines.
  void fill_far() {
    if (times_.far_pages < 8 * std::size_t{entries_}) {
      book_.add_unseen("Walks through large page tables: too little memory is free.");
      return;
    }
    const Cost differ = cost(times_.far, times_.far_by_blocks);
    const double walks = 1 - 1.0 / far_lines_of_page - 1.0 * entries_ / times_.far_pages;
    const double walk = std::max(differ.cycles / walks, near_.cycles);
    if (add("a walk, 256 MiB", walk, Unit::cycles, differ.spread))
      core_.pipeline->page_walk = whole(walk);
  }

  // As many at once as end in the time of one.
  void fill_walkers() {
    const Least* best = &times_.at_once.front().second;
    for (const auto& [count, time] : times_.at_once)
      if (time.value() < best->value()) best = &time;
    const double walkers = std::max(1.0, std::round(near_.cycles / (best->value() * clock_)));
    if (add("walks at once", walkers, Unit::none, std::max(near_.spread, best->spread())))
      core_.pipeline->page_walkers = static_cast<std::uint32_t>(walkers);
  }

  static std::uint32_t whole(double cycles) {
    return static_cast<std::uint32_t>(std::lround(cycles));
  }

  dat::CoreClass& core_;
  const TranslationTimes& times_;
  double clock_;
  Book& book_;
  std::vector<Cost> costs_;  // by times_.by_pages
  Cost near_;
  std::uint32_t entries_ = 0;
};

}  // namespace

void fill_translation(dat::CoreClass& core, const Times& times, Book& book) {
  TranslationFiller(core, times, book).fill();
}

}  // namespace hpcast::calibrate
