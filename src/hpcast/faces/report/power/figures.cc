#include "hpcast/faces/report/power/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/correlation.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/stack_chart.h"

namespace hpcast::report {

namespace {

using answers::PowerGroup;
using answers::PowerTerm;

enum class Base { shown, left_out };

// What is always there comes first, in grey, or not at all: the rest stands on it.
struct TermOrder {
  std::vector<std::size_t> terms;
  StackChart chart;
};

TermOrder ordered_terms(const std::vector<PowerTerm>& terms, Base base, const std::string& title) {
  TermOrder order;
  order.chart.title = title;
  order.chart.text = watts_text;
  order.chart.x_text = [](double s) { return format_time(s); };
  const std::vector<const char*> greys{"px", "py"};
  const std::vector<const char*> colours{"p0", "p1", "p2", "p3", "p4", "p5", "p6"};
  for (const bool always : {true, false}) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (terms[i].always != always || (always && base == Base::left_out)) continue;
      const std::vector<const char*>& styles = always ? greys : colours;
      order.terms.push_back(i);
      order.chart.parts.push_back({terms[i].title, styles[next++ % styles.size()]});
    }
  }
  return order;
}

std::vector<double> in_order(const TermOrder& order, const std::vector<double>& watts) {
  std::vector<double> ordered;
  for (const std::size_t term : order.terms) ordered.push_back(watts[term]);
  return ordered;
}

double increase_of(const std::vector<PowerTerm>& terms, const PowerGroup& group) {
  constexpr double rounding = 1e-9;
  const double power = group.measured_w.value_or(answers::sum_of(group.watts));
  const double increase = power - answers::base_of(terms, group.watts);
  return std::fabs(increase) > rounding * power ? increase : 0;
}

std::string correlation_text(const std::vector<CorrelationDot>& dots) {
  const double r = line_through(dots).r;
  if (!std::isnan(r)) return fmt::format("Correlation {:.2f}.", r);
  std::vector<double> watts;
  for (const CorrelationDot& dot : dots) watts.push_back(dot.y);
  return varies(watts) ? "It does not vary." : "The power does not vary.";
}

std::string correlation_figure(const std::vector<PowerTerm>& terms,
                               const std::vector<PowerGroup>& groups, std::size_t term) {
  const PowerTerm& of = terms[term];
  CorrelationChart chart;
  chart.title = "Power over base against " + of.title;
  chart.x_label = of.title;
  chart.y_label = "W a node over base";
  chart.x_text = [&](double rate) { return format_scaled(rate, of.unit + "/s"); };
  chart.y_text = watts_text;
  std::vector<CorrelationDot> dots;
  for (const PowerGroup& group : groups)
    dots.push_back({group.name, group.rates[term] * of.peak, increase_of(terms, group)});
  return fmt::format("<figure><h3>{}</h3>\n<figcaption>{}</figcaption>\n{}</figure>\n",
                     escape(of.title), correlation_text(dots), correlation_chart(chart, dots));
}

bool one_after_another(const std::vector<answers::PowerInterval>& intervals) {
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    const answers::PowerInterval& before = intervals[i - 1];
    if (intervals[i].start_s < before.start_s + 0.99 * before.duration_s) return false;
  }
  return intervals.size() > 1;
}

}  // namespace

std::string watts_text(double watts) { return format_scaled(watts, "W"); }

std::string power_breakdown(const std::vector<PowerTerm>& terms,
                            const std::vector<PowerGroup>& groups) {
  const TermOrder order =
      ordered_terms(terms, Base::left_out, "Power of a node over base by what draws it");
  if (order.terms.empty()) return {};
  std::vector<StackedBar> bars;
  for (const PowerGroup& group : groups) {
    StackedBar& bar = bars.emplace_back();
    bar.name = group.name;
    bar.values = in_order(order, group.watts);
    if (group.measured_w) bar.mark = std::max(0.0, increase_of(terms, group));
  }
  const bool measured = std::any_of(groups.begin(), groups.end(), [](const PowerGroup& group) {
    return group.measured_w.has_value();
  });
  return "<figure><h3>What draws power</h3>\n<figcaption>Of a node over base, means over "
         "time.</figcaption>\n" +
         stack_key(order.chart, measured) + "<div class=\"scroll\">" +
         stacked_bars(order.chart, bars) + "</div></figure>\n";
}

std::string power_correlations(const std::vector<PowerTerm>& terms,
                               const std::vector<PowerGroup>& groups) {
  constexpr std::size_t least = 3;
  if (groups.size() < least) return {};
  std::string html;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!terms[i].unit.empty()) html += correlation_figure(terms, groups, i);
  return "<div class=\"pair\">" + html + "</div>\n";
}

namespace {

// The lowest limit, over `base_w`; none where it is so high that power would be a line at the
// bottom of the picture.
std::optional<double> shown_limit(const answers::JobPower& job, double base_w) {
  std::optional<double> lowest;
  for (const answers::PowerLimit& limit : job.limits)
    lowest = std::min(lowest.value_or(limit.limit_w - base_w), limit.limit_w - base_w);
  const double highest_shown = 3 * (answers::sum_of(job.peak().watts) - base_w);
  return lowest && *lowest <= highest_shown ? lowest : std::nullopt;
}

std::string job_power_figure(const answers::JobPower& job, Base base) {
  const bool is_over_base = base == Base::left_out;
  TermOrder order =
      ordered_terms(job.terms, base,
                    is_over_base ? "Power of the system over base, over the job's time"
                                 : "Power of the system over the job's time");
  if (order.terms.empty()) return {};
  order.chart.x_label = "time of the job";
  order.chart.y_label = is_over_base ? "W of the system over base" : "W of the system";
  order.chart.mark_name = "limit";
  const std::optional<double> limit = shown_limit(job, is_over_base ? job.base_w() : 0);
  std::vector<StackSpan> spans;
  for (const answers::JobWindow& window : job.windows)
    spans.push_back(
        {window.start_s, window.start_s + window.duration_s, in_order(order, window.watts), limit});
  return fmt::format("<figure><h3>{}</h3>\n", is_over_base ? "Over base" : "With base power") +
         stack_key(order.chart, limit.has_value()) + "<div class=\"scroll\">" +
         stacked_spans(order.chart, spans) + "</div></figure>\n";
}

}  // namespace

std::string job_power_figures(const answers::JobPower& job) {
  return job_power_figure(job, Base::left_out) + job_power_figure(job, Base::shown);
}

std::string power_over_time(const answers::PowerAnswer& r) {
  if (!one_after_another(r.intervals)) return {};
  TermOrder order = ordered_terms(r.terms, Base::shown, "Power of a node over time");
  order.chart.x_label = "time of the run";
  order.chart.y_label = "W a node";
  std::vector<StackSpan> spans;
  bool measured = false;
  for (const answers::PowerInterval& interval : r.intervals) {
    spans.push_back({interval.start_s, interval.start_s + interval.duration_s,
                     in_order(order, interval.watts), interval.measured_w});
    measured = measured || interval.measured_w.has_value();
  }
  return "<figure><h3>Over time</h3>\n" + stack_key(order.chart, measured) +
         "<div class=\"scroll\">" + stacked_spans(order.chart, spans) + "</div></figure>\n";
}

}  // namespace hpcast::report
