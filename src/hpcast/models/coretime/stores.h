// Stores that have not reached the first cache yet: loads of what they write have it from them.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/models/coretime/cycle.h"

namespace hpcast::coretime {

class Stores {
 public:
  Stores() : places_(entries) {}

  struct Found {
    bool any = false;
    bool whole = false;  // one store has all that is loaded
    Cycle data = 0;      // when that store's data was made
    Cycle written = 0;   // when the last of the stores is in the cache
  };

  void add(std::uint64_t address, std::uint32_t bytes, Cycle data, Cycle written) {
    each_word(address, bytes, [&](std::uint64_t word) {
      places_[word % entries] = {word, address, bytes, data, written};
    });
  }

  // Of a load that begins then.
  Found find(std::uint64_t address, std::uint32_t bytes, Cycle begin) const {
    Found found;
    each_word(address, bytes, [&](std::uint64_t word) {
      const Place& store = places_[word % entries];
      const bool overlaps = store.word == word && store.address < address + bytes &&
                            address < store.address + store.bytes;
      if (!overlaps || store.written <= begin) return;
      found.whole = (!found.any || found.whole) && store.address <= address &&
                    address + bytes <= store.address + store.bytes;
      found.any = true;
      if (store.data > found.data) found.data = store.data;
      if (store.written > found.written) found.written = store.written;
    });
    return found;
  }

 private:
  static constexpr std::size_t entries = 1 << 12;
  struct Place {
    std::uint64_t word = ~std::uint64_t{0};  // address / 4
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    Cycle data = 0, written = 0;
  };
  template <class F>
  static void each_word(std::uint64_t address, std::uint32_t bytes, F&& f) {
    for (std::uint64_t word = address / 4; word * 4 < address + bytes; ++word) f(word);
  }

  std::vector<Place> places_;
};

}  // namespace hpcast::coretime
