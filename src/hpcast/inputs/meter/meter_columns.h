// The line of names of a meter's CSV: which columns are of use.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/counters/date_time.h"

namespace hpcast::meter {

struct MeterColumns {
  std::size_t count = 0;
  char separator = ',';
  std::optional<std::size_t> start, duration, end;  // of a window
  std::optional<double> time_unit_s;                // of times that are numbers, where one is named
  counters::Zone zone = counters::Zone::of_host;    // of dates that name none
  std::size_t power = 0;
  double factor = 1;         // the power's, to watts
  bool is_of_cards = false;  // nvidia-smi's power.draw: a line for each card and time
  // Which columns tell what a line is of: cards, outlets, nodes; and what these are.
  std::vector<std::size_t> part;
  std::string kind_of_part;
};

// Faults of the line are added; then what is returned is of no use.
MeterColumns meter_columns(std::string_view header, std::size_t line, LineFaults& faults);

}  // namespace hpcast::meter
