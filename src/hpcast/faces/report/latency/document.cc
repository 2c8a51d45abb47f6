#include "hpcast/faces/report/latency/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/answers/closing.h"
#include "hpcast/faces/report/latency/figures.h"

namespace hpcast::report {

namespace {

using answers::LatencyAnswer;
using answers::LatencyForecast;
using answers::LatencyInterval;
using answers::LatencyMethod;

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

class MethodTable {
 public:
  explicit MethodTable(const LatencyAnswer& r) : r_(r) {
    table_.title = "By method";
    table_.columns = {{"slowdown by", Align::left}, {"", Align::left}};
    for (const double to : r.to_s) table_.columns.push_back({format_time(to)});
    if (!r.truth.empty()) table_.columns.push_back({"off by"});
  }

  TablePart made() {
    for (const LatencyForecast& f : r_.forecasts)
      add(name_of(f.method), words_of(r_, f), f.slowdown,
          f.method == r_.method ? Style::strong : Style::plain,
          r_.truth.empty() ? "" : format_percent(answers::mean_error(r_, f)));
    const LatencyForecast& chosen = *r_.forecast(r_.method);
    if (!chosen.worst_thread.empty() && chosen.worst_thread != chosen.slowdown)
      add("", "the thread that suffers most", chosen.worst_thread, Style::faint);
    if (!r_.without_memory_side.empty())
      add("", "without the memory-side cache", r_.without_memory_side, Style::faint);
    if (!r_.truth.empty()) add_truth();
    return std::move(table_);
  }

 private:
  void add(const char* name, const std::string& meaning, const std::vector<double>& slowdown,
           Style style, const std::string& off_by = "") {
    TablePart::Row row{{name, meaning}, style};
    for (std::size_t i = 0; i < r_.to_s.size(); ++i)
      row.cells.emplace_back(i < slowdown.size() ? possible_slowdown_text(r_, i, slowdown[i]) : "");
    if (!r_.truth.empty()) row.cells.emplace_back(off_by);
    table_.rows.push_back(std::move(row));
  }

  void add_truth() {
    TablePart::Row row{{"measured", ""}, Style::strong};
    for (const double to : r_.to_s) {
      const std::optional<double> truth = answers::truth_at(r_, to);
      row.cells.emplace_back(truth ? answers::slowdown_text(*truth) : "");
    }
    row.cells.emplace_back("");
    table_.rows.push_back(std::move(row));
  }

  const LatencyAnswer& r_;
  TablePart table_;
};

// Those that lose most, in order of time.
std::vector<const LatencyInterval*> leading_intervals(const LatencyAnswer& r, std::size_t most) {
  std::vector<const LatencyInterval*> leading;
  for (const LatencyInterval& interval : r.intervals) leading.push_back(&interval);
  std::stable_sort(leading.begin(), leading.end(), [](const auto* a, const auto* b) {
    return (a->slowdown.back() - 1) * a->duration_s > (b->slowdown.back() - 1) * b->duration_s;
  });
  leading.resize(std::min(leading.size(), most));
  std::stable_sort(leading.begin(), leading.end(),
                   [](const auto* a, const auto* b) { return a->start_s < b->start_s; });
  return leading;
}

TablePart interval_table(const LatencyAnswer& r) {
  constexpr std::size_t most = 12;
  TablePart table{.title = "Intervals",
                  .caption = fmt::format("{} intervals", r.intervals.size()),
                  .columns = {{"from"}, {"region", Align::left}, {"misses/s"}, {"outstanding"}}};
  if (r.intervals.size() > most) table.caption += fmt::format(", the {} that lose most", most);
  for (const double to : r.to_s) table.columns.push_back({format_time(to)});
  for (const LatencyInterval* interval : leading_intervals(r, most)) {
    TablePart::Row row{
        {format_time(interval->start_s), interval->region, format_count(interval->misses_per_s),
         interval->outstanding ? fmt::format("{:.2f}", *interval->outstanding) : "-"}};
    for (const double slowdown : interval->slowdown)
      row.cells.emplace_back(answers::slowdown_text(slowdown));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Document document(const LatencyAnswer& r) {
  std::string name = "Memory latency";
  for (const answers::Input& input : r.inputs) name += " · " + input.path;
  Document d{.kind = "Latency sensitivity",
             .name = name,
             .verdict = r.verdict,
             .headline = answers::slowdown_text(slowdown_at(r, 0)) + " times"};
  d.parts = {MethodTable(r).made(), Paragraph{answers::open_question(r)}, method_figure(r),
             interval_table(r)};
  if (!r.intervals.empty()) d.parts.emplace_back(over_time(r));
  d.parts.emplace_back(ListPart{"Methods left out", answers::left_out(r)});
  add_closing(d, r);
  return d;
}

}  // namespace hpcast::report
