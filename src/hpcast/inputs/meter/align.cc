#include "hpcast/inputs/meter/align.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "hpcast/inputs/counters/order.h"

namespace hpcast::meter {

namespace {

using counters::Column;
using counters::Row;
using counters::Table;

// A part of a row in a window.
struct Piece {
  std::size_t row = 0;
  double seconds = 0;
};

// The parts of rows that lie in one window after the other, both in the order of time.
class RowPieces {
 public:
  RowPieces(const Table& table, const std::vector<std::size_t>& rows)
      : table_(table), rows_(rows) {}

  std::vector<Piece> in(const Window& window) {
    while (first_ < rows_.size() && end_of(rows_[first_]) <= window.begin_s) ++first_;
    std::vector<Piece> pieces;
    for (std::size_t i = first_; i < rows_.size(); ++i) {
      const double start_s = table_.rows[rows_[i]].start_s;
      if (start_s >= window.end_s) break;
      const double seconds =
          std::min(end_of(rows_[i]), window.end_s) - std::max(start_s, window.begin_s);
      if (seconds > 0) pieces.push_back({rows_[i], seconds});
    }
    return pieces;
  }

 private:
  double end_of(std::size_t row) const {
    return table_.rows[row].start_s + table_.rows[row].duration_s;
  }

  const Table& table_;
  const std::vector<std::size_t>& rows_;
  std::size_t first_ = 0;  // rows before it end before the window
};

bool is_covered(const std::vector<Piece>& pieces, const Window& window) {
  double covered = 0;
  for (const Piece& piece : pieces) covered += piece.seconds;
  constexpr double rounding = 1e-6;
  return covered >= (1 - rounding) * (window.end_s - window.begin_s);
}

void put_sum(const Table& from, const std::vector<Piece>& pieces, double length, Table& to,
             std::size_t at) {
  for (std::size_t c = 0; c < from.columns.size(); ++c) {
    const Column& column = from.columns[c];
    double sum = 0, running = 0;
    for (const Piece& piece : pieces) {
      const double whole =
          counters::is_average(column.unit) ? length : from.rows[piece.row].duration_s;
      sum += column.values[piece.row] * piece.seconds / whole;
      if (!column.running.empty()) running += column.running[piece.row] * piece.seconds / length;
    }
    to.columns[c].values[at] = sum;
    if (column.running.empty()) continue;
    to.columns[c].running.resize(at + 1, 1);
    to.columns[c].running[at] = std::min(1.0, running);
  }
}

}  // namespace

counters::Table over_windows(const Table& table, const Windows& windows) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    rows[{table.rows[i].thread, table.rows[i].region}].push_back(i);
  Table summed = table;
  summed.rows.clear();
  for (Column& column : summed.columns) {
    column.values.clear();
    column.running.clear();
    column.spread.clear();
  }
  for (const auto& [place, of_place] : rows) {
    RowPieces moving(table, of_place);
    for (const Window& window : windows) {
      const std::vector<Piece> pieces = moving.in(window);
      const double length = window.end_s - window.begin_s;
      if (!is_covered(pieces, window)) continue;
      const std::size_t at = summed.add_row({window.begin_s, length, place.first, place.second});
      put_sum(table, pieces, length, summed, at);
    }
  }
  counters::sort_rows(summed);
  return summed;
}

std::size_t add_power(Table& table, const Windows& windows, const std::string& name,
                      counters::Unit unit) {
  using Interval = std::tuple<double, double, std::uint32_t>;
  std::set<Interval> have, all;
  for (const Row& row : table.rows) {
    const Interval interval{row.start_s, row.duration_s, row.region};
    all.insert(interval);
    if (row.thread == 0) have.insert(interval);
  }
  for (const auto& [start, duration, region] : all)
    if (have.count({start, duration, region}) == 0) table.add_row({start, duration, 0, region});
  Column& column = table.column_to_fill(name, unit);
  std::size_t filled = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    if (row.thread != 0) continue;
    const auto watts = mean_within(windows, row.start_s, row.start_s + row.duration_s);
    if (!watts) continue;
    column.values[i] = unit == counters::Unit::joules ? *watts * row.duration_s : *watts;
    ++filled;
  }
  counters::sort_rows(table);
  return filled;
}

}  // namespace hpcast::meter
