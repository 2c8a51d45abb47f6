#include "hpcast/forecast/power/measure.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/start_program.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/append.h"

namespace hpcast::forecast {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

double unix_seconds(Clock::time_point when) {
  return Seconds(std::chrono::system_clock::now().time_since_epoch()).count() -
         Seconds(Clock::now() - when).count();
}

// So many readings an interval, that few of it are lost where it begins and ends; RAPL counts anew
// every millisecond.
std::chrono::milliseconds sampling_period(double interval_s) {
  constexpr double readings = 20, shortest_s = 0.005, longest_s = 0.1;
  const double wanted_s = interval_s > 0 ? interval_s / readings : longest_s;
  return std::chrono::milliseconds(
      static_cast<int>(1e3 * std::clamp(wanted_s, shortest_s, longest_s)));
}

// What perf counts while nothing runs says nothing a cycle: rates are to be by the wall clock.
void drop_cycles(counters::Table& table) {
  for (counters::Column& column : table.columns)
    if (column.unit == counters::Unit::cycles)
      column.values.assign(table.rows.size(), std::numeric_limits<double>::quiet_NaN());
}

class Measurement {
 public:
  explicit Measurement(const PowerMeasureRequest& request)
      : request_(request),
        options_(request.collect),
        sampler_(request.sensors, sampling_period(request.collect.interval_s)) {
    options_.at_once = true;
  }

  PowerMeasured run() {
    for (const PowerProgram& program : request_.programs) {
      if (!run(program)) break;
      const bool is_last = &program == &request_.programs.back();
      if (request_.keep && !is_last && !measured_.table.rows.empty())
        request_.keep(with_power(sampler_.so_far(zero_)));
    }
    return with_power(sampler_.finish(zero_));
  }

 private:
  // Whether to go on: what was measured before shall not be lost by what fails later.
  bool run(const PowerProgram& program) {
    try {
      if (::isatty(STDERR_FILENO) == 1)
        tell(fmt::format("hpcast: {} of {}: {}", ++begun_, request_.programs.size(), program.name));
      add(program, counters::collect(request_.events, options_, program.command));
      return true;
    } catch (const InputError& error) {
      if (measured_.table.rows.empty()) throw;
      const int status = error.exit_status().value_or(2);
      leave_out(program,
                status > ended_by_signal
                    ? fmt::format("signal {} ended the measurement", status - ended_by_signal)
                    : error.what(),
                status);
      return false;
    }
  }

  void add(const PowerProgram& program, counters::Collected collected) {
    if (collected.exit_status != 0 && request_.programs.size() > 1)
      return leave_out(program, fmt::format("it ended with {}", collected.exit_status),
                       collected.exit_status);
    if (measured_.table.rows.empty()) zero_ = collected.began;
    if (measured_.exit_status == 0) measured_.exit_status = collected.exit_status;
    if (program.name == "idle") drop_cycles(collected.table);
    counters::append(measured_.table, collected.table, program.name,
                     Seconds(collected.began - zero_).count());
  }

  PowerMeasured with_power(meter::Sampled sampled) const {
    PowerMeasured all = measured_;
    all.table.began_unix_s = unix_seconds(zero_);
    all.sampled = std::move(sampled);
    std::vector<std::string> names;
    for (const meter::Sensor& sensor : request_.sensors) names.push_back(sensor.name);
    if (!names.empty())
      all.table.notes.push_back(fmt::format("sensors: {}", fmt::join(names, ", ")));
    return all;
  }

  void leave_out(const PowerProgram& program, const std::string& why, int status) {
    measured_.table.notes.push_back(fmt::format("{} is left out: {}", program.name, why));
    if (measured_.exit_status == 0) measured_.exit_status = status;
  }

  const PowerMeasureRequest& request_;
  counters::CollectOptions options_;
  meter::Sampler sampler_;
  PowerMeasured measured_;
  Clock::time_point zero_;  // when the first program began
  std::size_t begun_ = 0;
};

}  // namespace

bool counts_energy(const counters::EventSet& events, const std::vector<std::string>& groups,
                   const std::string& sys) {
  std::error_code none;
  if (!std::filesystem::exists(sys + "/bus/event_source/devices/power", none)) return false;
  return std::any_of(events.groups.begin(), events.groups.end(), [&](const auto& group) {
    const bool wanted =
        groups.empty() || std::find(groups.begin(), groups.end(), group.name) != groups.end();
    return wanted && std::any_of(group.events.begin(), group.events.end(), [](const auto& event) {
             return event.counters.count("package_energy") > 0;
           });
  });
}

PowerMeasured measure_power(const PowerMeasureRequest& request) {
  PowerMeasured measured = Measurement(request).run();
  if (measured.table.rows.empty())
    throw InputError("no program ran to its end: " + on_one_line(measured.table.notes.front()))
        .ending_with(measured.exit_status);
  return measured;
}

}  // namespace hpcast::forecast
