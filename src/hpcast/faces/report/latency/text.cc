#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/latency/report.h"

namespace hpcast::report {

namespace {

using answers::LatencyAnswer;
using answers::LatencyForecast;
using answers::LatencyMethod;

std::vector<Table::Column> columns_of(const LatencyAnswer& r, const char* first) {
  std::vector<Table::Column> columns{{first, Align::left}, {"", Align::left}};
  for (const double to : r.to_s) columns.push_back({format_time(to), Align::right});
  return columns;
}

std::vector<std::string> row_of(const LatencyAnswer& r, const std::string& name,
                                const std::string& meaning, const std::vector<double>& slowdown) {
  std::vector<std::string> row{name, meaning};
  for (std::size_t i = 0; i < r.to_s.size(); ++i)
    row.push_back(i < slowdown.size() ? possible_slowdown_text(r, i, slowdown[i]) : "");
  return row;
}

// What the method means here: how many of the accesses read, what misses were divided by.
std::string words_of(const LatencyAnswer& r, const LatencyForecast& f) {
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

std::string method_table(const LatencyAnswer& r, const TextOptions& options) {
  std::vector<Table::Column> columns = columns_of(r, "slowdown by");
  if (!r.truth.empty()) columns.push_back({"off by", Align::right});
  Table table(columns);
  const auto add = [&](std::vector<std::string> row, Style style) {
    row.resize(columns.size());
    table.row(std::move(row), style);
  };
  for (const LatencyForecast& f : r.forecasts) {
    std::vector<std::string> row = row_of(r, name_of(f.method), words_of(r, f), f.slowdown);
    if (!r.truth.empty()) row.push_back(format_percent(answers::mean_error(r, f)));
    add(std::move(row), f.method == r.method ? Style::strong : Style::plain);
  }
  const LatencyForecast* const chosen = r.forecast(r.method);
  if (!chosen->worst_thread.empty() && chosen->worst_thread != chosen->slowdown)
    add(row_of(r, "", "the thread that suffers most", chosen->worst_thread), Style::faint);
  if (!r.without_memory_side.empty())
    add(row_of(r, "", "without the memory-side cache", r.without_memory_side), Style::faint);
  if (!r.truth.empty()) {
    std::vector<std::string> row{"measured", ""};
    for (const double to : r.to_s) {
      const std::optional<double> truth = answers::truth_at(r, to);
      row.push_back(truth ? answers::slowdown_text(*truth) : "");
    }
    add(std::move(row), Style::strong);
  }
  return table.text(options.width, options.colour);
}

std::string interval_table(const LatencyAnswer& r, const TextOptions& options) {
  if (r.intervals.empty()) return {};
  constexpr std::size_t most = 12;
  std::vector<Table::Column> columns{{"from", Align::right},
                                     {"region", Align::left},
                                     {"misses/s", Align::right},
                                     {"outstanding", Align::right}};
  for (const double to : r.to_s) columns.push_back({format_time(to), Align::right});
  Table table(columns);
  std::vector<const answers::LatencyInterval*> shown;
  for (const answers::LatencyInterval& interval : r.intervals) shown.push_back(&interval);
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return (a->slowdown.back() - 1) * a->duration_s > (b->slowdown.back() - 1) * b->duration_s;
  });
  shown.resize(std::min(shown.size(), most));
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto* a, const auto* b) { return a->start_s < b->start_s; });
  for (const answers::LatencyInterval* interval : shown) {
    std::vector<std::string> row{
        format_time(interval->start_s), printable(interval->region),
        format_count(interval->misses_per_s),
        interval->outstanding ? fmt::format("{:.2f}", *interval->outstanding) : "-"};
    for (const double slowdown : interval->slowdown)
      row.push_back(answers::slowdown_text(slowdown));
    table.row(std::move(row));
  }
  std::string text = fmt::format("\n{} intervals", r.intervals.size());
  if (r.intervals.size() > most) text += fmt::format(", the {} that lose most", most);
  return text + "\n" + table.text(options.width, options.colour);
}

}  // namespace

std::string text_report(const LatencyAnswer& r, const TextOptions& options) {
  std::string text = wrapped(r.verdict, options.width, "  ") + "\n\n" + method_table(r, options);
  const std::string question = answers::open_question(r);
  if (!question.empty()) text += "\n" + wrapped(question, options.width, "  ") + "\n";
  text += interval_table(r, options);
  text += list_section("Methods left out", answers::left_out(r), options);
  text += list_section("Assumed", r.assumptions, options);
  return text + list_section("Not modelled", r.not_modelled, options);
}

}  // namespace hpcast::report
