// Objects that are alike, together: 128 first-level caches are one line of a report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::report {

struct Group {
  answers::Kind kind = answers::Kind::core;
  int level = 0;
  std::string class_name;
  std::string label;                   // "L2_rome"; with the level where that is not enough
  std::vector<std::uint32_t> members;  // indices into MemoryAnswer::objects, the busiest first
  double longest_s = 0;                // of the busiest member
  double mean_s = 0;
  std::uint64_t bytes = 0;  // of all members, both ways
};

// By kind, level and class: from the core outwards, edges after the objects of their level.
std::vector<Group> group_objects(const answers::MemoryAnswer& result);

// A wire without a bandwidth: it carries traffic and limits nothing.
bool is_idle_edge(const Group& group);

// Bytes both ways.
std::uint64_t total_bytes(const answers::ObjectResult& object);

// Hits / (hits + misses), -1 for what is no cache or was not used.
double hit_rate(const answers::ObjectResult& object);

}  // namespace hpcast::report
