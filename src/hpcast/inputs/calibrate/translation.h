// What address translation costs a load, by how many pages it goes through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/least.h"
#include "hpcast/inputs/calibrate/rounds.h"

namespace hpcast::calibrate {

struct PageTimes {
  std::size_t pages = 0;
  Least spread, packed;  // s a load: of a line of each page, of as many lines side by side
};

struct TranslationTimes {
  std::vector<PageTimes> by_pages;  // ascending
  // Through memory of so many pages, s a load of the same lines: at random, and block by block.
  std::size_t far_pages = 0;
  Least far, far_by_blocks;
  double near_part = 0;  // of those walks, as core-model.md has it
  // At random, walkers, and s for a load of any of them.
  std::vector<std::pair<std::size_t, Least>> at_once;
  std::optional<std::uint32_t> told_entries;  // of the last TLB, by CPUID
};

// Of the line of each page, those of the most pages stay in the second cache.
struct PageCounts {
  std::size_t most = 0, far = 0;
  double near_part = 0;  // of the far ones
};
PageCounts page_counts(std::size_t second_cache, std::uint64_t free_bytes);

inline constexpr std::size_t far_lines_of_page = 32;  // one of each pair

class TranslationBench {
 public:
  TranslationBench(const PageCounts& counts, Rounds& rounds);
  TranslationTimes times() const;

 private:
  struct Place {
    std::size_t pages = 0;
    std::size_t spread = 0, packed = 0;  // among results
  };
  Chase& keep(Chase chase);
  void add_pages(std::size_t pages);
  void add_far(std::size_t pages);

  Rounds& rounds_;
  double near_part_;
  Footprint pages_, far_;
  std::vector<std::unique_ptr<Footprint>> packed_;
  std::vector<std::unique_ptr<Chase>> chases_;
  std::vector<Place> places_;
  std::size_t far_place_ = 0;
};

// Entries of the last TLB for small pages; none where no CPUID tells.
std::optional<std::uint32_t> told_tlb_entries();

}  // namespace hpcast::calibrate
