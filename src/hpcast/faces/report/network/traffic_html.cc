// Who sends how much to whom, and in messages of which sizes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/network/html.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;
using answers::TrafficMatrix;

constexpr std::uint32_t most_matrix_rows = 64;
constexpr std::size_t shown_pairs = 10;

// The matrix in at most `most` rows.
TrafficMatrix folded(const TrafficMatrix& matrix, std::uint32_t most) {
  const std::uint32_t by = (matrix.rows + most - 1) / most;
  if (by <= 1) return matrix;
  TrafficMatrix made{matrix.ranks_a_row * by, (matrix.rows + by - 1) / by, {}};
  made.bytes.resize(std::size_t{made.rows} * made.rows);
  for (std::uint32_t row = 0; row < matrix.rows; ++row) {
    for (std::uint32_t column = 0; column < matrix.rows; ++column)
      made.bytes[std::size_t{row / by} * made.rows + column / by] +=
          matrix.bytes[std::size_t{row} * matrix.rows + column];
  }
  return made;
}

std::string ranks_text(const NetworkAnswer& r, const TrafficMatrix& matrix, std::uint32_t row) {
  const std::uint32_t first = row * matrix.ranks_a_row;
  const std::uint32_t last = std::min(first + matrix.ranks_a_row, r.ranks) - 1;
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

class MatrixDrawing {
 public:
  MatrixDrawing(const NetworkAnswer& r, const TrafficMatrix& matrix)
      : r_(r),
        matrix_(matrix),
        side_(std::min(26.0, (width - left) / matrix.rows)),
        svg_(width, top + side_ * matrix.rows + 6, "Bytes from rank to rank", "heat") {
    for (const std::uint64_t bytes : matrix.bytes) {
      if (bytes == 0) continue;
      most_ = std::max(most_, bytes);
      least_ = least_ == 0 ? bytes : std::min(least_, bytes);
    }
  }
  std::uint64_t most() const { return most_; }
  std::uint64_t least() const { return least_; }

  std::string draw() && {
    const double length = side_ * matrix_.rows;
    svg_.put("<rect class=\"panel\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", left,
             top, length, length);
    svg_.label("soft", left, 12, "to rank");
    svg_.label("soft end", left - 6, 12, "from");
    double free_from = 0;
    for (std::uint32_t row = 0; row < matrix_.rows; ++row) {
      if (row * side_ < free_from) continue;
      free_from = row * side_ + 36;
      const std::string rank = std::to_string(row * matrix_.ranks_a_row);
      svg_.label("soft end", left - 6, top + row * side_ + std::max(10.0, side_ / 2 + 4), rank);
      svg_.label("soft", left + row * side_ + 1, top - 5, rank);
    }
    for (std::uint32_t row = 0; row < matrix_.rows; ++row) {
      for (std::uint32_t column = 0; column < matrix_.rows; ++column) draw_cell(row, column);
    }
    return std::move(svg_).end();
  }

 private:
  static constexpr double width = 560, left = 44, top = 32;

  int step(std::uint64_t bytes) const {
    if (most_ == least_) return 4;
    const double share = std::log(static_cast<double>(bytes) / static_cast<double>(least_)) /
                         std::log(static_cast<double>(most_) / static_cast<double>(least_));
    return 1 + std::min(5, static_cast<int>(6 * share));
  }
  void draw_cell(std::uint32_t row, std::uint32_t column) {
    const std::uint64_t bytes = matrix_.bytes[std::size_t{row} * matrix_.rows + column];
    if (bytes == 0) return;
    svg_.box(
        fmt::format("o{}", step(bytes)), left + column * side_, top + row * side_, side_ - 0.4,
        side_ - 0.4,
        fmt::format("{} to {}: {}", ranks_text(r_, matrix_, row), ranks_text(r_, matrix_, column),
                    format_bytes(static_cast<double>(bytes))));
  }

  const NetworkAnswer& r_;
  const TrafficMatrix& matrix_;
  double side_;
  Svg svg_;
  std::uint64_t most_ = 0, least_ = 0;
};

std::string pair_table(const NetworkAnswer& r) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < r.matrix.bytes.size(); ++cell) {
    if (r.matrix.bytes[cell] > 0) cells.push_back(cell);
  }
  const auto last = cells.begin() + static_cast<long>(std::min(cells.size(), shown_pairs));
  std::partial_sort(cells.begin(), last, cells.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(r.matrix.bytes[a], b) > std::pair(r.matrix.bytes[b], a);
  });
  std::string html =
      "<details open><summary>Most bytes</summary><table><thead><tr><th class=\"l\">From "
      "rank</th><th class=\"l\">to rank</th><th>bytes</th></tr></thead><tbody>\n";
  for (auto cell = cells.begin(); cell != last; ++cell)
    html += fmt::format("<tr><th>{}</th><td class=\"l\">{}</td><td>{}</td></tr>\n",
                        ranks_text(r, r.matrix, static_cast<std::uint32_t>(*cell / r.matrix.rows)),
                        ranks_text(r, r.matrix, static_cast<std::uint32_t>(*cell % r.matrix.rows)),
                        format_bytes(static_cast<double>(r.matrix.bytes[*cell])));
  return html + "</tbody></table></details>\n";
}

std::string matrix_figure(const NetworkAnswer& r) {
  const TrafficMatrix matrix = folded(r.matrix, most_matrix_rows);
  MatrixDrawing drawing(r, matrix);
  std::string note = fmt::format(
      "Bytes by sender (rows) and receiver (columns); colours by logarithm, from {} to {}",
      format_bytes(static_cast<double>(drawing.least())),
      format_bytes(static_cast<double>(drawing.most())));
  if (matrix.ranks_a_row > 1) note += fmt::format("; {} ranks in one", matrix.ranks_a_row);
  return "<figure class=\"matrix\"><h3>From rank to rank</h3>\n<figcaption>" + note +
         ".</figcaption>\n" + std::move(drawing).draw() + pair_table(r) + "</figure>\n";
}

std::string size_words(const answers::SizeClass& one) {
  if (one.from == one.to) return format_bytes(static_cast<double>(one.from));
  return fmt::format("{} to {}", format_bytes(static_cast<double>(one.from)),
                     format_bytes(static_cast<double>(one.to)));
}

std::string size_figure(const NetworkAnswer& r) {
  std::uint64_t most = 1;
  for (const answers::SizeClass& one : r.sizes) most = std::max(most, one.messages);
  constexpr double width = 560, pitch = 24, at_left = 150, longest = 300;
  Svg svg(width, pitch * static_cast<double>(r.sizes.size()) + 4, "Messages by size");
  double y = 2;
  for (const answers::SizeClass& one : r.sizes) {
    const double length = longest * static_cast<double>(one.messages) / static_cast<double>(most);
    svg.label("end", at_left - 8, y + 15, size_words(one));
    svg.box("one", at_left, y + 2, std::max(1.0, length), pitch - 6,
            counted(one.messages, "message") + " of " + size_words(one));
    svg.label("soft", at_left + length + 8, y + 15,
              format_count(static_cast<double>(one.messages)));
    y += pitch;
  }
  return "<figure class=\"sizes\"><h3>Sizes of messages</h3>\n<figcaption>How many of which size, "
         "those that collectives are made of too.</figcaption>\n" +
         std::move(svg).end() + "</figure>\n";
}

}  // namespace

std::string traffic_figures(const NetworkAnswer& r) {
  if (r.messages == 0) return {};
  return "<div class=\"pair\">" + matrix_figure(r) + size_figure(r) + "</div>\n";
}

}  // namespace hpcast::report
