// Columns of text for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast::report {

enum class Align { left, right };
enum class Style { plain, strong, faint };

// `text` with the terminal's codes for `style` around it, or as it is without `colour`.
std::string styled(const std::string& text, Style style, bool colour);

// visible(), but for what styled() put there with this `colour`.
std::string visible_but_styles(std::string_view text, bool colour);

class Table {
 public:
  struct Column {
    std::string header;
    Align align = Align::right;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns.
  void row(std::vector<std::string> cells, Style style = Style::plain);
  // A line that belongs to no column.
  void note(std::string text);

  // Two blanks between columns; cells of the first column are cut where a line would exceed
  // `width`.
  std::string text(std::size_t width, bool colour) const;

 private:
  struct Row {
    std::vector<std::string> cells;  // one: a note
    Style style;
  };
  std::vector<std::size_t> column_widths(std::size_t width) const;
  std::string line(const std::vector<std::string>& cells,
                   const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

// Characters a terminal shows for UTF-8 text, taking each as one column wide.
std::size_t display_width(std::string_view text);

// Cut to `width` with "…" at its end where it is longer.
std::string shortened(const std::string& text, std::size_t width);

// Control characters replaced by '?': names come from files and must not steer the terminal.
std::string printable(std::string_view text);

// Broken at blanks to lines of at most `width`; lines after the first begin with `indent`.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent);

// A bar of up to `width` characters for a fraction of 0 to 1, in eighths of a character.
std::string bar(double fraction, std::size_t width);

}  // namespace hpcast::report
