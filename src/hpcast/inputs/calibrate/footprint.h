// Memory to measure in, mapped and touched, and ways through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hpcast::calibrate {

// Huge ones where the system grants them.
enum class Pages : std::uint8_t { huge, small };

class Footprint {
 public:
  // Throws InputError where there is no such memory.
  explicit Footprint(std::size_t bytes, Pages pages = Pages::huge);
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

// Lines by their number, in the order of a way.
using Lines = std::vector<std::uint32_t>;

// At random, but the pages of a block (2 MiB) one after the other: a TLB holds so many small pages,
// and huge pages of a guest can be small ones of its host. More than prefetchers look through.
Lines lines_by_blocks(std::size_t bytes);
// Without the others of their pairs (128 bytes), which processors fetch unasked: what is at random
// in a block has more and more of its lines there already, the longer it takes.
Lines one_of_pairs(const Lines& lines);
// So many lines of each small page; which ones changes from page to page, so that all sets of
// caches are used.
Lines lines_of_pages(std::size_t pages, std::size_t each);
// So many that are `way` bytes apart.
Lines lines_of_set(std::size_t lines, std::size_t way);
// Each `block` lines among themselves.
void shuffle(Lines& lines, std::size_t block);

// Each of them, none of which waits for another.
void read_lines(const Footprint& memory, const Lines& lines);

// A way through lines by pointers in them, each read once in a round.
class Chase {
 public:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t most_at_once = 64;

  explicit Chase(const Footprint& memory) : Chase(memory, lines_by_blocks(memory.size())) {}
  // The pointers are the lines' word of that number: several ways may lead through one footprint.
  Chase(const Footprint& memory, const Lines& way, std::size_t word = 0);

  // Of `count` walkers that are spread over the way, in turn; each goes on where it was.
  void walk(std::size_t count, std::size_t steps_each);
  std::size_t lines() const { return lines_; }

 private:
  std::size_t lines_;
  void* at_[most_at_once];
};

}  // namespace hpcast::calibrate
