// Which pages a core has asked the shared side for: its private caches hold nothing of any other,
// as no line lies in two pages.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::memsim {

class AskedPages {
 public:
  void add(std::uint64_t page) { words_[word(page)] |= bit(page); }
  // Also for some pages that it has not asked for: those whose numbers agree in their low bits with
  // one that was added.
  bool may_have(std::uint64_t page) const { return (words_[word(page)] & bit(page)) != 0; }

  static constexpr std::uint64_t bytes() { return told_apart / 8; }

 private:
  static constexpr std::uint64_t told_apart = std::uint64_t{1} << 18;  // 1 GiB of usual pages

  static std::uint64_t word(std::uint64_t page) { return page % told_apart / 64; }
  static std::uint64_t bit(std::uint64_t page) { return std::uint64_t{1} << page % 64; }

  std::vector<std::uint64_t> words_ = std::vector<std::uint64_t>(told_apart / 64);
};

}  // namespace hpcast::memsim
