#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/counters/report.h"
#include "hpcast/faces/report/kit/bar_chart.h"
#include "hpcast/faces/report/kit/markup.h"

namespace hpcast::report {

namespace {

using answers::amount_text;
using answers::CounterForecast;

std::string count_text(std::uint64_t count) { return format_count(static_cast<double>(count)); }

std::string forecast_verdict(const CounterForecast& f) {
  const std::string events = fmt::format("{} {} in {}", count_text(f.events),
                                         noun(f.events, "event"), format_time(f.time_s));
  std::string html = "<p class=\"verdict\"><span class=\"time\">";
  if (f.metrics.empty()) {
    html += fmt::format("{}</span>{}", count_text(f.events), noun(f.events, "event"));
  } else {
    const CounterForecast::Metric& first = f.metrics.front();
    html += fmt::format("{}</span><strong>{}</strong>",
                        escape(amount_text(first.total.value, first.unit)), escape(first.name));
  }
  html += " at " + escape(sizes_text(f));
  if (!f.metrics.empty()) {
    const std::string interval = interval_text(f.metrics[0]);
    if (!interval.empty()) html += ", nine of ten " + escape(interval);
    html += "; " + events;
  }
  if (const std::string guesses = guesses_text(f); !guesses.empty())
    html += "; a guess: " + escape(guesses);
  if (!f.comparisons.empty()) {
    const CounterForecast::Comparison& c = f.comparisons.front();
    html += "; measured: ";
    if (c.events > 0) html += format_percent(c.mean) + " off an event in the mean, ";
    html += answers::signed_percent(c.total_error) + " in total";
  }
  html += "</p>\n";
  for (const std::string& line : far_outside(f))
    html += "<p class=\"partial\"><b>Far outside:</b> " + escape(line) + "</p>\n";
  for (const std::string& line : f.beyond_caches)
    html += "<p class=\"partial\"><b>Caches:</b> " + escape(line) + "</p>\n";
  return html;
}

std::string totals_card(const CounterForecast& f) {
  if (f.metrics.empty()) return {};
  std::string html =
      "<div class=\"card\"><h3>Whole run</h3><div class=\"scroll\"><table><thead><tr>"
      "<th class=\"l\">Metric</th><th>forecast</th><th>nine of ten</th><th>measured</th>"
      "<th>off by</th></tr></thead><tbody>\n";
  for (const CounterForecast::Metric& metric : f.metrics) {
    const CounterForecast::Total& total = metric.total;
    const std::string interval = interval_text(metric);
    const std::optional<double> error = relative_error(total);
    html += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        escape(metric.name), escape(amount_text(total.value, metric.unit)),
                        interval.empty() ? "–" : escape(interval),
                        total.measured ? escape(amount_text(*total.measured, metric.unit)) : "–",
                        error ? answers::signed_percent(*error) : "–");
  }
  return html + "</tbody></table></div></div>\n";
}

std::string gain_td(const CounterForecast::Total& gain) {
  const std::string interval = interval_text(gain, "");
  const std::optional<double> error = relative_error(gain);
  const std::string aside =
      error ? " <small>(" + answers::signed_percent(*error) + ")</small>" : "";
  return fmt::format("<td data-v=\"{:.6f}\" title=\"{}\">{}{}</td>", gain.value,
                     interval.empty() ? "" : "nine of ten " + interval, format_count(gain.value),
                     aside);
}

std::string regions_card(const CounterForecast& f) {
  if (f.regions.empty()) return {};
  std::string html = fmt::format(
      "<details class=\"card\" open><summary>{}</summary><p class=\"note\">What each did itself, "
      "without those that it entered, all threads together{}.</p><div class=\"scroll\">"
      "<table class=\"sortable\"><thead><tr><th class=\"l\">Region</th><th>entered</th>"
      "<th>time</th>",
      f.regions.size() == 1 ? "The region" : fmt::format("All {} regions", f.regions.size()),
      f.against.empty() ? "" : "; in brackets: off by");
  for (const CounterForecast::Metric& metric : f.metrics)
    html += "<th>" + escape(metric.name) + "</th>";
  html += "</tr></thead><tbody>\n";
  for (const CounterForecast::Region& region : f.regions) {
    html += fmt::format("<tr><th>{}</th><td data-v=\"{}\">{}</td><td data-v=\"{:.12f}\">{}</td>",
                        escape(region.name), region.entered, count_text(region.entered),
                        region.time_s, format_time(region.time_s));
    for (const CounterForecast::Total& gain : region.gains) html += gain_td(gain);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div></details>\n";
}

std::string region_figure(const std::string& title, const std::vector<NamedBar>& bars) {
  const bool is_compared = std::any_of(bars.begin(), bars.end(),
                                       [](const NamedBar& bar) { return bar.mark.has_value(); });
  return fmt::format("<figure><h3>{}</h3>\n<figcaption>Without what each entered{}.</figcaption>\n",
                     escape(title), is_compared ? "; the line across: measured" : "") +
         bar_chart(title, bars) + "</figure>\n";
}

std::string region_figures(const CounterForecast& f) {
  if (f.regions.empty()) return {};
  constexpr std::size_t most = 12;
  std::vector<NamedBar> times, gains;
  for (const CounterForecast::Region* region : leading_regions(f, most)) {
    times.push_back({region->name, region->time_s, format_time(region->time_s), {}});
    if (f.metrics.empty()) continue;
    const CounterForecast::Total& gain = region->gains.front();
    gains.push_back({region->name, gain.value, format_count(gain.value), gain.measured});
  }
  std::string html = "<div class=\"pair\">" + region_figure("Time by region", times);
  if (!gains.empty()) html += region_figure(f.metrics.front().name + " by region", gains);
  return html + "</div>\n";
}

std::string comparison_row(const CounterForecast::Comparison& c) {
  const auto of_events = [&c](double ratio) { return c.events == 0 ? "–" : format_percent(ratio); };
  return fmt::format(
      "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
      "<td>{}</td></tr>\n",
      escape(c.metric), format_count(c.least_event), count_text(c.events), of_events(c.mean),
      of_events(c.median), of_events(c.largest), answers::signed_percent(c.total_error),
      of_events(c.share_outside()), count_text(c.left_out));
}

std::string comparison_card(const CounterForecast& f) {
  if (f.comparisons.empty()) return {};
  std::string html =
      "<div class=\"card\"><h3>Against " + escape(f.against) +
      "</h3><p class=\"note\">Relative errors of single events. Those that gained less than \"at "
      "least\" are left out, but not of the total. Outside: of what nine of ten should lie "
      "within.</p><div class=\"scroll\"><table><thead><tr><th class=\"l\">Metric</th>"
      "<th>at least</th><th>events</th><th>mean</th><th>median</th><th>largest</th><th>total</th>"
      "<th>outside</th><th>left out</th></tr></thead><tbody>\n";
  for (const CounterForecast::Comparison& c : f.comparisons) html += comparison_row(c);
  html += "</tbody></table></div></div>\n";
  for (const CounterForecast::Comparison& c : f.comparisons) html += comparison_figures(c);
  return html;
}

std::string learned_runs(const CounterForecast& f) {
  std::string text;
  for (const std::vector<double>& run : f.learned_sizes)
    add_item(text, fmt::format("({})", fmt::join(run, ", ")));
  return text;
}

std::string forecast_facts(const CounterForecast& f) {
  std::string names;
  for (const auto& [name, value] : f.sizes) add_item(names, name);
  std::string html = "<div class=\"card\"><h3>Provenance</h3>\n<dl class=\"facts\">";
  const auto fact_of = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) html += fmt::format("<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
  };
  fact_of("Made by", f.tool.name + " " + f.tool.version);
  fact_of("Model", f.model + ": " + origin_text(f));
  fact_of("Learned at (" + names + ")", learned_runs(f));
  fact_of("Threads", std::to_string(f.threads));
  for (const answers::Input& input : f.inputs)
    fact_of("Input", fmt::format("{}: {} {}", input.role, input.path, input.sha256));
  return html + "</dl></div>\n";
}

}  // namespace

std::string html_page(const CounterForecast& f) {
  const std::string name = f.model + " · " + sizes_text(f);
  std::string html = "<section class=\"result\">" + page_heading("Counter trace forecast", name) +
                     forecast_verdict(f);
  html += totals_card(f) + comparison_card(f) + region_figures(f) + regions_card(f);
  html += list_card("Warnings", f.warnings) + list_card("Assumed", f.assumptions) +
          list_card("Not modelled", f.not_modelled) + forecast_facts(f);
  return page(name + ": " + f.verdict, html + "</section>\n");
}

}  // namespace hpcast::report
