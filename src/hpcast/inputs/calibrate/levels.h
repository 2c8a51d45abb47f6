// Where a core's loads can find their data, level by level, and how much memory to measure each
// with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

struct Level {
  std::string name;  // of the class
  bool is_memory = false;
  std::uint32_t class_index = 0;  // among cache_classes, or mem_classes
  std::size_t capacity = 0;       // of a cache, as the machine has it
  std::size_t way = 0;            // bytes of it, so many from one line of a set to the next
  std::size_t objects = 0;        // of that class that measured cores use
  std::size_t sharers = 0;        // measured cores that use the first one's
  // Bytes to measure it with, of a thread alone and of each of all; 0: cannot be.
  std::size_t alone = 0, together = 0;
  std::size_t chase = 0;   // to go through one line of each pair of
  std::size_t beside = 0;  // of memory: for each other thread to read while one chases
  bool is_shared() const { return sharers > 1; }
};

// Of the first of `cores` (of the machine: those that can be measured on), the nearest first, the
// memory last; without caches on the memory's side. `free_bytes` of memory may be used in part.
std::vector<Level> levels_of(const dat::Machine& machine, const std::vector<std::uint32_t>& cores,
                             std::uint64_t free_bytes);

// The edges over which each of the cores alone reaches the first that several of them use or, where
// none is shared, its memory; in the order of `cores`. None where that is not so for all of them.
std::vector<std::uint32_t> own_edges(const dat::Machine& machine,
                                     const std::vector<std::uint32_t>& cores);

}  // namespace hpcast::calibrate
