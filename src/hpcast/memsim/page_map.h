// Which memory every page lives in: placed when it is first requested, kept for the run.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::memsim {

// Open addressing from page number to what is known of the page. 16 bytes a slot, at most half
// full: the state of a page costs 32 to 64 bytes.
class PageMap {
 public:
  struct Page {
    std::uint64_t number_plus_1 = 0;  // 0: empty slot
    std::uint32_t memory = 0;
    std::uint32_t index = 0;  // dense, in order of first touch
  };

  PageMap() : slots_(initial_slots), shift_(64 - 10) {}

  // The page's entry; `place(page number)` gives the memory of one never seen before.
  template <class Place>
  const Page& at(std::uint64_t number, Place&& place) {
    std::uint64_t i = hash(number);
    while (slots_[i].number_plus_1 != number + 1) {
      if (slots_[i].number_plus_1 == 0) return insert(number, place(number));
      i = (i + 1) & (slots_.size() - 1);
    }
    return slots_[i];
  }

  std::uint32_t size() const { return count_; }
  std::uint64_t bytes() const { return slots_.size() * sizeof(Page); }

 private:
  static constexpr std::uint64_t initial_slots = 1024;

  std::uint64_t hash(std::uint64_t number) const {
    return (number * 0x9E3779B97F4A7C15ULL) >> shift_;
  }

  [[gnu::noinline]] const Page& insert(std::uint64_t number, std::uint32_t memory) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Page& page = free_slot(number);
    page = {number + 1, memory, count_++};
    return page;
  }

  Page& free_slot(std::uint64_t number) {
    std::uint64_t i = hash(number);
    while (slots_[i].number_plus_1 != 0) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void grow() {
    std::vector<Page> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Page& page : old)
      if (page.number_plus_1 != 0) free_slot(page.number_plus_1 - 1) = page;
  }

  std::vector<Page> slots_;
  unsigned shift_;
  std::uint32_t count_ = 0;
};

}  // namespace hpcast::memsim
