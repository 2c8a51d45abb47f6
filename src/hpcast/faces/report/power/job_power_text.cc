#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

namespace hpcast::report {

namespace {

using answers::JobPower;
using answers::JobWindow;

constexpr std::size_t most_excesses = 12;

std::string job_terms_table(const JobPower& job, const TextOptions& options) {
  Table table({{"power", Align::left},
               {"mean", Align::right},
               {"at the peak", Align::right},
               {"", Align::left}});
  const double peak = answers::sum_of(job.peak().watts), over_base = peak - job.base_w();
  for (std::size_t i = 0; i < job.terms.size(); ++i) {
    double energy = 0;
    for (const JobWindow& window : job.windows) energy += window.duration_s * window.watts[i];
    const double at_peak = job.peak().watts[i];
    table.row({job.terms[i].title, watts_text(energy / job.time_s), watts_text(at_peak),
               job.terms[i].always || over_base <= 0 ? "" : bar(at_peak / over_base, 16)});
  }
  table.row({"over base", answers::system_watts_text(job.mean_w() - job.base_w()),
             answers::system_watts_text(over_base), ""});
  table.row({"all", answers::system_watts_text(job.mean_w()), answers::system_watts_text(peak), ""},
            Style::strong);
  return table.text(options.width, options.colour);
}

std::string excess_table(const JobPower& job, const answers::PowerLimit& limit,
                         const TextOptions& options) {
  if (limit.excesses.empty()) return {};
  Table table(
      {{"above the limit from", Align::right}, {"to", Align::right}, {"at most", Align::right}});
  const std::size_t shown = std::min(limit.excesses.size(), most_excesses);
  for (std::size_t i = 0; i < shown; ++i) {
    const answers::PowerExcess& excess = limit.excesses[i];
    table.row({format_time(excess.start_s), format_time(excess.end_s),
               answers::limited_text(job, limit, excess.most_w)});
  }
  std::string text =
      fmt::format("\nLimit of {}\n", answers::limited_text(job, limit, limit.limit_w)) +
      table.text(options.width, options.colour);
  if (shown < limit.excesses.size())
    text += fmt::format("and {} more\n", limit.excesses.size() - shown);
  return text;
}

}  // namespace

std::string text_report(const JobPower& job, const TextOptions& options) {
  std::string text = wrapped(job.verdict, options.width, "  ") + "\n";
  text += fmt::format("{}, coefficients '{}'; {} on {} of {} nodes, {}\n\n", printable(job.model),
                      printable(job.coefficients), counted(job.ranks, "rank"), job.job_nodes,
                      job.nodes, printable(job.network));
  text += job_terms_table(job, options);
  for (const answers::PowerLimit& limit : job.limits) text += excess_table(job, limit, options);
  text += list_section("Warnings", job.warnings, options);
  text += list_section("Assumed", job.assumptions, options);
  return text + list_section("Not modelled", job.not_modelled, options);
}

}  // namespace hpcast::report
