#include "hpcast/faces/report/power/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/answers/closing.h"
#include "hpcast/faces/report/power/figures.h"

namespace hpcast::report {

namespace {

using answers::PowerAnswer;
using answers::PowerGroup;
using answers::PowerInterval;
using answers::PowerTerm;

// "8.34 GB/s", or nothing where nothing is counted.
std::string rate_text(const PowerTerm& term, double rate) {
  return term.unit.empty() ? "" : format_scaled(rate * term.peak, term.unit + "/s");
}

TablePart term_table(const PowerAnswer& r) {
  TablePart table{.title = "By term",
                  .columns = {{"power", Align::left},
                              {"rate"},
                              {"of peak"},
                              {"peak", Align::right, Show::page},
                              {"each"},
                              {"at the peak", Align::right, Show::page},
                              {"W a node"},
                              {"share"}}};
  const std::size_t largest = largest_term(r.terms, r.watts);
  for (std::size_t i = 0; i < r.terms.size(); ++i) {
    const PowerTerm& term = r.terms[i];
    const auto joules = term.joules();
    table.rows.push_back(
        {{term.title, rate_text(term, r.rates[i]), term.always ? "" : format_percent(r.rates[i]),
          rate_text(term, 1), joules ? format_scaled(*joules, "J/" + term.unit) : "",
          watts_text(term.coefficient_w), watts_text(r.watts[i]), format_percent(r.share(i))},
         i == largest ? Style::strong : Style::plain});
  }
  return table;
}

// A node, a rack, a job, the system.
struct Scale {
  std::string row, tile;
  double watts = 0;
  std::string note = {};
  bool has_energy = true;
};

std::vector<Scale> scales_of(const PowerAnswer& r) {
  std::vector<Scale> scales{{"node", "Node", r.node_w()}};
  if (r.time_s > 0)
    scales[0].note =
        fmt::format("{} in {}", format_scaled(r.node_w() * r.time_s, "J"), format_time(r.time_s));
  if (r.intervals.size() > 1)
    scales.push_back({"node, at most", "Node, at most", r.peak_w,
                      fmt::format("of {} intervals", r.intervals.size()), false});
  if (const auto rack = r.rack_w()) {
    const std::string nodes = fmt::format("of {} nodes", r.nodes_per_rack);
    scales.push_back({"rack " + nodes, "Rack", *rack, nodes});
  }
  if (const auto job = r.job_w()) {
    const std::string nodes = "on " + counted(*r.job_nodes, "node");
    scales.push_back({"job " + nodes, "Job", *job, nodes});
  }
  if (const auto system = r.system_w()) {
    const std::string nodes = fmt::format("of {} nodes", r.nodes);
    scales.push_back({"system " + nodes, "System", *system, nodes});
  }
  return scales;
}

TablePart scale_table(const PowerAnswer& r) {
  TablePart table{.columns = {{"", Align::left}, {"power"}, {"energy"}}, .show = Show::text};
  for (const Scale& scale : scales_of(r)) {
    const std::string energy = r.time_s > 0 ? format_scaled(scale.watts * r.time_s, "J") : "-";
    table.rows.push_back({{scale.row, watts_text(scale.watts), scale.has_energy ? energy : ""}});
  }
  return table;
}

Tiles scale_tiles(const PowerAnswer& r) {
  Tiles tiles;
  for (const Scale& scale : scales_of(r))
    tiles.tiles.push_back({scale.tile, watts_text(scale.watts), scale.note});
  return tiles;
}

Paragraph comparison_line(const PowerAnswer& r) {
  if (!r.comparison) return {};
  std::string text = fmt::format("measured: the model is {} off in the mean",
                                 format_percent(r.comparison->mean_error));
  if (r.comparison->correlation)
    text += fmt::format(", correlation {:.3f}", *r.comparison->correlation);
  return {text};
}

TablePart group_table(const PowerAnswer& r) {
  const bool measured = std::any_of(r.groups.begin(), r.groups.end(),
                                    [](const PowerGroup& g) { return g.measured_w.has_value(); });
  TablePart table{.title = "By program or region",
                  .columns = {{"program or region", Align::left},
                              {"time"},
                              {"W a node"},
                              {measured ? "measured" : ""},
                              {"largest, base aside", Align::left}}};
  if (r.groups.size() < 2) return table;
  for (const PowerGroup& group : r.groups) {
    const double watts = answers::sum_of(group.watts);
    table.rows.push_back({{group.name,
                           {format_time(group.time_s), group.time_s},
                           {watts_text(watts), watts},
                           group.measured_w ? watts_text(*group.measured_w) : "",
                           r.terms[largest_term(r.terms, group.watts)].title}});
  }
  return table;
}

// Those that draw most, in order of time.
std::vector<const PowerInterval*> leading_intervals(const PowerAnswer& r, std::size_t most) {
  std::vector<const PowerInterval*> leading;
  for (const PowerInterval& interval : r.intervals) leading.push_back(&interval);
  std::stable_sort(leading.begin(), leading.end(), [](const auto* a, const auto* b) {
    return answers::sum_of(a->watts) > answers::sum_of(b->watts);
  });
  leading.resize(std::min(leading.size(), most));
  std::stable_sort(leading.begin(), leading.end(),
                   [](const auto* a, const auto* b) { return a->start_s < b->start_s; });
  return leading;
}

TablePart interval_table(const PowerAnswer& r) {
  constexpr std::size_t most = 12;
  TablePart table{
      .caption = fmt::format("{} intervals", r.intervals.size()),
      .columns = {{"from"}, {"for"}, {"", Align::left}, {"W a node"}, {"", Align::left}},
      .show = Show::text};
  if (r.intervals.size() > most) table.caption += fmt::format(", the {} that draw most", most);
  if (r.intervals.size() < 2) return table;
  for (const PowerInterval* interval : leading_intervals(r, most)) {
    const double watts = answers::sum_of(interval->watts);
    table.rows.push_back({{format_time(interval->start_s), format_time(interval->duration_s),
                           r.groups[interval->group].name, watts_text(watts),
                           bar(r.peak_w > 0 ? watts / r.peak_w : 0, 16)}});
  }
  return table;
}

}  // namespace

Document document(const PowerAnswer& r) {
  Document d{.kind = "Power",
             .name = r.model + " · " + r.coefficients,
             .verdict = r.verdict,
             .headline = watts_text(r.node_w()),
             .about = r.model + ", coefficients '" + r.coefficients + "'"};
  d.parts = {scale_tiles(r),
             term_table(r),
             scale_table(r),
             comparison_line(r),
             Pictures{power_breakdown(r.terms, r.groups)},
             group_table(r),
             interval_table(r),
             Pictures{power_over_time(r) + power_correlations(r.terms, r.groups)}};
  add_closing(d, r);
  return d;
}

}  // namespace hpcast::report
