#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/counters/report.h"
#include "hpcast/faces/report/kit/histogram.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/scatter.h"

namespace hpcast::report {

namespace {

using EventComparison = answers::CounterForecast::Comparison;

std::string event_scatter(const EventComparison& c) {
  ScatterChart chart;
  chart.title = c.metric + " of events, forecast over measured";
  chart.text = [](double count) { return format_count(count); };
  std::vector<ScatterDot> dots;
  for (const EventComparison::Dot& dot : c.dots)
    dots.push_back({dot.measured, dot.forecast, dot.events});
  return "<figure><h3>" + escape(c.metric) +
         " of events</h3>\n<figcaption>The larger a dot, the more events. What is right lies on "
         "the line, what is off by 20 % at most in the band.</figcaption>\n" +
         scatter_chart(chart, dots) + "</figure>\n";
}

std::string error_histogram(const EventComparison& c) {
  Histogram chart;
  chart.title = "Relative errors of events, " + c.metric;
  chart.x_label = "relative error of an event";
  chart.y_label = "events";
  chart.x_text = [](double error) { return fmt::format("{:.0f} %", 100 * error); };
  chart.bin_width = EventComparison::bin_width;
  chart.open_end = true;
  chart.height = 500;  // beside the other one
  return "<figure><h3>Their errors</h3>\n<figcaption>" +
         fmt::format("Mean {}, median {}, largest {}; events that gained at least {}.",
                     format_percent(c.mean), format_percent(c.median), format_percent(c.largest),
                     format_count(c.least_event)) +
         "</figcaption>\n" + histogram(chart, c.histogram) + "</figure>\n";
}

}  // namespace

std::string comparison_figures(const EventComparison& c) {
  if (c.events == 0) return {};
  return "<div class=\"pair\">" + event_scatter(c) + error_histogram(c) + "</div>\n";
}

}  // namespace hpcast::report
