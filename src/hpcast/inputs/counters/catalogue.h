// The canonical counters: their names, units and what they count, in one place; and what PAPI,
// perf, LIKWID and A64FX call them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hpcast::counters {

// What a column counts in. Everything in base units: a source's MB, mJ or 64-byte lines are
// converted as they are read (Alias::factor).
enum class Unit : std::uint8_t {
  events,   // occurrences: instructions, misses, lines
  cycles,   // of the core's clock
  seconds,  // time that adds up: of a processor, of all reads in flight
  bytes,
  joules,
  // Averages over the interval, which do not add up over time.
  watts,
  hertz,
  volts,
};
const char* name_of(Unit unit);  // "events", "cycles", …
bool is_average(Unit unit);

struct CounterInfo {
  const char* name;  // "llc_misses"
  Unit unit;
  const char* meaning;  // a line for people
};

// In the order in which tables show them.
std::span<const CounterInfo> catalogue();
const CounterInfo* find(std::string_view name);  // null: no canonical counter has that name

// A name that some tool or machine uses.
struct Alias {
  std::string counter;  // canonical
  double factor = 1;    // the source's value times that, in the counter's unit
  // Of a part of the counter: which sum it is in. The parts of one sum are added up, as the
  // channels of a memory are; another sum of the same counter counts the same again. Empty: it is
  // the whole.
  std::string sum{};
  std::string note{};  // what a user of the numbers must know
  // The source tells so many a second: times the row's duration.
  bool per_second = false;

  bool is_part() const { return !sum.empty(); }
};

}  // namespace hpcast::counters
