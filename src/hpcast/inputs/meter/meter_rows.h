// The lines that one meter has written, made windows; and windows of several meters added up.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/meter/windows.h"

namespace hpcast::meter {

// A row as it stands; what it does not tell, its neighbours do.
struct MeterRow {
  std::optional<double> begin, end;
  std::optional<double> watts;
  std::size_t line = 0;
  bool is_completed = false;  // by a neighbour
};

// Pauses are left out, with a note. `of_cards`: lines that may be of several graphics cards, which
// nothing tells apart: where they show that they are, it is a fault.
Windows windows_of(std::vector<MeterRow> rows, bool of_cards, LineFaults& faults,
                   std::vector<std::string>& notes);

// What meters tell together, over the windows of the first: those of the others may begin and end
// a little earlier or later. Nothing where one of them tells less than nine tenths.
Windows sum_of(const std::vector<Windows>& meters);

}  // namespace hpcast::meter
