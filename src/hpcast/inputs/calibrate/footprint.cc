#include "hpcast/inputs/calibrate/footprint.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::calibrate {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20, small_page = 4096;
constexpr std::uint32_t of_page = small_page / Chase::line;  // lines

// "AnonHugePages: 2048 kB" of the mapping that holds the address.
bool is_huge(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool here = false;
  for (std::string text; std::getline(maps, text);) {
    unsigned long first = 0, end = 0;
    if (std::sscanf(text.c_str(), "%lx-%lx ", &first, &end) == 2)
      here = wanted >= first && wanted < end;
    else if (here && text.starts_with("AnonHugePages:"))
      return text.find(" 0 kB") == std::string::npos;
  }
  return false;
}

class Random {
 public:
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 1;
};

// In registers or on the stack, but not behind a loop that the reorder buffer would fill with.
template <std::size_t... walker>
void walk_together(void** at, std::size_t steps, std::index_sequence<walker...>) {
  void* here[] = {at[walker]...};
  for (std::size_t i = 0; i < steps; ++i) {
    ((here[walker] = *static_cast<void* volatile*>(here[walker])), ...);
  }
  ((at[walker] = here[walker]), ...);
}

using Walk = void (*)(void**, std::size_t);

template <std::size_t... less_one>
constexpr std::array<Walk, sizeof...(less_one)> all_walks(std::index_sequence<less_one...>) {
  return {[](void** at, std::size_t steps) {
    walk_together(at, steps, std::make_index_sequence<less_one + 1>());
  }...};
}

constexpr auto walks = all_walks(std::make_index_sequence<Chase::most_at_once>());

}  // namespace

Footprint::Footprint(std::size_t bytes, Pages pages)
    : mapped_bytes_(bytes + 2 * huge_page), bytes_(bytes) {
  mapped_ =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped_ == MAP_FAILED)
    throw InputError(
        fmt::format("no {} of memory to measure in", format_bytes(static_cast<double>(bytes))),
        "calibrate where more memory is free");
  const std::size_t past = reinterpret_cast<std::uintptr_t>(mapped_) % huge_page;
  data_ = static_cast<char*>(mapped_) + (huge_page - past) % huge_page;
#ifdef MADV_HUGEPAGE
  madvise(data_, (bytes + huge_page - 1) / huge_page * huge_page,
          pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
  for (std::size_t i = 0; i < bytes; i += small_page) data_[i] = 1;
  huge_ = is_huge(data_);
}

Footprint::~Footprint() { munmap(mapped_, mapped_bytes_); }

Lines lines_by_blocks(std::size_t bytes) {
  Lines lines(bytes / Chase::line);
  std::iota(lines.begin(), lines.end(), 0U);
  shuffle(lines, huge_page / Chase::line);
  return lines;
}

// The first ones in one page, the second ones in the next, so that all sets of caches are used.
Lines one_of_pairs(const Lines& lines) {
  Lines ones;
  for (const std::uint32_t line : lines)
    if (line % 2 == line / of_page % 2) ones.push_back(line);
  return ones;
}

Lines lines_of_pages(std::size_t pages, std::size_t each) {
  Lines lines;
  for (std::size_t i = 0; i < pages; ++i)
    for (std::size_t k = 0; k < each; ++k)
      lines.push_back(static_cast<std::uint32_t>(i * of_page + (i + k * of_page / each) % of_page));
  return lines;
}

Lines lines_of_set(std::size_t lines, std::size_t way) {
  Lines all;
  for (std::size_t i = 0; i < lines; ++i)
    all.push_back(static_cast<std::uint32_t>(i * way / Chase::line));
  return all;
}

void shuffle(Lines& lines, std::size_t block) {
  Random random;
  for (std::size_t first = 0; first < lines.size(); first += block)
    for (std::size_t i = std::min(block, lines.size() - first); i > 1; --i)
      std::swap(lines[first + i - 1], lines[first + random.below(i)]);
}

void read_lines(const Footprint& memory, const Lines& lines) {
  const char* const data = memory.data();
  for (const std::uint32_t line : lines)
    static_cast<void>(*static_cast<const volatile char*>(data + std::size_t{line} * Chase::line));
}

Chase::Chase(const Footprint& memory, const Lines& way, std::size_t word) : lines_(way.size()) {
  const auto address = [&](std::size_t i) {
    return memory.data() + way[i % lines_] * line + word * sizeof(void*);
  };
  for (std::size_t i = 0; i < lines_; ++i) *reinterpret_cast<void**>(address(i)) = address(i + 1);
  for (std::size_t i = 0; i < most_at_once; ++i) at_[i] = address(i * lines_ / most_at_once);
}

void Chase::walk(std::size_t count, std::size_t steps_each) { walks[count - 1](at_, steps_each); }

}  // namespace hpcast::calibrate
