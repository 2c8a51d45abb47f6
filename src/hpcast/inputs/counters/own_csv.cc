#include "hpcast/inputs/counters/own_csv.h"

#include <fmt/core.h>

#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/order.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr std::size_t places = 4;  // start_s, duration_s, thread, region
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

enum class Part { value, running, spread };

struct OwnColumn {
  std::size_t index = 0;  // in Table::columns
  Part part = Part::value;
};

class OwnCsv {
 public:
  explicit OwnCsv(LineFaults& faults) : faults_(faults) {}

  void read(std::string_view line, std::size_t number) {
    if (line.starts_with("# ") && !named_) return read_comment(line.substr(2), number);
    if (line.empty() || line.starts_with('#')) return;
    if (!named_) return read_names(csv_fields(line), number);
    read_row(csv_fields(line), number);
  }
  Table take() {
    if (table_.source.empty()) table_.source = "csv";
    sort_rows(table_);
    return std::move(table_);
  }

 private:
  void read_comment(std::string_view line, std::size_t number);
  void read_names(const std::vector<std::string>& names, std::size_t number);
  void read_row(const std::vector<std::string>& fields, std::size_t number);
  void put(const OwnColumn& column, std::size_t row, double value);

  LineFaults& faults_;
  Table table_;
  std::vector<std::pair<std::string, Unit>> units_;
  bool named_ = false;  // the columns
  std::vector<OwnColumn> columns_;
  std::set<std::tuple<double, std::uint32_t, std::uint32_t>> seen_;
};

void OwnCsv::read_comment(std::string_view line, std::size_t number) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return;
  const std::string_view what = line.substr(0, colon), value = line.substr(colon + 2);
  if (what == "source") table_.source = value;
  if (what == "note") table_.notes.emplace_back(value);
  if (what == "thread") table_.thread_index(value);
  if (what == "region") table_.region_index(value);
  if (what == "began_unix_s") table_.began_unix_s = counter_value(value, what, number, faults_);
  if (what != "unit") return;
  const std::size_t blank = value.rfind(' ');
  const auto unit =
      blank == std::string_view::npos ? std::nullopt : unit_named(value.substr(blank + 1));
  if (!unit) return faults_.add(number, "no unit of hpcast's: " + hpcast::quoted(value));
  units_.emplace_back(value.substr(0, blank), *unit);
}

void OwnCsv::read_names(const std::vector<std::string>& names, std::size_t number) {
  if (names.size() < places || names[0] != "start_s" || names[1] != "duration_s" ||
      names[2] != "thread" || names[3] != "region")
    faults_.add(number,
                "the names of the columns do not begin with start_s,duration_s,thread,region");
  faults_.throw_if_any();
  named_ = true;
  for (std::size_t i = places; i < names.size(); ++i) {
    std::string name = names[i];
    Part part = Part::value;
    for (const auto& [tail, kind] :
         {std::pair<std::string_view, Part>{":running", Part::running}, {":spread", Part::spread}})
      if (name.ends_with(tail)) {
        name.resize(name.size() - tail.size());
        part = kind;
      }
    const bool is_known = table_.column(name) != nullptr;
    if (name.empty() || is_known != (part != Part::value))
      faults_.add(number, "a column in the wrong place: " + hpcast::quoted(names[i]));
    const CounterInfo* const info = find(name);
    Column& column = table_.column_to_fill(name, info != nullptr ? info->unit : Unit::events);
    for (const auto& [named, unit] : units_)
      if (named == name) column.unit = unit;
    columns_.push_back({static_cast<std::size_t>(&column - table_.columns.data()), part});
  }
  faults_.throw_if_any();
}

void OwnCsv::put(const OwnColumn& place, std::size_t row, double value) {
  Column& column = table_.columns[place.index];
  if (place.part == Part::value) column.values[row] = value;
  if (place.part == Part::running) {
    column.running.resize(row, 1);
    column.running.push_back(value);
  }
  if (place.part == Part::spread) {
    column.spread.resize(row, no_value);
    column.spread.push_back(value);
  }
}

void OwnCsv::read_row(const std::vector<std::string>& fields, std::size_t number) {
  if (fields.size() != places + columns_.size())
    return faults_.add(number, fmt::format("{} values in a table of {} columns", fields.size(),
                                           places + columns_.size()));
  const auto start = counter_value(fields[0], "start_s", number, faults_);
  const auto duration = counter_value(fields[1], "duration_s", number, faults_);
  if (!start || !duration) return;
  Row row{*start, *duration, table_.thread_index(fields[2]), table_.region_index(fields[3])};
  if (!seen_.emplace(row.start_s, row.thread, row.region).second)
    return faults_.add(number, "a row of the same time, thread and region stands above");
  table_.rows.push_back(row);
  for (Column& column : table_.columns) column.values.push_back(no_value);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const OwnColumn& column = columns_[i];
    const std::string& text = fields[places + i];
    const double none = column.part == Part::running ? 1 : no_value;
    const std::string& name = table_.columns[column.index].name;
    const std::optional<double> value =
        text.empty() ? none : counter_value(text, name, number, faults_);
    if (value) put(column, table_.rows.size() - 1, *value);
  }
}

}  // namespace

bool is_own_csv(std::string_view text) { return text.starts_with(own_csv_mark); }

Table read_own_csv(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  if (!is_utf8(text)) throw InputError({file, 0, {}, "this is no text in UTF-8", {}});
  LineFaults faults(file);
  OwnCsv reader(faults);
  while (lines.next()) {
    if (lines.cut())
      faults.add(lines.number(), "the file ends in the middle of a line: it was cut");
    else
      reader.read(lines.line(), lines.number());
  }
  faults.throw_if_any();
  Table table = reader.take();
  if (table.rows.empty()) throw InputError({file, 0, {}, "the table has no row", {}});
  return table;
}

}  // namespace hpcast::counters
