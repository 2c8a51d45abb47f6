// The units in which other tools print.
#pragma once

#include <optional>
#include <string_view>

#include "hpcast/inputs/counters/catalogue.h"

namespace hpcast::counters {

struct SourceUnit {
  Unit unit;      // the base unit
  double factor;  // to it
};

// "msec", "MiB", "Joules"; nothing if the word is none of them.
std::optional<SourceUnit> source_unit(std::string_view word);
// Of what does not add up over threads, boxes and time, and is no counter's: temperatures, shares.
bool is_level_unit(std::string_view word);
// By its name, as name_of() gives it.
std::optional<Unit> unit_named(std::string_view name);

}  // namespace hpcast::counters
