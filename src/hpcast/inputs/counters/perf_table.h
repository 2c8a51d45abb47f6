// What `perf stat` says in its formats for machines, made a table: the part that is the same for -x
// and -j.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hpcast/inputs/counters/table_builder.h"

namespace hpcast::counters {

inline constexpr std::string_view perf_start = "# started on ";

// One line. Views into it.
struct PerfLine {
  std::optional<double> time_s;  // -I: end of the interval
  std::string_view thread;       // CPU, core, socket, thread; empty: all of them
  std::string_view region;       // a control group
  std::string_view value;        // or "<not counted>", "<not supported>"
  std::string_view unit;
  std::string_view event;
  std::optional<double> spread;
  double running = 1;
  std::string_view metric;  // a number; empty: none
  std::string_view metric_unit;
  std::size_t number = 0;
};

class PerfTable {
 public:
  PerfTable(const char* source, const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_(source, aliases, faults) {}

  // At perf's line of when it started, `perf_start`.
  void begin_run(std::size_t line);
  void add(const PerfLine& line);
  void ignore_metric();
  void ignore_summary();
  Table finish(const std::string& file);

 private:
  void go_to(double time_s, std::size_t line);
  void take_duration(const PerfLine& line, std::optional<double> value);

  LineFaults& faults_;
  TableBuilder builder_;
  void estimate_duration(double cpu_time_s, std::string_view cpus_used);
  void note_time();

  double start_ = 0, end_ = 0;  // of the interval
  bool intervals_ = false, has_metrics_ = false, began_ = false;
  double duration_ = 0;        // of the run, by duration_time
  double estimated_ = 0;       // by the processors' use
  double estimate_error_ = 1;  // of it: share
};

}  // namespace hpcast::counters
