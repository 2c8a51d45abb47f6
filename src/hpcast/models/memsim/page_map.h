// Which memory every page lives in: placed when it is first requested, kept until it is given back.
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
    std::uint32_t memory : 31 = 0;
    std::uint32_t given_back : 1 = 0;  // and not used since
    std::uint32_t index = 0;           // dense, in order of first touch

    void live_in(std::uint32_t where) {
      memory = where & ~(std::uint32_t{1} << 31);
      given_back = 0;
    }
  };

  PageMap() : slots_(initial_slots), shift_(64 - 10) {}

  // The page's entry; `place(page number)` gives the memory of one never seen before.
  template <class Place>
  Page& at(std::uint64_t number, Place&& place) {
    Page& page = slot_of(number);
    return page.number_plus_1 != 0 ? page : insert(number, place(number));
  }

  // Calls f(page) for those of the numbers [begin, end) that are there.
  template <class F>
  void each_in(std::uint64_t begin, std::uint64_t end, F&& f) {
    const auto is_in = [&](const Page& page) {
      return page.number_plus_1 > begin && page.number_plus_1 <= end;
    };
    if (end > begin && end - begin > slots_.size()) {
      for (Page& page : slots_)
        if (is_in(page)) f(page);
      return;
    }
    for (std::uint64_t number = begin; number < end; ++number)
      if (Page& page = slot_of(number); page.number_plus_1 != 0) f(page);
  }

  std::uint32_t size() const { return count_; }
  std::uint64_t bytes() const { return slots_.size() * sizeof(Page); }

 private:
  static constexpr std::uint64_t initial_slots = 1024;

  std::uint64_t hash(std::uint64_t number) const {
    return (number * 0x9E3779B97F4A7C15ULL) >> shift_;
  }

  [[gnu::noinline]] Page& insert(std::uint64_t number, std::uint32_t memory) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Page& page = slot_of(number);
    page.number_plus_1 = number + 1;
    page.index = count_++;
    page.live_in(memory);
    return page;
  }

  // The page's, or the free one where it is to go.
  Page& slot_of(std::uint64_t number) {
    std::uint64_t i = hash(number);
    while (slots_[i].number_plus_1 != 0 && slots_[i].number_plus_1 != number + 1)
      i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void grow() {
    std::vector<Page> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Page& page : old)
      if (page.number_plus_1 != 0) slot_of(page.number_plus_1 - 1) = page;
  }

  std::vector<Page> slots_;
  unsigned shift_;
  std::uint32_t count_ = 0;
};

}  // namespace hpcast::memsim
