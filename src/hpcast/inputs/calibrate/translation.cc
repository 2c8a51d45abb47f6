#include "hpcast/inputs/calibrate/translation.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "hpcast/inputs/calibrate/stopwatch.h"
#include "hpcast/inputs/dat/page_tables.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace hpcast::calibrate {

namespace {

constexpr std::size_t page_bytes = 4096, pages_of_block = 512;
constexpr std::size_t fewest_pages = 256;  // more than first TLBs hold
constexpr std::size_t page_steps = 8192, far_steps = 4096;
constexpr std::size_t far_steps_before = 65536;  // the caches have of page tables what they keep
constexpr std::size_t walkers_at_once[] = {8, 16, 32};

// 1, 1.5, 2, 3, 4, 6 ...
std::size_t next_count(std::size_t pages) {
  return std::has_single_bit(pages) ? pages / 2 * 3 : pages / 3 * 4;
}

// Seconds a load.
double time_of_walk(Chase& chase, std::size_t count, std::size_t steps) {
  return timed([&] { chase.walk(count, steps / count); }) / static_cast<double>(steps);
}

Bench bench_of(Chase& chase) {
  return {[&chase] { chase.walk(1, chase.lines()); },
          [&chase] { return time_of_walk(chase, 1, page_steps); }};
}

}  // namespace

PageCounts page_counts(std::size_t second_cache, std::uint64_t free_bytes) {
  constexpr std::size_t bytes_of_page = 96;  // a line, and what two page tables have of it
  const std::size_t room = std::max<std::size_t>(free_bytes / 8 / page_bytes, pages_of_block);
  const std::size_t wanted =
      std::min(room, std::clamp<std::size_t>(second_cache / bytes_of_page, 4096, 8192));
  PageCounts counts;
  for (std::size_t pages = fewest_pages; pages <= wanted; pages = next_count(pages))
    counts.most = pages;
  counts.far = std::min<std::size_t>(room, 65536) / pages_of_block * pages_of_block;
  constexpr std::size_t pages_of_line = 8;  // of the page table
  counts.near_part = std::min(
      0.5, static_cast<double>(pages_of_line * dat::near_table_lines(second_cache, Chase::line)) /
               static_cast<double>(counts.far));
  return counts;
}

TranslationBench::TranslationBench(const PageCounts& counts, Rounds& rounds)
    : rounds_(rounds),
      near_part_(counts.near_part),
      pages_(counts.most * page_bytes, Pages::small),
      far_(counts.far * page_bytes, Pages::small) {
  for (std::size_t pages = fewest_pages; pages <= counts.most; pages = next_count(pages))
    add_pages(pages);
  add_far(counts.far);
}

Chase& TranslationBench::keep(Chase chase) {
  return *chases_.emplace_back(std::make_unique<Chase>(chase));
}

// Each has lines of its own in the pages that all share.
void TranslationBench::add_pages(std::size_t pages) {
  Lines lines = lines_of_pages(pages, 1);
  for (std::uint32_t& line : lines) line ^= static_cast<std::uint32_t>(places_.size());
  shuffle(lines, lines.size());
  Chase& spread = keep({pages_, lines});
  packed_.push_back(std::make_unique<Footprint>(pages * Chase::line));
  Chase& packed = keep(Chase(*packed_.back()));
  places_.push_back({pages, rounds_.add(bench_of(spread)), rounds_.add(bench_of(packed))});
}

// The same lines in both orders, so that the same caches and memory answer.
void TranslationBench::add_far(std::size_t pages) {
  Lines lines = lines_of_pages(pages, far_lines_of_page);
  shuffle(lines, pages_of_block * far_lines_of_page);
  Chase& by_blocks = keep({far_, lines, 1});
  shuffle(lines, lines.size());
  Chase& anywhere = keep({far_, lines});
  far_place_ = rounds_.count_of_benches();
  const auto add = [this](Chase& chase, std::size_t count, std::size_t steps_before) {
    rounds_.add({[&chase, count, steps_before] { chase.walk(count, steps_before / count); },
                 [&chase, count] { return time_of_walk(chase, count, far_steps); }});
  };
  add(anywhere, 1, far_steps_before);
  add(by_blocks, 1, far_steps);
  for (const std::size_t count : walkers_at_once) add(anywhere, count, far_steps);
}

TranslationTimes TranslationBench::times() const {
  TranslationTimes times;
  for (const Place& place : places_)
    times.by_pages.push_back({place.pages, rounds_.of(place.spread), rounds_.of(place.packed)});
  times.far_pages = far_.size() / page_bytes;
  times.far = rounds_.of(far_place_);
  times.far_by_blocks = rounds_.of(far_place_ + 1);
  for (std::size_t i = 0; i < std::size(walkers_at_once); ++i)
    times.at_once.emplace_back(walkers_at_once[i], rounds_.of(far_place_ + 2 + i));
  times.near_part = near_part_;
  times.told_entries = told_tlb_entries();
  return times;
}

#if defined(__x86_64__)

// Intel: a leaf tells one TLB after another (SDM, CPUID leaf 18H). AMD: the second one for data
// (Architecture Programmer's Manual 3, E.4.5).
std::optional<std::uint32_t> told_tlb_entries() {
  unsigned a = 0, b = 0, c = 0, d = 0, level = 0;
  std::uint32_t entries = 0;
  for (unsigned i = 0, last = 0; i <= last && __get_cpuid_count(0x18, i, &a, &b, &c, &d) != 0;
       ++i) {
    if (i == 0) last = a;
    const unsigned type = d & 0x1f;  // 1: of data; 3: of all; 4: of loads
    if ((type != 1 && type != 3 && type != 4) || (b & 1) == 0 || (d >> 5 & 7) <= level) continue;
    level = d >> 5 & 7;
    entries = (b >> 16) * c;
  }
  if (entries == 0 && __get_cpuid(0x80000006, &a, &b, &c, &d) != 0) entries = b >> 16 & 0xfff;
  return entries > 0 ? std::optional(entries) : std::nullopt;
}

#else

std::optional<std::uint32_t> told_tlb_entries() { return std::nullopt; }

#endif

}  // namespace hpcast::calibrate
