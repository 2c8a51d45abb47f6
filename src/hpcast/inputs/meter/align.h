// Power beside counters: what a meter told about the intervals of a counter table.
#pragma once

#include <string>

#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/meter/windows.h"

namespace hpcast::meter {

// The table's rows summed up over the windows that they cover, a row for each window, thread and
// region: for a meter whose windows are longer than the rows. A row that two windows share is
// divided by time; windows that are covered in part are left out. Watts are averaged over time.
counters::Table over_windows(const counters::Table& table, const Windows& windows);

// Fills the column `name`, of watts or joules, of rows without a thread: all threads together,
// since a meter cannot tell them apart. Where an interval has rows of threads alone, such a row is
// added. Of rows that the windows tell nothing about (mean_within), the value stays missing.
// Returns in how many rows there is one. Times of both are in seconds from the same beginning.
std::size_t add_power(counters::Table& table, const Windows& windows, const std::string& name,
                      counters::Unit unit);

}  // namespace hpcast::meter
