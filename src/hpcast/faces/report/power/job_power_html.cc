#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

namespace hpcast::report {

namespace {

using answers::JobPower;

std::string job_tile(const std::string& name, const std::string& value, const std::string& note) {
  return fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{} <small>{}</small></dd></div>\n",
                     escape(name), escape(value), escape(note));
}

std::string job_tiles(const JobPower& job) {
  std::string html = "<dl class=\"tiles\">\n";
  const double most = answers::sum_of(job.peak().watts);
  html +=
      job_tile("At most", answers::system_watts_text(most),
               fmt::format("{} over base, at {}", answers::system_watts_text(most - job.base_w()),
                           format_time(job.peak().start_s)));
  html +=
      job_tile("Mean", answers::system_watts_text(job.mean_w()), "over " + format_time(job.time_s));
  html += job_tile("Base", answers::system_watts_text(job.base_w()),
                   fmt::format("of {} nodes", job.nodes));
  html += job_tile("Energy", format_scaled(job.energy_j(), "J"), "");
  for (const answers::PowerLimit& limit : job.limits)
    html += job_tile("Limit", answers::limited_text(job, limit, limit.limit_w),
                     limit.excesses.empty()
                         ? "kept"
                         : fmt::format("above for {}; a cap costs {}", format_time(limit.over_s),
                                       format_time(limit.cap_costs_s)));
  return html + "</dl>\n";
}

}  // namespace

std::string html_page(const JobPower& job) {
  const std::string name = job.network + " · " + job.model + " · " + job.coefficients;
  std::string html = "<section class=\"result\">" + page_heading("Power of a job", name) +
                     fmt::format("<p class=\"verdict\">{}</p>\n", escape(job.verdict));
  for (const std::string& warning : job.warnings)
    html += "<p class=\"partial\"><b>Warning:</b> " + escape(warning) + "</p>\n";
  html += job_tiles(job) + job_power_figures(job);
  html += list_card("Assumed", job.assumptions) + list_card("Not modelled", job.not_modelled);
  return page(name + ": " + job.verdict, html + "</section>\n");
}

}  // namespace hpcast::report
