#include "table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace hpcast::bench {

namespace {

// Columns on the terminal: UTF-8's continuation bytes take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string Table::text() const {
  Row::size_type columns = rows_[0].size();
  std::vector<std::size_t> widths(columns);
  for (const Row& row : rows_)
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], width(row[c]));
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::size_t total = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string padding(widths[c] - width(rows_[r][c]), ' ');
      text += c == 0 ? rows_[r][c] + padding : "  " + padding + rows_[r][c];
      total += widths[c] + (c == 0 ? 0 : 2);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    if (r == 0) text += std::string(total, '-') + '\n';
  }
  return text;
}

std::string number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  const int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, digits);
}

std::string times(double ratio) { return std::isfinite(ratio) ? number(ratio) + "×" : "-"; }

}  // namespace hpcast::bench
