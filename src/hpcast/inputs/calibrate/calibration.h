// What hpcast calibrate found out: the machine, and each number with where it comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/calibrate/measure.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::calibrate {

enum class Unit : std::uint8_t { none, cycles, seconds, hertz, bytes, bytes_per_second };

struct Measurement {
  std::string group;  // a cache's or memory's class, "core", "instructions", "system"
  std::string name;
  double value = 0;
  Unit unit = Unit::none;
  double spread = 1;           // of the rounds that agree on it (least.h)
  std::optional<double> told;  // before: by a table of cores or the system, or assumed
  bool used = false;           // stands in the machine
  std::string note;            // why not, or what was made of it; may be empty
  std::string found = {};      // in a word, for the table; empty: whether it is used
};

struct Calibration {
  dat::Machine machine;
  std::string verdict;
  std::optional<std::string> generation;  // the table of cores that is this processor's, if any
  std::vector<Measurement> measurements;
  std::vector<std::string> unseen;  // in sentences
  int rounds = 0;
  double seconds = 0;
};

// `host`: as told, before. `cores`: of it, those that were measured; the first one's class is what
// the numbers of a single core go to, and that of its caches. `generation`: its table of cores.
Calibration conclude(const dat::Machine& host, const std::vector<std::uint32_t>& cores,
                     const std::vector<Level>& levels, const Times& times,
                     const std::optional<std::string>& generation);

}  // namespace hpcast::calibrate
