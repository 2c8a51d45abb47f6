// Where a traced process has mapped memory that others may map too. Freestanding.
#pragma once

#include <atomic>
#include <cstdint>

#include "hpcast/reftrace/record.h"

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
  std::uint32_t changes() const { return count_.load(std::memory_order_acquire); }
  const SharedMap& change(std::uint32_t i) const { return changes_[i]; }

  void add(const SharedMap& map) {
    const std::uint32_t count = changes();
    if (map.bytes == 0 || count >= (map.file != 0 ? most / 2 : most)) return;
    changes_[count] = map;
    count_.store(count + 1, std::memory_order_release);
  }
  // Nothing is shared there any more.
  void remove(std::uint64_t address, std::uint64_t bytes) {
    if (last_shared(address, bytes).file != 0) add({address, bytes, 0, 0});
  }
  // A System V segment is given up as a whole.
  void remove_segment(std::uint64_t address) { remove(address, last_shared(address, 1).bytes); }

 private:
  // That reaches into there, whether or not that part of it has been given up since.
  SharedMap last_shared(std::uint64_t address, std::uint64_t bytes) const {
    for (std::uint32_t i = changes(); i-- > 0;) {
      const SharedMap& map = changes_[i];
      if (map.file != 0 && map.address < address + bytes && address < map.address + map.bytes)
        return map;
    }
    return {};
  }

  static constexpr std::uint32_t most = 4096;
  std::atomic<std::uint32_t> count_;
  SharedMap changes_[most];
};

}  // namespace hpcast::reftrace
