#include "hpcast/answers/latency/study.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/median.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

bool is_of(const StudyRun& run, const std::string& panel) {
  return panel.empty() || run.panel == panel;
}

// "the machine's caches are 2 to 8 times smaller"; empty where none is.
std::string scales_text(const StudyResult& study) {
  std::uint64_t least = 0, most = 0;
  for (const StudyRun& run : study.runs) {
    if (run.outcome != StudyOutcome::answered) continue;
    least = least == 0 ? run.scale : std::min(least, run.scale);
    most = std::max(most, run.scale);
  }
  if (most <= 1) return {};
  return "the machine's caches are " +
         (least == most ? fmt::format("{} times smaller", most)
                        : fmt::format("{} to {} times smaller", least, most)) +
         ", all by the same factor, never below one set";
}

std::size_t without_working_set(const StudyResult& study) {
  return static_cast<std::size_t>(
      std::count_if(study.runs.begin(), study.runs.end(), [](const StudyRun& run) {
        return run.outcome == StudyOutcome::answered && !run.working_set_bytes;
      }));
}

}  // namespace

WordList words_of(StudyOutcome) {
  static constexpr const char* words[] = {"answered", "refused", "failed"};
  return words;
}
const char* name_of(StudyOutcome outcome) { return word_of(outcome); }

const std::vector<double>* StudyRun::by(LatencyMethod of) const {
  const auto at = std::find_if(slowdowns.begin(), slowdowns.end(),
                               [&](const StudySlowdowns& s) { return s.method == of; });
  return at == slowdowns.end() ? nullptr : &at->slowdown;
}

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {median(values), *least, *most};
}

PanelSummary summary_of(const StudyResult& study, const std::string& panel) {
  PanelSummary summary{panel, 0, 0, 0, {}};
  std::vector<std::vector<double>> values(study.to_s.size());
  for (const StudyRun& run : study.runs) {
    if (!is_of(run, panel)) continue;
    summary.refused += run.outcome == StudyOutcome::refused ? 1 : 0;
    summary.failed += run.outcome == StudyOutcome::failed ? 1 : 0;
    if (run.outcome != StudyOutcome::answered) continue;
    ++summary.answered;
    for (std::size_t i = 0; i < values.size(); ++i) values[i].push_back((*run.by(study.method))[i]);
  }
  if (summary.answered > 0)
    for (std::vector<double>& v : values) summary.slowdown.push_back(spread_of(std::move(v)));
  return summary;
}

std::vector<PanelSummary> summaries_of(const StudyResult& study) {
  std::vector<PanelSummary> summaries;
  for (const std::string& panel : study.panels) summaries.push_back(summary_of(study, panel));
  return summaries;
}

std::vector<PanelSummary> ranked_panels(const StudyResult& study) {
  std::vector<PanelSummary> panels = summaries_of(study);
  std::erase_if(panels, [](const PanelSummary& p) { return p.answered == 0; });
  std::stable_sort(panels.begin(), panels.end(), [](const PanelSummary& a, const PanelSummary& b) {
    return a.slowdown.back().median < b.slowdown.back().median;
  });
  return panels;
}

std::vector<const StudyRun*> sorted_runs(const StudyResult& study, const std::string& panel,
                                         std::size_t latency) {
  std::vector<const StudyRun*> runs;
  for (const StudyRun& run : study.runs)
    if (run.outcome == StudyOutcome::answered && is_of(run, panel)) runs.push_back(&run);
  std::stable_sort(runs.begin(), runs.end(), [&](const StudyRun* a, const StudyRun* b) {
    return (*a->by(study.method))[latency] < (*b->by(study.method))[latency];
  });
  return runs;
}

std::string verdict_line(const StudyResult& study) {
  const PanelSummary all = summary_of(study, "");
  std::string line = fmt::format("{} of {} runs", all.answered, study.runs.size());
  if (all.answered > 0) {
    line += fmt::format("; at {} the median slowdown is {} times", format_time(study.to_s.back()),
                        slowdown_text(all.slowdown.back().median));
    const std::vector<PanelSummary> panels = ranked_panels(study);
    if (panels.size() > 1)
      line += fmt::format(", {} {}, {} {}", panels.back().panel,
                          slowdown_text(panels.back().slowdown.back().median), panels.front().panel,
                          slowdown_text(panels.front().slowdown.back().median));
    line += std::string("; by ") + name_of(study.method);
  }
  if (all.refused > 0) line += fmt::format("; {} refused", all.refused);
  if (all.failed > 0) line += fmt::format("; {} failed", all.failed);
  return line;
}

std::vector<std::string> assumptions_of(const StudyResult& study) {
  std::vector<std::string> assumptions;
  std::string sizes = scales_text(study);
  if (sizes.empty()) {
    assumptions.emplace_back("the machine's caches are as large as they are");
  } else if (study.working_set > 0) {
    assumptions.push_back(
        sizes + fmt::format(": the smallest power of two with which the working set{} is at least "
                            "{:.3g} times the last of them",
                            study.same_caches ? " of a case's first answer" : "",
                            study.working_set));
    if (study.same_caches)
      assumptions.push_back(
          "the other runs of a case have the same caches: what takes more memory "
          "exceeds them further");
    if (const std::size_t unknown = without_working_set(study); unknown > 0)
      assumptions.push_back(fmt::format(
          "{} runs did not tell their working set: their caches are as they are", unknown));
  } else {
    assumptions.push_back(sizes);
  }
  return assumptions;
}

}  // namespace hpcast::answers
