#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/latency/study.h"

namespace hpcast::report {

namespace {

using answers::PanelSummary;
using answers::slowdown_text;
using answers::StudyOutcome;
using answers::StudyResult;
using answers::StudyRun;

std::string latency_heads(const StudyResult& study) {
  std::string html;
  for (const double to : study.to_s) html += fmt::format("<th>{}</th>", format_time(to));
  return html + "</tr></thead><tbody>\n";
}

std::string spread_td(const answers::Spread& spread) {
  return fmt::format("<td>{} <small>({} – {})</small></td>", slowdown_text(spread.median),
                     slowdown_text(spread.least), slowdown_text(spread.most));
}

std::string summary_row(const PanelSummary& panel, std::size_t latencies) {
  std::string html = fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td>",
                                 escape(panel.panel), panel.answered, panel.refused, panel.failed);
  for (std::size_t i = 0; i < latencies; ++i)
    html += panel.slowdown.empty() ? "<td>–</td>" : spread_td(panel.slowdown[i]);
  return html + "</tr>\n";
}

std::string summary_table(const StudyResult& study) {
  std::string html =
      "<div class=\"card\"><h3>Median slowdown (least – most)</h3>"
      "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th class=\"l\">" +
      escape(study.panel_name) + "</th><th>runs</th><th>refused</th><th>failed</th>" +
      latency_heads(study);
  for (const PanelSummary& panel : answers::summaries_of(study))
    html += summary_row(panel, study.to_s.size());
  return html + "</tbody></table></div></div>\n";
}

std::string run_row(const StudyResult& study, const StudyRun& run) {
  std::string html =
      fmt::format("<tr><th>{}</th><td class=\"l\">{}</td>", escape(run.panel), escape(run.name));
  if (run.outcome != StudyOutcome::answered)
    return html + fmt::format("<td class=\"l wrap\" colspan=\"{}\">{}: {}</td></tr>\n",
                              study.to_s.size() + 2, name_of(run.outcome), escape(run.reason));
  html += run.working_set_bytes
              ? fmt::format("<td data-v=\"{}\">{}</td>", *run.working_set_bytes,
                            format_bytes(static_cast<double>(*run.working_set_bytes)))
              : "<td>–</td>";
  html += fmt::format("<td>{}</td>", run.scale);
  for (const double slowdown : *run.by(study.method))
    html += "<td>" + slowdown_text(slowdown) + "</td>";
  return html + "</tr>\n";
}

std::string run_table(const StudyResult& study) {
  std::string html =
      "<details class=\"card\" open><summary>Every run</summary><div class=\"scroll\">"
      "<table class=\"sortable\"><thead><tr><th class=\"l\">" +
      escape(study.panel_name) + "</th><th class=\"l\">" + escape(study.case_name) +
      "</th><th>working set</th><th>caches smaller by</th>" + latency_heads(study);
  for (const StudyRun& run : study.runs) html += run_row(study, run);
  return html + "</tbody></table></div></details>\n";
}

// "; most DIA 5.3, least ELL 4.9; 10 refused"
std::string verdict_rest(const StudyResult& study, const PanelSummary& all) {
  std::string text;
  const std::vector<PanelSummary> panels = answers::ranked_panels(study);
  if (panels.size() > 1)
    text += fmt::format("; most {} {}×, least {} {}×", panels.back().panel,
                        slowdown_text(panels.back().slowdown.back().median), panels.front().panel,
                        slowdown_text(panels.front().slowdown.back().median));
  if (all.refused > 0) text += fmt::format("; {} refused", all.refused);
  if (all.failed > 0) text += fmt::format("; {} failed", all.failed);
  return text;
}

std::string study_verdict(const StudyResult& study) {
  const PanelSummary all = answers::summary_of(study, "");
  if (all.answered == 0) return "<p class=\"verdict\">" + escape(verdict_line(study)) + "</p>\n";
  return fmt::format(
      "<p class=\"verdict\"><span class=\"time\">{}×</span>the run time at "
      "<strong>{}</strong> instead of {}, in the median of {} runs{}</p>\n",
      slowdown_text(all.slowdown.back().median), format_time(study.to_s.back()),
      format_time(study.from_s), all.answered, escape(verdict_rest(study, all)));
}

}  // namespace

std::string html_page(const StudyResult& study) {
  const std::string name = study.machine + " · " + std::to_string(study.cases.size()) + " × " +
                           std::to_string(study.panels.size()) + " runs";
  std::string html =
      "<section class=\"result\">" + page_heading("Latency study", name) + study_verdict(study);
  html += "<figure><h3>Predicted slowdowns, sorted</h3>\n" + slowdown_figure(study) + "</figure>\n";
  if (study.over_time) html += over_time_figures(study);
  html += summary_table(study) + run_table(study) +
          list_card("Assumed", answers::assumptions_of(study));
  return page(name + ": " + answers::verdict_line(study), html + "</section>\n");
}

}  // namespace hpcast::report
