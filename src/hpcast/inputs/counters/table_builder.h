// A table from what a source says, value by value, under the source's own names.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/series.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/inputs/counters/whole_sums.h"

namespace hpcast::counters {

class TableBuilder {
 public:
  TableBuilder(std::string source, const Aliases& aliases, LineFaults& faults);

  // The row of that time, thread and region, new or not.
  std::size_t row(double start_s, double duration_s, std::string_view thread,
                  std::string_view region);
  // `repeats`: what further values of the same name and row are.
  void add(std::size_t row, const Sample& sample, Repeats repeats = Repeats::again);
  void note(const std::string& text);     // once
  void set_durations(double duration_s);  // of all rows
  void set_began(double unix_s) { table_.began_unix_s = unix_s; }
  bool empty() const { return table_.rows.empty(); }
  // Whatever was counted was counted again: more than one run's.
  bool all_repeated() const;

  // Counters under their canonical names, rows in order, threads by number; counters that were
  // never counted left out. Throws what is at fault.
  Table finish();

 private:
  using Key = std::tuple<double, std::uint32_t, std::uint32_t>;

  Series& series_of(std::string_view name);
  double in_base_unit(Series& series, const Sample& sample);
  bool is_no_count_of_a_part(const Series& series, double value);
  void put_plain_names_first();
  void put(const Series& series);
  void put(const Series& series, const std::string& name, const Alias& alias);
  struct Part {
    double factor;
    bool per_second;
  };
  void add_part(Column& column, const Series& series, const Part& part);
  std::vector<bool> rows_without(const Series& series) const;
  void drop_levels();
  void drop_never_counted();
  void drop_partial_sums();
  void drop_empty_columns();
  void note_repetitions();
  void note_multiplexed();
  void note_modifiers();
  void drop_trivial(Column& column) const;
  void sort_threads();

  const Aliases& aliases_;
  LineFaults& faults_;
  Table table_;
  std::map<Key, std::size_t> row_of_;
  std::map<std::string, std::uint32_t, std::less<>> thread_of_, region_of_;
  std::vector<Series> series_;
  std::map<std::string, std::size_t, std::less<>> series_of_;
  struct Filled {
    std::string by;           // the source's name
    std::vector<bool> lacks;  // by row: a part
    NotCounted not_counted;
  };
  std::map<std::string, Filled, std::less<>> filled_;  // by column
  std::set<std::string> notes_told_;
};

}  // namespace hpcast::counters
