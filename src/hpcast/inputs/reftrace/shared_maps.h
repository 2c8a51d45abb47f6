// Where a traced process has mapped memory that others may map too. Freestanding.
#pragma once

#include <atomic>
#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// What Event::shared_map tells, besides the clock.
struct SharedMap {
  std::uint64_t address, bytes;
  std::uint64_t file;  // shared_file_number(); 0: mapped no more
  std::uint64_t offset;
};
// SharedFile::device of System V segments, whose numbers are their own.
inline constexpr std::uint64_t system_v_device = ~std::uint64_t{0};

inline constexpr unsigned shared_map_words = sizeof(SharedMap) / sizeof(Word);

// All changes, in order, for every thread to write into its own stream. One thread at a time adds;
// beyond half of the most, what is mapped counts as the process's own.
class SharedMaps {
 public:
  static constexpr std::uint32_t most = 4096;

  // f(change) for each after the first `seen` ones, which becomes the number of all.
  template <class F>
  void each_since(std::uint32_t& seen, F&& f) const {
    for (const std::uint32_t count = changes(); seen != count; ++seen) f(changes_[seen]);
  }
  // Whether any of that memory is shared now.
  bool any_in(std::uint64_t address, std::uint64_t bytes) const {
    return any_between(address, address + bytes, changes());
  }

  void add(const SharedMap& map) {
    const std::uint32_t count = changes();
    if (map.bytes == 0 || count >= (map.file != 0 ? most / 2 : most)) return;
    changes_[count] = map;
    count_.store(count + 1, std::memory_order_release);
  }
  // Nothing is shared there any more.
  void remove(std::uint64_t address, std::uint64_t bytes) {
    if (any_in(address, bytes)) add({address, bytes, 0, 0});
  }
  // A System V segment is given up as a whole.
  void remove_segment(std::uint64_t address) {
    for (std::uint32_t i = changes(); i-- > 0;)
      if (changes_[i].file != 0 && changes_[i].address == address)
        return remove(address, changes_[i].bytes);
  }

 private:
  std::uint32_t changes() const { return count_.load(std::memory_order_acquire); }

  // After the first `count` changes.
  bool any_between(std::uint64_t begin, std::uint64_t end, std::uint32_t count) const {
    while (begin < end && count-- > 0) {
      const SharedMap& map = changes_[count];
      const std::uint64_t map_end = map.address + map.bytes;
      const std::uint64_t from = begin > map.address ? begin : map.address;
      const std::uint64_t to = end < map_end ? end : map_end;
      if (from >= to) continue;
      if (map.file != 0) return true;
      // Given up there: what lies on either side of it remains, the smaller part looked at at once,
      // so that the calls nest little.
      const bool left_is_smaller = from - begin < end - to;
      if (left_is_smaller ? any_between(begin, from, count) : any_between(to, end, count))
        return true;
      (left_is_smaller ? begin : end) = left_is_smaller ? to : from;
    }
    return false;
  }

  std::atomic<std::uint32_t> count_;
  SharedMap changes_[most];
};

}  // namespace hpcast::reftrace
