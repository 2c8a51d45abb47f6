#include "table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hpcast::bench {

namespace {

// Columns on the terminal: UTF-8's continuation bytes take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

using Widths = std::vector<std::size_t>;

Widths widths_of(const std::vector<Table::Row>& rows) {
  Widths widths(rows[0].size());
  for (const Table::Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  return widths;
}

std::string line_of(const Table::Row& row, const Widths& widths) {
  std::string line;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string padding(widths[c] - width(row[c]), ' ');
    line += c == 0 ? row[c] + padding : "  " + padding + row[c];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string head_of(const Table::Row& head, const Widths& widths) {
  const std::size_t gaps = 2 * (widths.size() - 1);
  return line_of(head, widths) +
         std::string(std::accumulate(widths.begin(), widths.end(), gaps), '-') + '\n';
}

}  // namespace

std::string Table::text() const {
  const Widths widths = widths_of(rows_);
  std::string text = head_of(rows_[0], widths);
  for (std::size_t r = 1; r < rows_.size(); ++r) text += line_of(rows_[r], widths);
  return text;
}

std::string Table::last_row() const {
  Widths widths = widths_of(rows_);
  for (std::size_t c = 0; c < widths.size(); ++c)
    widths[c] = std::max<std::size_t>(widths[c], c == 0 ? 24 : 8);
  return (rows_.size() == 2 ? head_of(rows_[0], widths) : "") + line_of(rows_.back(), widths);
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  const int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, digits);
}

std::string times(double ratio) { return std::isfinite(ratio) ? number(ratio) + "×" : "-"; }

}  // namespace hpcast::bench
