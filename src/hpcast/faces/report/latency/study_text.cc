#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/latency/study.h"

namespace hpcast::report {

namespace {

using answers::PanelSummary;
using answers::StudyOutcome;
using answers::StudyResult;
using answers::StudyRun;

std::string spread_cell(const answers::Spread& spread) {
  return fmt::format("{} ({}-{})", answers::slowdown_text(spread.median),
                     answers::slowdown_text(spread.least), answers::slowdown_text(spread.most));
}

std::string runs_cell(std::size_t count) { return count == 0 ? "-" : std::to_string(count); }

std::string study_panel_table(const StudyResult& study, const TextOptions& options) {
  std::vector<Table::Column> columns{{study.panel_name, Align::left},
                                     {"runs", Align::right},
                                     {"refused", Align::right},
                                     {"failed", Align::right}};
  for (const double to : study.to_s) columns.push_back({format_time(to), Align::right});
  Table table(columns);
  for (const PanelSummary& panel : answers::summaries_of(study)) {
    std::vector<std::string> row{printable(panel.panel), runs_cell(panel.answered),
                                 runs_cell(panel.refused), runs_cell(panel.failed)};
    for (std::size_t i = 0; i < study.to_s.size(); ++i)
      row.push_back(panel.slowdown.empty() ? "-" : spread_cell(panel.slowdown[i]));
    table.row(std::move(row));
  }
  return table.text(options.width, options.colour);
}

std::vector<std::string> reasons(const StudyResult& study, StudyOutcome outcome) {
  constexpr std::size_t most = 8;
  std::vector<std::string> lines;
  std::size_t count = 0;
  for (const StudyRun& run : study.runs)
    if (run.outcome == outcome && ++count <= most)
      lines.push_back(printable(run.panel + " " + run.name + ": " + run.reason));
  if (count > most) lines.push_back(fmt::format("and {} more", count - most));
  return lines;
}

}  // namespace

std::string text_report(const StudyResult& study, const TextOptions& options) {
  return wrapped(printable(answers::verdict_line(study)), options.width, "  ") +
         "\n\nslowdowns: median (least-most)\n" + study_panel_table(study, options) +
         list_section("Refused", reasons(study, StudyOutcome::refused), options) +
         list_section("Failed", reasons(study, StudyOutcome::failed), options) +
         list_section("Assumed", answers::assumptions_of(study), options);
}

}  // namespace hpcast::report
