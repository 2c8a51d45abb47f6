#include "hpcast/faces/report/latency/figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/line_chart.h"

namespace hpcast::report {

using answers::LatencyAnswer;
using answers::LatencyForecast;
using answers::LatencyInterval;

namespace {

std::string times_text(double slowdown) { return answers::slowdown_text(slowdown) + "×"; }

// Steps: an interval's value holds from its start to its end.
template <class Value>
Series steps_of(const LatencyAnswer& r, const std::string& name, const Value& value) {
  Series series;
  series.name = name;
  for (const LatencyInterval& interval : r.intervals) {
    series.points.push_back({interval.start_s, value(interval)});
    series.points.push_back({interval.start_s + interval.duration_s, value(interval)});
  }
  return series;
}

}  // namespace

Figure method_figure(const LatencyAnswer& r) {
  LineChart chart;
  chart.title = "Slowdown over the latency of memory, by method";
  chart.x_label = "latency of memory";
  chart.y_label = "run time over the one measured";
  chart.x_text = [](double s) { return format_time(s); };
  chart.y_text = times_text;
  chart.y_from = 1;
  chart.width = 1160;
  std::vector<Series> series;
  for (const LatencyForecast& f : r.forecasts) {
    Series& s = series.emplace_back();
    s.name = name_of(f.method);
    s.strong = f.method == r.method;
    s.points.push_back({r.from_s, 1});
    for (std::size_t i = 0; i < r.to_s.size(); ++i) s.points.push_back({r.to_s[i], f.slowdown[i]});
  }
  if (!r.truth.empty()) {
    Series& s = series.emplace_back();
    s.name = "measured";
    for (const answers::LatencyTruth& truth : r.truth)
      s.points.push_back({truth.to_s, truth.slowdown});
  }
  return {"By method", "", line_chart(chart, series)};
}

Pair over_time(const LatencyAnswer& r) {
  LineChart chart;
  chart.x_label = "time of the run";
  chart.x_text = [](double s) { return format_time(s); };
  chart.dots = false;
  chart.title = "Slowdown over time";
  chart.y_label = "slowdown of the interval";
  chart.y_text = times_text;
  chart.y_from = 1;
  std::vector<Series> slowdowns;
  for (std::size_t i = 0; i < r.to_s.size(); ++i)
    slowdowns.push_back(steps_of(r, format_time(r.to_s[i]), [&](const LatencyInterval& interval) {
      return interval.slowdown[i];
    }));
  const Figure slower{"Slowdown over time", "", line_chart(chart, slowdowns)};
  const bool has_outstanding =
      std::all_of(r.intervals.begin(), r.intervals.end(),
                  [](const LatencyInterval& interval) { return interval.outstanding.has_value(); });
  chart.labels = false;
  chart.y_from = 0;
  chart.y_to = 1;
  if (has_outstanding) {
    chart.title = chart.y_label = "outstanding reads";
    chart.y_text = [](double reads) { return fmt::format("{:.3g}", reads); };
    return {slower,
            {"Outstanding reads over time", "",
             line_chart(chart, {steps_of(r, "outstanding", [](const LatencyInterval& interval) {
                          return *interval.outstanding;
                        })})}};
  }
  chart.title = chart.y_label = "misses a second";
  chart.y_text = [](double misses) { return format_count(misses); };
  return {slower,
          {"Misses over time", "",
           line_chart(chart, {steps_of(r, "misses", [](const LatencyInterval& interval) {
                        return interval.misses_per_s;
                      })})}};
}

}  // namespace hpcast::report
