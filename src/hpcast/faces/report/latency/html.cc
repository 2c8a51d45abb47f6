#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/line_chart.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/latency/report.h"

namespace hpcast::report {

namespace {

using answers::LatencyAnswer;
using answers::LatencyForecast;
using answers::LatencyInterval;

std::string times_text(double slowdown) { return answers::slowdown_text(slowdown) + "×"; }

std::string cells_of(const LatencyAnswer& r, const std::vector<double>& slowdowns) {
  std::string html;
  for (std::size_t i = 0; i < slowdowns.size(); ++i)
    html += fmt::format("<td>{}×</td>", escape(possible_slowdown_text(r, i, slowdowns[i])));
  return html;
}

std::string verdict_of(const LatencyAnswer& r) {
  return fmt::format(
      "<p class=\"verdict\"><span class=\"time\">{}</span>the run time at <strong>{}</strong> "
      "instead of {}, {} to {} by all methods</p>\n",
      times_text(slowdown_at(r, r.to_s.size() - 1)), format_time(r.to_s.back()),
      format_time(r.from_s), times_text(r.lower.back()), times_text(r.upper.back()));
}

std::string method_table(const LatencyAnswer& r) {
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th class=\"l\">Method</th><th class=\"l\"></th>";
  for (const double to : r.to_s) html += fmt::format("<th>{}</th>", format_time(to));
  if (!r.truth.empty()) html += "<th>off by</th>";
  html += "</tr></thead><tbody>\n";
  for (const LatencyForecast& f : r.forecasts) {
    const bool chosen = f.method == r.method;
    html += fmt::format("<tr><td class=\"l\">{0}{2}{1}</td><td class=\"l\">{3}</td>",
                        chosen ? "<strong>" : "", chosen ? "</strong>" : "", name_of(f.method),
                        escape(meaning_of(f.method)));
    html += cells_of(r, f.slowdown);
    if (!r.truth.empty())
      html += fmt::format("<td>{}</td>", format_percent(answers::mean_error(r, f)));
    html += "</tr>\n";
  }
  if (!r.without_memory_side.empty())
    html += "<tr><td></td><td class=\"l\">without the memory-side cache</td>" +
            cells_of(r, r.without_memory_side) + "</tr>\n";
  for (const answers::LatencyTruth& truth : r.truth)
    html += fmt::format(
        "<tr><td class=\"l\"><strong>measured</strong></td><td class=\"l\">at {}</td><td "
        "class=\"num\" "
        "colspan=\"{}\">{}</td></tr>\n",
        format_time(truth.to_s), r.to_s.size(), times_text(truth.slowdown));
  return html + "</tbody></table></div>\n";
}

std::string method_chart(const LatencyAnswer& r) {
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
  return "<figure><h3>By method</h3>\n" + line_chart(chart, series) + "</figure>\n";
}

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

std::string over_time(const LatencyAnswer& r) {
  if (r.intervals.empty()) return {};
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
  std::string html = "<div class=\"pair\"><figure><h3>Slowdown over time</h3>\n" +
                     line_chart(chart, slowdowns) + "</figure>\n";
  const bool has_outstanding =
      std::all_of(r.intervals.begin(), r.intervals.end(),
                  [](const LatencyInterval& interval) { return interval.outstanding.has_value(); });
  chart.labels = false;
  chart.y_from = 0;
  chart.y_to = 1;
  if (has_outstanding) {
    chart.title = chart.y_label = "outstanding reads";
    chart.y_text = [](double reads) { return fmt::format("{:.3g}", reads); };
    html += "<figure><h3>Outstanding reads over time</h3>\n" +
            line_chart(chart, {steps_of(r, "outstanding", [](const LatencyInterval& interval) {
                         return *interval.outstanding;
                       })});
  } else {
    chart.title = chart.y_label = "misses a second";
    chart.y_text = [](double misses) { return format_count(misses); };
    html += "<figure><h3>Misses over time</h3>\n" +
            line_chart(chart, {steps_of(r, "misses", [](const LatencyInterval& interval) {
                         return interval.misses_per_s;
                       })});
  }
  return html + "</figure></div>\n";
}

}  // namespace

std::string html_page(const LatencyAnswer& r) {
  std::string name = "Memory latency";
  for (const answers::Input& input : r.inputs) name += " · " + input.path;
  std::string html =
      "<section class=\"result\">" + page_heading("Latency sensitivity", name) + verdict_of(r);
  html += "<div class=\"card\">" + method_table(r);
  if (const std::string question = answers::open_question(r); !question.empty())
    html += "<p>" + escape(question) + "</p>\n";
  html += "</div>\n" + method_chart(r) + over_time(r);
  html += list_card("Methods left out", answers::left_out(r)) +
          list_card("Assumed", r.assumptions) + list_card("Not modelled", r.not_modelled);
  return page(name + ": " + r.verdict, html + "</section>\n");
}

}  // namespace hpcast::report
