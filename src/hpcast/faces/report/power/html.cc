#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

namespace hpcast::report {

namespace {

using answers::PowerAnswer;
using answers::PowerTerm;

std::string power_tile(const std::string& name, double watts, const std::string& note) {
  return fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{} <small>{}</small></dd></div>\n",
                     escape(name), watts_text(watts), escape(note));
}

std::string energy_of(const PowerAnswer& r, double watts) {
  return r.time_s > 0
             ? fmt::format("{} in {}", format_scaled(watts * r.time_s, "J"), format_time(r.time_s))
             : "";
}

std::string power_tiles(const PowerAnswer& r) {
  std::string html =
      "<dl class=\"tiles\">\n" + power_tile("Node", r.node_w(), energy_of(r, r.node_w()));
  if (r.intervals.size() > 1)
    html +=
        power_tile("Node, at most", r.peak_w, fmt::format("of {} intervals", r.intervals.size()));
  if (const auto rack = r.rack_w())
    html += power_tile("Rack", *rack, fmt::format("of {} nodes", r.nodes_per_rack));
  if (const auto job = r.job_w())
    html += power_tile("Job", *job, "on " + counted(*r.job_nodes, "node"));
  if (const auto system = r.system_w())
    html += power_tile("System", *system, fmt::format("of {} nodes", r.nodes));
  return html + "</dl>\n";
}

std::string power_verdict(const PowerAnswer& r) {
  std::string html = fmt::format("<p class=\"verdict\"><span class=\"time\">{}</span>a node",
                                 watts_text(r.node_w()));
  const double increase = r.node_w() - r.base_w();
  if (increase > 0) {
    const std::size_t largest = largest_term(r.terms, r.watts);
    html +=
        fmt::format("; {} over base, {} of it <strong>{}</strong>", watts_text(increase),
                    format_percent(r.watts[largest] / increase), escape(r.terms[largest].title));
  }
  html += "</p>\n";
  for (const std::string& warning : r.warnings)
    html += "<p class=\"partial\"><b>Warning:</b> " + escape(warning) + "</p>\n";
  return html;
}

std::string power_terms_card(const PowerAnswer& r) {
  std::string html =
      "<div class=\"card\"><h3>By term</h3><div class=\"scroll\"><table><thead><tr>"
      "<th class=\"l\">Term</th><th>rate</th><th>peak</th><th>each</th><th>at the peak</th>"
      "<th>a node</th><th>share</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < r.terms.size(); ++i) {
    const PowerTerm& term = r.terms[i];
    const std::string unit = term.unit + "/s";
    const auto joules = term.joules();
    html += fmt::format(
        "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escape(term.title), joules ? format_scaled(r.rates[i] * term.peak, unit) : "–",
        joules ? format_scaled(term.peak, unit) : "–",
        joules ? format_scaled(*joules, "J/" + term.unit) : "–", watts_text(term.coefficient_w),
        watts_text(r.watts[i]), format_percent(r.share(i)));
  }
  html += "</tbody></table></div>\n";
  if (r.comparison)
    html += fmt::format("<p>Measured: the model is {} off in the mean.</p>\n",
                        format_percent(r.comparison->mean_error));
  return html + "</div>\n";
}

}  // namespace

std::string html_page(const PowerAnswer& r) {
  const std::string name = r.model + " · " + r.coefficients;
  std::string html = "<section class=\"result\">" + page_heading("Power", name) + power_verdict(r) +
                     power_tiles(r) + power_terms_card(r);
  html += power_breakdown(r.terms, r.groups) + power_over_time(r) +
          power_correlations(r.terms, r.groups);
  html += list_card("Assumed", r.assumptions) + list_card("Not modelled", r.not_modelled);
  return page(name + ": " + r.verdict, html + "</section>\n");
}

}  // namespace hpcast::report
