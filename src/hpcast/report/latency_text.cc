#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hpcast/base/units.h"
#include "hpcast/report/latency.h"
#include "hpcast/report/table.h"

namespace hpcast::report {

namespace {

using result::LatencyForecast;
using result::LatencyMethod;
using result::LatencyResult;

std::vector<Table::Column> columns_of(const LatencyResult& r, const char* first) {
  std::vector<Table::Column> columns{{first, Align::left}, {"", Align::left}};
  for (const double to : r.to_s) columns.push_back({format_time(to), Align::right});
  return columns;
}

std::vector<std::string> row_of(const LatencyResult& r, const std::string& name,
                                const std::string& meaning, const std::vector<double>& slowdown) {
  std::vector<std::string> row{name, meaning};
  for (std::size_t i = 0; i < r.to_s.size(); ++i)
    row.push_back(i < slowdown.size() ? result::slowdown_text(slowdown[i]) : "");
  return row;
}

std::vector<double> truth_along(const LatencyResult& r) {
  std::vector<double> truth;
  for (const double to : r.to_s) {
    const auto at = std::find_if(r.truth.begin(), r.truth.end(),
                                 [&](const result::LatencyTruth& t) { return t.to_s == to; });
    truth.push_back(at == r.truth.end() ? 0 : at->slowdown);
  }
  return truth;
}

// What the method means here: how many of the accesses read, what misses were divided by.
std::string words_of(const LatencyResult& r, const LatencyForecast& f) {
  std::string words = meaning_of(f.method);
  const LatencyForecast* const reads = r.forecast(LatencyMethod::dimm_reads);
  if (f.method == LatencyMethod::dimm && reads != nullptr && f.events > 0)
    words += fmt::format(", {} of them reads", format_percent(reads->events / f.events));
  if (f.overlap.empty()) return words;
  const auto [least, most] = std::minmax_element(f.overlap.begin(), f.overlap.end());
  const bool one = *most < 1.05 * *least;
  return words + (one ? fmt::format(", that is {:.2g}", *least)
                      : fmt::format(", that is {:.2g} to {:.2g}", *least, *most));
}

std::string method_table(const LatencyResult& r, const TextOptions& options) {
  Table table(columns_of(r, "slowdown by"));
  for (const LatencyForecast& f : r.forecasts)
    table.row(row_of(r, name_of(f.method), words_of(r, f), f.slowdown),
              f.method == r.method ? Style::strong : Style::plain);
  const LatencyForecast* const chosen = r.forecast(r.method);
  if (!chosen->worst_thread.empty() && chosen->worst_thread != chosen->slowdown)
    table.row(row_of(r, "", "the thread that suffers most", chosen->worst_thread), Style::faint);
  if (!r.without_memory_side.empty())
    table.row(row_of(r, "", "without the memory-side cache", r.without_memory_side), Style::faint);
  if (!r.truth.empty()) table.row(row_of(r, "measured", "", truth_along(r)), Style::strong);
  return table.text(options.width, options.colour);
}

// The paper's open question: which of CAS counting and the correction by outstanding reads is
// nearer to the truth.
std::string open_question(const LatencyResult& r) {
  const LatencyForecast* const dimm = r.forecast(LatencyMethod::dimm);
  const LatencyForecast* corrected = r.forecast(LatencyMethod::overlap_max);
  if (dimm == nullptr || corrected == nullptr) return {};
  const std::vector<double> truth = truth_along(r);
  std::string text = "CAS counting against correction by outstanding reads: ";
  for (std::size_t i = 0; i < r.to_s.size(); ++i) {
    const double a = dimm->slowdown[i], b = corrected->slowdown[i];
    text += fmt::format("{}at {} {} apart", i == 0 ? "" : "; ", format_time(r.to_s[i]),
                        format_percent(std::abs(a - b) / std::min(a, b)));
    if (truth[i] > 0)
      text += fmt::format(
          ", {} and {} from the measured {}", format_percent(std::abs(a - truth[i]) / truth[i]),
          format_percent(std::abs(b - truth[i]) / truth[i]), result::slowdown_text(truth[i]));
  }
  return text + ".";
}

std::string interval_table(const LatencyResult& r, const TextOptions& options) {
  if (r.intervals.empty()) return {};
  constexpr std::size_t most = 12;
  std::vector<Table::Column> columns{{"from", Align::right},
                                     {"region", Align::left},
                                     {"misses/s", Align::right},
                                     {"outstanding", Align::right}};
  for (const double to : r.to_s) columns.push_back({format_time(to), Align::right});
  Table table(columns);
  std::vector<const result::LatencyInterval*> shown;
  for (const result::LatencyInterval& interval : r.intervals) shown.push_back(&interval);
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return (a->slowdown.back() - 1) * a->duration_s > (b->slowdown.back() - 1) * b->duration_s;
  });
  shown.resize(std::min(shown.size(), most));
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto* a, const auto* b) { return a->start_s < b->start_s; });
  for (const result::LatencyInterval* interval : shown) {
    std::vector<std::string> row{
        format_time(interval->start_s), printable(interval->region),
        format_count(interval->misses_per_s),
        interval->outstanding ? fmt::format("{:.2f}", *interval->outstanding) : "-"};
    for (const double slowdown : interval->slowdown) row.push_back(result::slowdown_text(slowdown));
    table.row(std::move(row));
  }
  std::string text = fmt::format("\n{} intervals", r.intervals.size());
  if (r.intervals.size() > most) text += fmt::format(", the {} that lose most", most);
  return text + "\n" + table.text(options.width, options.colour);
}

}  // namespace

std::string text_report(const LatencyResult& r, const TextOptions& options) {
  std::string text = wrapped(r.verdict, options.width, "  ") + "\n\n" + method_table(r, options);
  const std::string question = open_question(r);
  if (!question.empty()) text += "\n" + wrapped(question, options.width, "  ") + "\n";
  text += interval_table(r, options);
  std::vector<std::string> missing;
  for (const result::LatencyMissing& m : r.missing)
    missing.push_back(fmt::format("{}: no {}", name_of(m.method), fmt::join(m.counters, ", no ")));
  text += list_section("Methods left out", missing, options);
  text += list_section("Assumed", r.assumptions, options);
  return text + list_section("Not modelled", r.not_modelled, options);
}

}  // namespace hpcast::report
