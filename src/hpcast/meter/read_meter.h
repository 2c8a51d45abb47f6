// What an external meter has written: CSV with a line of names, a time and a power in each line.
// docs/power-measure.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hpcast/meter/windows.h"

namespace hpcast::meter {

struct Reading {
  Windows windows;
  bool absolute = false;  // seconds since 1970 (UTC); else since the measurement began
  std::vector<std::string> notes;
};

// Throws InputError, with every fault of a line.
Reading read_meter(const std::string& path);
Reading meter_in(std::string_view text, const std::string& file);

}  // namespace hpcast::meter
