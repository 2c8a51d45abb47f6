// Memory to measure in: mapped, touched, in huge pages where the system grants them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hpcast::calibrate {

class Footprint {
 public:
  // Throws InputError where there is no such memory.
  explicit Footprint(std::size_t bytes);
  ~Footprint();
  Footprint(const Footprint&) = delete;
  Footprint& operator=(const Footprint&) = delete;

  char* data() const { return data_; }
  std::size_t size() const { return bytes_; }
  bool has_huge_pages() const { return huge_; }

 private:
  void* mapped_ = nullptr;
  std::size_t mapped_bytes_, bytes_;
  char* data_ = nullptr;
  bool huge_ = false;
};

// A way through all lines of a footprint by pointers in them, each read once in a round. At random
// throughout; without huge pages page by page, at random in each, so that address translation does
// not weigh.
class Chase {
 public:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t most_at_once = 64;

  explicit Chase(const Footprint& memory);

  // Of `count` walkers that are spread over the way, in turn; each goes on where it was.
  void walk(std::size_t count, std::size_t steps_each);
  std::size_t lines() const { return lines_; }

 private:
  std::size_t lines_;
  void* at_[most_at_once];
};

}  // namespace hpcast::calibrate
