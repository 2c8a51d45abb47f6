// What `perf stat` says in its formats for machines, made a table: the part that is the same for -x
// and -j.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hpcast/counters/table_builder.h"

namespace hpcast::counters {

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
  double metric = 0;  // 0: none
  std::string_view metric_unit;
  std::size_t number = 0;
};

class PerfTable {
 public:
  PerfTable(const char* source, const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_(source, aliases, faults) {}

  void add(const PerfLine& line);
  void ignore_metric();
  void ignore_summary();
  Table finish(const std::string& file);

 private:
  void go_to(double time_s, std::size_t line);
  void take_duration(const PerfLine& line, std::optional<double> value);

  LineFaults& faults_;
  TableBuilder builder_;
  double start_ = 0, end_ = 0;  // of the interval
  bool intervals_ = false;
  double duration_ = 0;   // of the run, by duration_time
  double estimated_ = 0;  // by the processors' use
};

}  // namespace hpcast::counters
