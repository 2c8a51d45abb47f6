// What one name of a source counted, row by row; the part of a table builder that knows what a name
// that stands several times in a row means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/counters/catalogue.h"

namespace hpcast::counters {

struct Sample {
  std::string_view name;                                    // the source's
  double value = std::numeric_limits<double>::quiet_NaN();  // NaN: not counted
  std::string_view unit;                                    // the source's: "", "msec", "MiB"
  double running = 1;
  double spread = std::numeric_limits<double>::quiet_NaN();
  std::size_t line = 0;
  bool supported = true;  // false: the machine cannot count it, as the source says
};

// What several values of one name in a row are.
enum class Repeats : std::uint8_t {
  parts,  // boxes of a unit: they are added up, and one that lacks makes the sum lack
  again,  // the same thing, counted by several groups of events at once: their mean is taken
};

enum class Lack : std::uint8_t { not_counted, not_supported };

struct Series {
  std::string name;
  Unit unit = Unit::events;
  bool has_unit = false;  // the source said it
  bool is_level = false;  // a temperature: does not add up over threads, time or boxes
  bool is_sum = false;    // of several parts
  std::vector<Alias> aliases;
  std::vector<double> values, running, spread;             // by row; NaN: not counted
  std::map<std::size_t, Lack> lacks;                       // by row: why, where the source says so
  std::map<std::size_t, std::vector<double>> repetitions;  // by row, of which `values` has the mean

  // `value`: the sample's, in the base unit.
  void add(std::size_t row, double value, const Sample& sample, Repeats repeats);
  void fill_to(std::size_t rows);
  bool is_counted() const;         // in any row
  bool repetitions_agree() const;  // as those of one event do that is counted all the time

 private:
  void add_part(std::size_t row, double value, const Sample& sample);
  void add_again(std::size_t row, double value, const Sample& sample);
};

}  // namespace hpcast::counters
