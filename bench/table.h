// Tables of text, as the benchmarks print them.
#pragma once

#include <string>
#include <vector>

namespace hpcast::bench {

class Table {
 public:
  using Row = std::vector<std::string>;

  explicit Table(Row head) : rows_{std::move(head)} {}
  // As many cells as the head has.
  void add(Row row) { rows_.push_back(std::move(row)); }
  const std::vector<Row>& rows() const { return rows_; }  // the head first
  // The first column to the left, the others to the right, a line below the head.
  std::string text() const;
  // The row that was added last, and before the first one the head. Columns are as wide as what has
  // come so far needs.
  std::string last_row() const;

 private:
  std::vector<Row> rows_;
};

// Three significant digits: "0.0312", "3.12", "312", "31200"; "-" for what is not there (NaN).
std::string number(double value);
// "3.12×"
std::string times(double ratio);

}  // namespace hpcast::bench
