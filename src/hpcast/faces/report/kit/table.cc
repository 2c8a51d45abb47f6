#include "hpcast/faces/report/kit/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "hpcast/base/text.h"

namespace hpcast::report {
namespace {

// Strong, faint, and neither.
constexpr std::array<std::string_view, 3> codes = {"\x1b[1m", "\x1b[2m", "\x1b[0m"};
constexpr std::size_t gap = 2;
constexpr std::size_t narrowest_first_column = 6;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(cell)), ' ');
  return align == Align::left ? cell + blanks : blanks + cell;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width || width == 0) return text;
  std::size_t end = 0;
  for (std::size_t shown = 0; end < text.size(); ++end) {
    if (!continues_character(text[end]) && ++shown == width) break;
  }
  return text.substr(0, end) + "…";
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool c1 = c == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
    result += c < 0x20 || c == 0x7f || c1 ? '?' : text[i];
    if (c1) ++i;
  }
  return result;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (column > 0 && column + 1 + display_width(word) > width) {
      result += '\n';
      result += indent;
      column = indent.size();
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += display_width(word);
  }
  return result;
}

std::string bar(double fraction, std::size_t width) {
  static constexpr std::array<const char*, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double shown = fraction > 0 ? std::min(fraction, 1.0) : 0;  // not a number: 0
  const auto filled = static_cast<std::size_t>(std::lround(shown * 8 * static_cast<double>(width)));
  std::string result;
  for (std::size_t i = 0; i < filled / 8; ++i) result += "█";
  return result + eighths[filled % 8];
}

std::string styled(const std::string& text, Style style, bool colour) {
  if (!colour || style == Style::plain) return text;
  return fmt::format("{}{}{}", codes[style == Style::strong ? 0 : 1], text, codes[2]);
}

std::string visible_but_styles(std::string_view text, bool colour) {
  if (!colour) return visible(text);
  std::string result;
  while (!text.empty()) {
    const auto* const code =
        std::find_if(codes.begin(), codes.end(), [&](auto one) { return text.starts_with(one); });
    const bool is_code = code != codes.end();
    const std::size_t length = is_code ? code->size() : std::min(text.find('\x1b', 1), text.size());
    result += is_code ? std::string(*code) : visible(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

void Table::row(std::vector<std::string> cells, Style style) {
  assert(cells.size() == columns_.size());
  rows_.push_back({std::move(cells), style});
}

void Table::note(std::string text) { rows_.push_back({{std::move(text)}, Style::faint}); }

std::vector<std::size_t> Table::column_widths(std::size_t width) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(display_width(column.header));
  for (const Row& row : rows_) {
    if (row.cells.size() == 1) continue;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row.cells[i]));
    }
  }
  std::size_t total = gap * (widths.size() - 1);
  for (const std::size_t w : widths) total += w;
  if (total > width) {
    widths[0] = std::max(narrowest_first_column, widths[0] - std::min(widths[0], total - width));
  }
  return widths;
}

std::string Table::line(const std::vector<std::string>& cells,
                        const std::vector<std::size_t>& widths) const {
  std::string result;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (i > 0) result.append(gap, ' ');
    result += padded(shortened(cells[i], widths[i]), widths[i], columns_[i].align);
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::string Table::text(std::size_t width, bool colour) const {
  const std::vector<std::size_t> widths = column_widths(width);
  std::vector<std::string> headers;
  for (const Column& column : columns_) headers.push_back(column.header);
  std::string result = styled(line(headers, widths), Style::faint, colour) + '\n';
  for (const Row& row : rows_) {
    const bool note = row.cells.size() == 1;
    const std::string shown = note ? shortened(row.cells[0], width) : line(row.cells, widths);
    result += styled(shown, row.style, colour) + '\n';
  }
  return result;
}

}  // namespace hpcast::report
