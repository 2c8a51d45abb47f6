#include "hpcast/inputs/netcal/read_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "hpcast/base/file.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/netcal/titles.h"

namespace hpcast::netcal {

namespace {

constexpr char known_tables[] =
    "tables as osu_latency, osu_bw, osu_bibw, osu_mbw_mr, osu_allreduce, osu_bcast, osu_alltoall, "
    "osu_barrier or IMB-MPI1 print them, with the lines above the numbers";

constexpr std::uint64_t largest_message = std::uint64_t{1} << 40;

// What any network lies between: least, most.
std::pair<double, double> bounds_of(Benchmark benchmark) {
  if (is_time(benchmark)) return {1e-10, 1000};
  return benchmark == Benchmark::message_rate ? std::pair{1e-3, 1e12} : std::pair{1.0, 1e15};
}

std::optional<double> number_in(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Dividing rounds once, where multiplying by the inexact 1e-6 rounds twice.
double in_base_units(double value, double factor) {
  return factor < 1 ? value / std::round(1 / factor) : value * factor;
}

// Numbers that are none, such as 1,25, are meant as numbers: "1 more process has …" is a remark.
bool begins_as_number(std::string_view word) {
  return word.find_first_of("0123456789.+-") == 0 || number_in(word);
}

class TableReader {
 public:
  TableReader(const std::string& file, LineFaults& faults) : file_(file), faults_(faults) {}

  void read(std::string_view line, std::uint64_t number) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with('#'))
      read_heading(line, number);
    else if (columns_)
      read_row(words_of(line), number);
  }

  Tables finish() {
    keep_table();
    faults_.throw_if_any();
    if (!tables_.tables.empty()) return std::move(tables_);
    const bool any = any_title_ || !tables_.passed_over.empty();
    throw InputError({file_,
                      0,
                      {},
                      any ? "no table in it has numbers that hpcast can use"
                          : "there is no table of a benchmark of MPI in it",
                      std::string("expected are ") + known_tables});
  }

 private:
  void read_heading(std::string_view line, std::uint64_t number) {
    if (auto title = title_in(line)) return begin_table(*std::move(title));
    if (const auto ranks = number_behind(line, "ranks:")) ranks_ = *ranks;
    if (const auto nodes = number_behind(line, "nodes:")) nodes_ = *nodes;
    if (!title_) return;
    if (const auto ranks = number_behind(line, "#processes =")) table_.ranks = *ranks;
    if (const auto pairs = number_behind(line, "pairs:")) table_.pairs = *pairs;
    if (const auto window = number_behind(line, "window size:")) table_.window = *window;
    if (!names_columns(line)) return;
    columns_ = columns_in(line, *title_);
    if (columns_) return;
    faults_.add(number, fmt::format("{}: these are other columns, {}", title_->text, quoted(line)),
                fmt::format("expected {}", expected_column(*title_)));
    title_.reset();
  }

  void begin_table(Title title) {
    keep_table();
    columns_.reset();
    title_.reset();
    any_title_ = true;
    if (!title.benchmark) return tables_.passed_over.push_back(title.text);
    table_ = {};
    table_.benchmark = *title.benchmark;
    table_.title = title.text;
    table_.file = file_;
    table_.ranks = ranks_;
    table_.nodes = nodes_;
    table_.window = title.window;
    title_ = std::move(title);
  }

  void keep_table() {
    if (title_ && !table_.rows.empty()) tables_.tables.push_back(std::move(table_));
    table_ = {};
  }

  void read_row(const std::vector<std::string_view>& words, std::uint64_t number) {
    if (words.empty() || !number_in(words.front())) return;
    if (words.size() > 1 && !begins_as_number(words[1])) return;
    if (words.size() <= columns_->value)
      return faults_.add(number, fmt::format("the row of {} is cut", title_->text));
    Row row;
    if (columns_->size && !read_size(words[*columns_->size], number, row.bytes)) return;
    // What takes no bytes anywhere is no collective, and has no bandwidth.
    if (columns_->size && row.bytes == 0 && table_.benchmark != Benchmark::latency) return;
    if (!read_value(words[columns_->value], number, row)) return;
    if (!table_.rows.empty() && row.bytes <= table_.rows.back().bytes)
      return faults_.add(number, fmt::format("{} bytes come after {}: sizes are to grow", row.bytes,
                                             table_.rows.back().bytes));
    table_.rows.push_back(row);
  }

  bool read_size(std::string_view word, std::uint64_t number, std::uint64_t& bytes) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bytes);
    const bool whole = error == std::errc{} && end == word.data() + word.size();
    if (whole && bytes <= largest_message) return true;
    faults_.add(number, fmt::format("{} is no message's size in bytes", quoted(word)));
    return false;
  }

  bool read_value(std::string_view word, std::uint64_t number, Row& row) {
    const std::optional<double> read = number_in(word);
    if (!read || !std::isfinite(*read) || *read <= 0) {
      faults_.add(number, fmt::format("{} is no {}: expected a number above 0", quoted(word),
                                      is_time(table_.benchmark) ? "time" : "rate"));
      return false;
    }
    row.value = in_base_units(*read, columns_->factor);
    if (title_->messages)
      row.value = *title_->messages * static_cast<double>(row.bytes) / row.value;
    const auto [least, most] = bounds_of(table_.benchmark);
    if (row.value >= least && row.value <= most) return true;
    faults_.add(number, fmt::format("{} is more, or less, than any network has", quoted(word)),
                fmt::format("expected {}", expected_column(*title_)));
    return false;
  }

  const std::string& file_;
  LineFaults& faults_;
  Tables tables_;
  Table table_;  // that is being read, where there is a title
  std::optional<Title> title_;
  std::optional<Columns> columns_;
  std::uint32_t ranks_ = 0, nodes_ = 0;  // of the tables that follow
  bool any_title_ = false;
};

}  // namespace

Tables tables_in(std::string_view text, const std::string& file) {
  text = text_in(text, file);
  LineFaults faults(file);
  TableReader reader(file, faults);
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    reader.read(text.substr(at, end - at), ++number);
    at = end + 1;
  }
  return reader.finish();
}

Tables read_tables(const std::string& path) { return tables_in(read_file(path), path); }

}  // namespace hpcast::netcal
