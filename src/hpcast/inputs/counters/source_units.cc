#include "hpcast/inputs/counters/source_units.h"

#include <algorithm>
#include <array>

namespace hpcast::counters {

namespace {

struct UnitWord {
  std::string_view word;
  SourceUnit unit;
};

constexpr std::array unit_words{
    UnitWord{"ns", {Unit::seconds, 1e-9}},   UnitWord{"usec", {Unit::seconds, 1e-6}},
    UnitWord{"us", {Unit::seconds, 1e-6}},   UnitWord{"msec", {Unit::seconds, 1e-3}},
    UnitWord{"ms", {Unit::seconds, 1e-3}},   UnitWord{"sec", {Unit::seconds, 1}},
    UnitWord{"s", {Unit::seconds, 1}},       UnitWord{"seconds", {Unit::seconds, 1}},
    UnitWord{"Bytes", {Unit::bytes, 1}},     UnitWord{"bytes", {Unit::bytes, 1}},
    UnitWord{"B", {Unit::bytes, 1}},         UnitWord{"KiB", {Unit::bytes, 1024}},
    UnitWord{"MiB", {Unit::bytes, 1048576}}, UnitWord{"GiB", {Unit::bytes, 1073741824}},
    UnitWord{"kB", {Unit::bytes, 1e3}},      UnitWord{"KB", {Unit::bytes, 1e3}},
    UnitWord{"MB", {Unit::bytes, 1e6}},      UnitWord{"GB", {Unit::bytes, 1e9}},
    UnitWord{"Joules", {Unit::joules, 1}},   UnitWord{"joules", {Unit::joules, 1}},
    UnitWord{"J", {Unit::joules, 1}},        UnitWord{"mJ", {Unit::joules, 1e-3}},
    UnitWord{"uJ", {Unit::joules, 1e-6}},    UnitWord{"Watts", {Unit::watts, 1}},
    UnitWord{"watts", {Unit::watts, 1}},     UnitWord{"W", {Unit::watts, 1}},
    UnitWord{"mW", {Unit::watts, 1e-3}},     UnitWord{"kW", {Unit::watts, 1e3}},
    UnitWord{"MW", {Unit::watts, 1e6}},      UnitWord{"Hz", {Unit::hertz, 1}},
    UnitWord{"kHz", {Unit::hertz, 1e3}},     UnitWord{"MHz", {Unit::hertz, 1e6}},
    UnitWord{"GHz", {Unit::hertz, 1e9}},     UnitWord{"V", {Unit::volts, 1}},
    UnitWord{"mV", {Unit::volts, 1e-3}},     UnitWord{"cycles", {Unit::cycles, 1}},
    UnitWord{"Cycles", {Unit::cycles, 1}},   UnitWord{"events", {Unit::events, 1}},
    UnitWord{"#", {Unit::events, 1}},        UnitWord{"nsec", {Unit::seconds, 1e-9}},
};

}  // namespace

std::optional<SourceUnit> source_unit(std::string_view word) {
  const auto* const at = std::find_if(unit_words.begin(), unit_words.end(),
                                      [&](const UnitWord& u) { return u.word == word; });
  if (at == unit_words.end()) return std::nullopt;
  return at->unit;
}

bool is_level_unit(std::string_view word) {
  constexpr std::array<std::string_view, 10> levels{"C",       "'C", "degC", "\u00b0C", "Celsius",
                                                    "celsius", "F",  "A",    "%",       "rpm"};
  return std::find(levels.begin(), levels.end(), word) != levels.end();
}

std::optional<Unit> unit_named(std::string_view name) {
  for (const Unit unit : {Unit::events, Unit::cycles, Unit::seconds, Unit::bytes, Unit::joules,
                          Unit::watts, Unit::hertz, Unit::volts})
    if (name == name_of(unit)) return unit;
  return std::nullopt;
}

}  // namespace hpcast::counters
