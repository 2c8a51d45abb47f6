#include "trace_generation_page.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/regression/regressor.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/counters/report.h"
#include "hpcast/faces/report/kit/line_chart.h"
#include "hpcast/faces/report/kit/markup.h"

namespace hpcast::bench {

namespace {

using report::escape;

// The six that the paper goes on with are the last of its table 1, and of ours.
constexpr std::size_t linear_regressors = 6;

std::string row_html(const Table::Row& row, const char* first, const char* other) {
  std::string html = fmt::format("<tr>{}{}</th>", first, escape(row.front()));
  for (std::size_t i = 1; i < row.size(); ++i)
    html += fmt::format("<{0}>{1}</{0}>", other, escape(row[i]));
  return html + "</tr>\n";
}

std::string table_html(const Table& table) {
  const std::vector<Table::Row>& rows = table.rows();
  std::string html = "<div class=\"scroll\"><table><thead>" +
                     row_html(rows.front(), "<th class=\"l\">", "th") + "</thead><tbody>\n";
  for (std::size_t i = 1; i < rows.size(); ++i) html += row_html(rows[i], "<th>", "td");
  return html + "</tbody></table></div>\n";
}

std::string history_chart(const Trials& trials, bool trees, bool noise, bool large_only) {
  constexpr double least = 1e-3;  // an error by logarithm
  report::LineChart chart;
  chart.title = fmt::format("{}, {}", trees ? "Trees" : "Linear models and support vectors",
                            variant_text(noise, large_only));
  chart.x_label = "metrics events before the one that is forecast";
  chart.y_label = "mean error of an event, by logarithm";
  chart.x_text = [](double history) { return fmt::format("{:.0f}", history); };
  chart.y_text = [](double error) { return format_percent(error); };
  chart.log_y = true;
  const std::vector<regression::Regressor>& all = regression::regressors();
  std::vector<report::Series> series;
  for (std::size_t i = trees ? linear_regressors : 0; i < (trees ? all.size() : linear_regressors);
       ++i) {
    report::Series& line = series.emplace_back();
    line.name = all[i].name;
    for (unsigned history = 0; history <= longest_history; ++history) {
      const Tried& tried = trials.at({line.name, history, noise, large_only});
      line.points.push_back({static_cast<double>(history),
                             std::max(least, spread(tried.by_seed, of_large_event).mean)});
    }
  }
  return "<figure><h3>" + escape(chart.title) + "</h3>\n" + report::line_chart(chart, series) +
         "</figure>\n";
}

}  // namespace

std::string table_card(const std::string& heading, const std::string& note, const Table& table) {
  return "<div class=\"card\"><h3>" + escape(heading) + "</h3><p class=\"note\">" + escape(note) +
         "</p>" + table_html(table) + "</div>\n";
}

std::string comparison_section(const std::string& heading,
                               answers::CounterForecast::Comparison l1_misses) {
  l1_misses.metric = "L1 misses";
  return "<h2>" + escape(heading) + "</h2>\n" + report::comparison_figures(l1_misses);
}

std::string history_section(const Trials& trials) {
  std::string html = "<h2>Errors by the length of the history</h2>\n";
  for (const bool trees : {true, false})
    for (const bool large_only : {false, true})
      html += "<div class=\"pair\">" + history_chart(trials, trees, false, large_only) +
              history_chart(trials, trees, true, large_only) + "</div>\n";
  html += "<details class=\"card\"><summary>The same in numbers</summary>\n";
  for (const bool noise : {false, true})
    for (const bool large_only : {false, true})
      html += "<h4>" + escape("Mean error of an event, " + variant_text(noise, large_only)) +
              "</h4>" + table_html(errors_by_history(trials, noise, large_only));
  return html + "</details>\n";
}

}  // namespace hpcast::bench
