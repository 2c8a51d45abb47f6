// What an external meter has written: CSV with a line of names, a time and a power in each line.
// docs/power-measure.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/meter/windows.h"

namespace hpcast::meter {

struct Reading {
  Windows windows;
  bool absolute = false;  // seconds since 1970 (UTC); else since the measurement began
  std::vector<std::string> notes;
};

// A meter that writes on may have written a part of its last line, which is left out then, and no
// whole window yet.
enum class Writing : std::uint8_t { done, goes_on };

// Throws InputError, with every fault of a line.
Reading read_meter(const std::string& path, Writing writing = Writing::done);
Reading meter_in(std::string_view text, const std::string& file, Writing writing = Writing::done);

}  // namespace hpcast::meter
