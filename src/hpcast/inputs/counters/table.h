// The counter table: what a run did, by interval, thread and region, whoever counted it. The hub
// between those who count (perf, PAPI, LIKWID, memsim) and the models that ask (latency,
// countergen, power). docs/counters.md, schemas/counters.schema.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/counters/catalogue.h"

namespace hpcast::counters {

// Rows with the same time, thread and region do not occur twice.
struct Row {
  double start_s = 0;        // since the beginning of the run
  double duration_s = 0;     // wall-clock time it stands for; 0: not known
  std::uint32_t thread = 0;  // index into Table::threads
  std::uint32_t region = 0;  // index into Table::regions

  bool operator==(const Row&) const = default;
};

struct Column {
  std::string name;  // canonical or, where there is no such counter, the source's own
  Unit unit = Unit::events;
  // By row. NaN: not counted there.
  std::vector<double> values;
  // By row: the share of its time in which it was counted (multiplexing), up to 1; values are
  // scaled up to the whole already. Empty: always 1.
  std::vector<double> running;
  // By row: standard deviation of the mean over repeated runs, over that mean. Empty: not repeated.
  std::vector<double> spread;
};

// Begins a note of what the run did that nobody counted.
inline constexpr std::string_view not_counted_note = "not counted: ";

struct Table {
  std::string source;  // what counted: "perf stat -x", "likwid", "otf2", "csv", "memsim"
  // Names; entry 0 of each is "": all threads together, the whole program. A thread is what the
  // source tells apart: "CPU3", "thread 1", "rank 2", "S0" (a socket).
  std::vector<std::string> threads{""};
  std::vector<std::string> regions{""};
  std::vector<Row> rows;  // by start, then thread, then region
  std::vector<Column> columns;
  // What a user of the numbers must know: multiplexed, counted over the whole system, estimated.
  std::vector<std::string> notes;
  // When start_s was 0: seconds since 1970 (UTC), for what else has been measured meanwhile.
  std::optional<double> began_unix_s;

  const Column* column(std::string_view name) const;  // null: there is none
  // The column, made where there is none: all values NaN.
  Column& column_to_fill(std::string_view name, Unit unit);
  // Appends a row; every column gets NaN there.
  std::size_t add_row(const Row& row);
  std::uint32_t thread_index(std::string_view name);  // added where it is new
  std::uint32_t region_index(std::string_view name);
};

// Added to its notes, where it is not among them: tables that hpcast wrote have theirs already.
void note_once(Table& table, const std::string& text);

double end_of(const Table& table);  // of its last row, in seconds

// What a counter would be at another latency of the memory: "cpu_time@500ns". Tables of simulated
// runs have such columns.
std::string at_latency(std::string_view counter, double latency_s);

// Of a + b, where both were measured apart; NaN where neither was repeated.
double spread_of_sum(double a, double spread_a, double b, double spread_b);

// Of one thing that was counted several times: the mean, and its standard deviation over itself.
struct Mean {
  double value = 0, spread = 0;
};
// `spread_of_one`: of a single value, which tells none.
Mean mean_of(std::span<const double> values, double spread_of_one);

}  // namespace hpcast::counters
