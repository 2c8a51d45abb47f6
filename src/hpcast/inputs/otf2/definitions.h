// What an OTF2 archive says before its events: regions, threads, metrics, the clock.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace hpcast::otf2 {

enum class MetricKind : std::uint8_t {
  accumulated,  // a sum that grows from event to event
  relative,     // what was added since the event before
  level,        // anything else, such as a temperature: does not add up
};

struct Metric {
  std::string name, unit;
  MetricKind kind = MetricKind::accumulated;
  double scale = 1;
};

struct Location {
  std::uint64_t events = 0;
  std::string name;
  std::uint32_t group = 0;
};

// By the archive's references.
struct Definitions {
  std::string creator;      // who wrote the archive
  std::string partial;      // why it is not of a whole run; empty: nobody says that it is not
  std::string cache_lines;  // of simulated counters, as the archive's property has it
  std::uint64_t ticks_a_second = 1, first_tick = 0;
  std::unordered_map<std::uint32_t, std::string> strings;
  std::unordered_map<std::uint32_t, std::string> regions;
  std::unordered_map<std::uint32_t, std::string> groups;
  std::map<std::uint64_t, Location> locations;
  std::unordered_map<std::uint32_t, Metric> metrics;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> classes;  // metrics of an event

  std::string text(std::uint32_t string) const;  // empty where there is none
  std::string region_name(std::uint32_t region) const;
};

// "MPI Rank 1"; with the thread's own name where the process has several.
std::map<std::uint64_t, std::string> location_names(const Definitions& definitions);

}  // namespace hpcast::otf2
