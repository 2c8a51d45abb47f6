#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/answers/closing.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/faces/report/power/figures.h"

namespace hpcast::report {

namespace {

using answers::JobPower;
using answers::JobWindow;
using answers::system_watts_text;

Tiles job_tiles(const JobPower& job) {
  const double most = answers::sum_of(job.peak().watts);
  Tiles tiles{{{"At most", system_watts_text(most),
                fmt::format("{} over base, at {}", system_watts_text(most - job.base_w()),
                            format_time(job.peak().start_s))},
               {"Mean", system_watts_text(job.mean_w()), "over " + format_time(job.time_s)},
               {"Base", system_watts_text(job.base_w()), fmt::format("of {} nodes", job.nodes)},
               {"Energy", format_scaled(job.energy_j(), "J")}}};
  for (const answers::PowerLimit& limit : job.limits)
    tiles.tiles.push_back({"Limit", answers::limited_text(job, limit, limit.limit_w),
                           limit.excesses.empty() ? "kept"
                                                  : fmt::format("above for {}; a cap costs {}",
                                                                format_time(limit.over_s),
                                                                format_time(limit.cap_costs_s))});
  return tiles;
}

TablePart term_table(const JobPower& job) {
  TablePart table{
      .title = "By term",
      .columns = {
          {"power", Align::left}, {"mean"}, {"at the peak"}, {"", Align::left, Show::text}}};
  const double peak = answers::sum_of(job.peak().watts), over_base = peak - job.base_w();
  for (std::size_t i = 0; i < job.terms.size(); ++i) {
    double energy = 0;
    for (const JobWindow& window : job.windows) energy += window.duration_s * window.watts[i];
    const double at_peak = job.peak().watts[i];
    table.rows.push_back(
        {{job.terms[i].title, watts_text(energy / job.time_s), watts_text(at_peak),
          job.terms[i].always || over_base <= 0 ? "" : bar(at_peak / over_base, 16)}});
  }
  table.rows.push_back({{"over base", system_watts_text(job.mean_w() - job.base_w()),
                         system_watts_text(over_base), ""}});
  table.rows.push_back(
      {{"all", system_watts_text(job.mean_w()), system_watts_text(peak), ""}, Style::strong});
  return table;
}

TablePart excess_table(const JobPower& job, const answers::PowerLimit& limit) {
  const std::string name = "Limit of " + answers::limited_text(job, limit, limit.limit_w);
  TablePart table{.title = name,
                  .caption = name,
                  .columns = {{"above the limit from"}, {"to"}, {"at most"}},
                  .most_in_text = 12,
                  .noun = "moment"};
  for (const answers::PowerExcess& excess : limit.excesses)
    table.rows.push_back({{format_time(excess.start_s), format_time(excess.end_s),
                           answers::limited_text(job, limit, excess.most_w)}});
  return table;
}

}  // namespace

Document document(const JobPower& job) {
  Document d{.kind = "Power of a job",
             .name = job.network + " · " + job.model + " · " + job.coefficients,
             .verdict = job.verdict,
             .headline = system_watts_text(answers::sum_of(job.peak().watts)) + " at most",
             .about = fmt::format("{}, coefficients '{}'; {} on {} of {} nodes, {}", job.model,
                                  job.coefficients, counted(job.ranks, "rank"), job.job_nodes,
                                  job.nodes, job.network)};
  d.parts = {job_tiles(job), Pictures{job_power_figures(job)}, term_table(job)};
  for (const answers::PowerLimit& limit : job.limits)
    d.parts.emplace_back(excess_table(job, limit));
  add_closing(d, job);
  return d;
}

}  // namespace hpcast::report
