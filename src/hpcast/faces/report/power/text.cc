#include "hpcast/base/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

namespace hpcast::report {

namespace {

using answers::PowerAnswer;
using answers::PowerGroup;
using answers::PowerInterval;
using answers::PowerTerm;

// "8.34 GB/s", or what it is while nothing is counted.
std::string rate_text(const PowerTerm& term, double rate) {
  return term.unit.empty() ? "" : format_scaled(rate * term.peak, term.unit + "/s");
}

std::string term_table(const PowerAnswer& r, const TextOptions& options) {
  Table table({{"power", Align::left},
               {"rate", Align::right},
               {"of peak", Align::right},
               {"each", Align::right},
               {"W a node", Align::right},
               {"share", Align::right}});
  const std::size_t largest = largest_term(r.terms, r.watts);
  for (std::size_t i = 0; i < r.terms.size(); ++i) {
    const PowerTerm& term = r.terms[i];
    const auto joules = term.joules();
    table.row(
        {term.title, rate_text(term, r.rates[i]), term.always ? "" : format_percent(r.rates[i]),
         joules ? format_scaled(*joules, "J/" + term.unit) : "", watts_text(r.watts[i]),
         format_percent(r.share(i))},
        i == largest ? Style::strong : Style::plain);
  }
  return table.text(options.width, options.colour);
}

std::string scale_table(const PowerAnswer& r, const TextOptions& options) {
  Table table({{"", Align::left}, {"power", Align::right}, {"energy", Align::right}});
  const auto add = [&](const std::string& name, double watts) {
    table.row({name, watts_text(watts), r.time_s > 0 ? format_scaled(watts * r.time_s, "J") : "-"});
  };
  add("node", r.node_w());
  if (r.intervals.size() > 1) table.row({"node, at most", watts_text(r.peak_w), ""});
  if (const auto rack = r.rack_w()) add(fmt::format("rack of {} nodes", r.nodes_per_rack), *rack);
  if (const auto job = r.job_w())
    add(fmt::format("job on {}", counted(*r.job_nodes, "node")), *job);
  if (const auto system = r.system_w()) add(fmt::format("system of {} nodes", r.nodes), *system);
  return "\n" + table.text(options.width, options.colour);
}

std::string group_table(const PowerAnswer& r, const TextOptions& options) {
  if (r.groups.size() < 2) return {};
  const bool measured = std::any_of(r.groups.begin(), r.groups.end(),
                                    [](const PowerGroup& g) { return g.measured_w.has_value(); });
  Table table({{"program or region", Align::left},
               {"time", Align::right},
               {"W a node", Align::right},
               {measured ? "measured" : "", Align::right},
               {"largest, base aside", Align::left}});
  for (const PowerGroup& group : r.groups) {
    table.row({printable(group.name), format_time(group.time_s),
               watts_text(answers::sum_of(group.watts)),
               group.measured_w ? watts_text(*group.measured_w) : "",
               r.terms[largest_term(r.terms, group.watts)].title});
  }
  return "\n" + table.text(options.width, options.colour);
}

std::string interval_table(const PowerAnswer& r, const TextOptions& options) {
  if (r.intervals.size() < 2) return {};
  constexpr std::size_t most = 12;
  std::vector<const PowerInterval*> shown;
  for (const PowerInterval& interval : r.intervals) shown.push_back(&interval);
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return answers::sum_of(a->watts) > answers::sum_of(b->watts);
  });
  shown.resize(std::min(shown.size(), most));
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto* a, const auto* b) { return a->start_s < b->start_s; });
  Table table({{"from", Align::right},
               {"for", Align::right},
               {"", Align::left},
               {"W a node", Align::right},
               {"", Align::left}});
  for (const PowerInterval* interval : shown) {
    const double watts = answers::sum_of(interval->watts);
    table.row({format_time(interval->start_s), format_time(interval->duration_s),
               printable(r.groups[interval->group].name), watts_text(watts),
               bar(r.peak_w > 0 ? watts / r.peak_w : 0, 16)});
  }
  std::string text = fmt::format("\n{} intervals", r.intervals.size());
  if (r.intervals.size() > most) text += fmt::format(", the {} that draw most", most);
  return text + "\n" + table.text(options.width, options.colour);
}

std::string comparison_line(const PowerAnswer& r) {
  if (!r.comparison) return {};
  std::string text = fmt::format("\nmeasured: the model is {} off in the mean",
                                 format_percent(r.comparison->mean_error));
  if (r.comparison->correlation)
    text += fmt::format(", correlation {:.3f}", *r.comparison->correlation);
  return text + "\n";
}

}  // namespace

std::string text_report(const PowerAnswer& r, const TextOptions& options) {
  std::string text = wrapped(r.verdict, options.width, "  ") + "\n";
  text += printable(r.model) + ", coefficients '" + printable(r.coefficients) + "'\n\n";
  text += term_table(r, options) + scale_table(r, options) + comparison_line(r);
  text += group_table(r, options) + interval_table(r, options);
  text += list_section("Warnings", r.warnings, options);
  text += list_section("Assumed", r.assumptions, options);
  return text + list_section("Not modelled", r.not_modelled, options);
}

}  // namespace hpcast::report
