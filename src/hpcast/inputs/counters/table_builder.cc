#include "hpcast/inputs/counters/table_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/core_kinds.h"
#include "hpcast/inputs/counters/fold.h"
#include "hpcast/inputs/counters/levels.h"
#include "hpcast/inputs/counters/order.h"
#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/counters/same_events.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/text_numbers.h"
#include "hpcast/inputs/counters/user_and_kernel.h"

namespace hpcast::counters {

namespace {

constexpr double never = std::numeric_limits<double>::quiet_NaN();
constexpr double bytes_a_line = 64;  // of what perf gives in MiB: Intel's memory controllers

// Names stand in lines and in messages.
std::string printable(std::string_view name) {
  std::string text = as_utf8(name.empty() ? "(no name)" : name);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  // These ends mean something in our own CSV.
  if (text.ends_with(":running") || text.ends_with(":spread")) text[text.rfind(':')] = '_';
  return text;
}

std::uint32_t index_in(std::vector<std::string>& names,
                       std::map<std::string, std::uint32_t, std::less<>>& known,
                       std::string_view name) {
  if (name.empty()) return 0;
  if (const auto at = known.find(name); at != known.end()) return at->second;
  const std::string shown = printable(name);
  const auto same = std::find(names.begin(), names.end(), shown);
  const auto index = static_cast<std::uint32_t>(same - names.begin());
  if (same == names.end()) names.push_back(shown);
  known.emplace(name, index);
  return index;
}

bool any_counted(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
}

}  // namespace

TableBuilder::TableBuilder(std::string source, const Aliases& aliases, LineFaults& faults)
    : aliases_(aliases), faults_(faults) {
  table_.source = std::move(source);
}

std::size_t TableBuilder::row(double start_s, double duration_s, std::string_view thread,
                              std::string_view region) {
  const std::uint32_t t = index_in(table_.threads, thread_of_, thread);
  const std::uint32_t r = index_in(table_.regions, region_of_, region);
  const auto [at, is_new] = row_of_.emplace(Key{start_s, t, r}, table_.rows.size());
  if (is_new) table_.rows.push_back({start_s, duration_s, t, r});
  return at->second;
}

Series& TableBuilder::series_of(std::string_view name) {
  if (const auto at = series_of_.find(name); at != series_of_.end()) return series_[at->second];
  const std::string shown = printable(name);
  const auto same = std::find_if(series_.begin(), series_.end(),
                                 [&](const Series& series) { return series.name == shown; });
  series_of_.emplace(name, static_cast<std::size_t>(same - series_.begin()));
  if (same != series_.end()) return *same;
  Series& made = series_.emplace_back();
  made.name = shown;
  made.aliases = aliases_.find(name);
  made.is_level = made.aliases.empty() &&
                  (names_a_level(name) || (table_.source == "csv" && names_a_reading(name)));
  return made;
}

double TableBuilder::in_base_unit(Series& series, const Sample& sample) {
  if (sample.unit.empty()) return sample.value;
  const auto unit = source_unit(sample.unit);
  // A known unit tells more than a name: a mean, or a count after all. Bytes may be in use.
  const bool says_nothing = !unit || unit->unit == Unit::bytes;
  series.is_level = is_level_unit(sample.unit) || (series.is_level && says_nothing);
  if (series.is_level) return sample.value;
  if (!unit) {
    note(fmt::format("{}: its unit {} is not known; its numbers are kept as they are", series.name,
                     hpcast::quoted(sample.unit)));
    return sample.value;
  }
  if (series.has_unit && series.unit != unit->unit)
    faults_.add(sample.line, fmt::format("{}: in {} here, in {} before", series.name,
                                         name_of(unit->unit), name_of(series.unit)));
  series.has_unit = true;
  series.unit = unit->unit;
  // A quotient is nearer to what people would write than a product.
  return unit->factor < 1 ? sample.value / std::round(1 / unit->factor)
                          : sample.value * unit->factor;
}

void TableBuilder::add(std::size_t row, const Sample& sample, Repeats repeats) {
  Series& series = series_of(sample.name);
  const bool lacks = std::isnan(sample.value);
  const double value = lacks ? never : in_base_unit(series, sample);
  series.add(row, is_no_count_of_a_part(series, value) ? never : value, sample, repeats);
}

// Beside other parts nobody would see it.
bool TableBuilder::is_no_count_of_a_part(const Series& series, double value) {
  const bool is_part = std::any_of(series.aliases.begin(), series.aliases.end(),
                                   [](const Alias& alias) { return alias.is_part(); });
  const bool is_bytes = series.has_unit && series.unit == Unit::bytes;
  const bool counts = is_bytes || !series.has_unit || series.unit == Unit::events;
  const double count = is_bytes ? value / bytes_a_line : value;
  if (!counts || series.is_level || !(is_part || names_a_box(series.name)) || !is_no_count(count))
    return false;
  note(fmt::format("{}: {:.3g} cannot be, and is left out: what counted it is not there",
                   series.name, count));
  return true;
}

bool TableBuilder::all_repeated() const {
  bool any = false;
  for (const Series& series : series_) {
    if (series.is_sum || !series.is_counted()) continue;
    if (series.repetitions.empty()) return false;
    any = true;
  }
  return any;
}

void TableBuilder::note(const std::string& text) {
  const std::string shown = as_utf8(text);
  if (notes_told_.insert(shown).second) table_.notes.push_back(shown);
}

void TableBuilder::set_durations(double duration_s) {
  for (Row& r : table_.rows) r.duration_s = duration_s;
}

// Where several series are for one counter, it is the one that bears its name: `cycles`, beside
// `cycles:u` or `cpu-cycles`, whichever comes first.
void TableBuilder::put_plain_names_first() {
  std::set<std::string> counters;
  for (const Series& series : series_)
    for (const Alias& alias : series.aliases)
      if (!alias.is_part() && alias.counter != series.name) counters.insert(alias.counter);
  std::stable_partition(series_.begin(), series_.end(),
                        [&](const Series& series) { return counters.count(series.name) != 0; });
}

void TableBuilder::put(const Series& series) {
  const Alias own_name{series.name};
  if (series.aliases.empty()) put(series, series.name, own_name);
  for (const Alias& alias : series.aliases) put(series, alias.counter, alias);
}

void TableBuilder::put(const Series& series, const std::string& name, const Alias& alias) {
  const auto filled = filled_.find(name);
  const bool taken = filled != filled_.end();
  if (taken && !alias.is_part()) {
    note(fmt::format("{} is what {} counts too; kept under its own name", series.name,
                     filled->second.by));
    if (name != series.name && filled_.count(series.name) == 0)
      put(series, series.name, {series.name});
    return;
  }
  const CounterInfo* const info = find(whole_name(name));
  const Unit own = series.has_unit ? series.unit : Unit::events;
  double factor = alias.factor;
  if (info != nullptr && series.has_unit && info->unit != own) {
    const bool counts = info->unit == Unit::events || info->unit == Unit::cycles;
    if (own == Unit::bytes && info->unit == Unit::events)
      factor /= bytes_a_line;
    else if (!counts || own != Unit::events)
      faults_.add(0, fmt::format("{}: in {}, but {} is in {}", series.name, name_of(own), name,
                                 name_of(info->unit)));
  }
  Column& column = table_.column_to_fill(name, info != nullptr ? info->unit : own);
  if (!taken) {
    const std::vector<bool> nowhere(table_.rows.size());
    filled_.emplace(name, Filled{series.name, nowhere, {nowhere, false}});
    column.running.assign(table_.rows.size(), 1);
    column.spread.assign(table_.rows.size(), never);
  }
  if (!alias.note.empty()) note(fmt::format("{}: {}: {}", name, series.name, alias.note));
  add_part(column, series, {factor, alias.per_second});
}

// Rows of threads and regions of which the source tells nothing, ever: what counted is elsewhere,
// as the boxes of another socket are (perf stat -A).
std::vector<bool> TableBuilder::rows_without(const Series& series) const {
  std::set<std::pair<std::uint32_t, std::uint32_t>> told;
  for (std::size_t i = 0; i < table_.rows.size(); ++i)
    if (!std::isnan(series.values[i]) || series.lacks.count(i) > 0)
      told.emplace(table_.rows[i].thread, table_.rows[i].region);
  std::vector<bool> without;
  for (const Row& row : table_.rows) without.push_back(told.count({row.thread, row.region}) == 0);
  return without;
}

// A part that lacks makes the whole lack.
void TableBuilder::add_part(Column& column, const Series& series, const Part& part) {
  const std::vector<bool> without =
      names_a_box(series.name) ? rows_without(series) : std::vector<bool>(table_.rows.size());
  Filled& filled = filled_.at(column.name);
  std::vector<bool>& lacks = filled.lacks;
  filled.not_counted.is_of_everybody |= names_a_box(series.name) || column.unit == Unit::joules;
  for (const auto& [row, why] : series.lacks)
    if (std::isnan(series.values[row])) filled.not_counted.told[row] = true;
  for (std::size_t i = 0; i < table_.rows.size(); ++i) {
    if (without[i] || lacks[i]) continue;
    const double rate = series.values[i] * part.factor;
    const double duration = table_.rows[i].duration_s;  // 0: not known
    const double value = !part.per_second ? rate : duration > 0 ? rate * duration : never;
    double& sum = column.values[i];
    const double before = std::isnan(sum) ? 0 : sum;
    column.spread[i] = spread_of_sum(before, column.spread[i], value, series.spread[i]);
    sum = before + value;
    lacks[i] = std::isnan(value);
    column.running[i] = std::min(column.running[i], series.running[i]);
  }
}

void TableBuilder::drop_levels() {
  const std::size_t dropped = std::erase_if(series_, [&](const Series& series) {
    if (series.is_level) note(series.name + " is a level, no count: left out");
    return series.is_level;
  });
  if (dropped > 0 && table_.source == "csv")
    note(
        "clocks, voltages and watts are kept as means where their names tell the unit, as in "
        "'frequency [MHz]'");
}

// A part that was never counted stays: its sum is none.
void TableBuilder::drop_never_counted() {
  const auto is_part = [](const Alias& alias) { return alias.is_part(); };
  std::string names;
  std::erase_if(series_, [&](const Series& series) {
    if (series.is_counted() || series.is_sum) return false;
    add_item(names, series.name);
    return std::none_of(series.aliases.begin(), series.aliases.end(), is_part);
  });
  if (!names.empty()) note("never counted, and left out: " + names);
}

// An empty value of a CSV may be one that has no place in its row.
void TableBuilder::drop_partial_sums() {
  if (table_.source == "csv") return;
  std::map<std::string, NotCounted, std::less<>> judged;
  for (const auto& [name, filled] : filled_) {
    // LIKWID's sockets have their own rules (likwid_sockets.h).
    const bool is_judged = table_.source == "likwid" && filled.not_counted.is_of_everybody;
    if (!is_judged) judged.emplace(name, filled.not_counted);
  }
  for (const std::string& text : drop_sums_of_some_threads(table_, judged)) note(text);
}

void TableBuilder::drop_empty_columns() {
  std::string names;
  std::erase_if(table_.columns, [&](const Column& column) {
    if (any_counted(column.values)) return false;
    add_item(names, column.name);
    return true;
  });
  if (!names.empty()) note("left out, as they lack a part everywhere: " + names);
}

void TableBuilder::note_repetitions() {
  std::string names, different, boxes;
  for (const Series& series : series_) {
    if (series.is_sum && table_.source.starts_with("perf")) add_item(boxes, series.name);
    if (series.repetitions.empty()) continue;
    add_item(names, series.name);
    if (!series.repetitions_agree()) add_item(different, series.name);
  }
  if (!names.empty())
    note("counted by several groups of events at once, of which the mean is taken: " + names);
  if (!boxes.empty())
    note("told several times, taken for several boxes of a unit, and added up: " + boxes);
  if (!different.empty())
    note(
        "these groups do not agree, as if they were of several runs, or of several units that make "
        "up a sum: " +
        different);
}

void TableBuilder::note_multiplexed() {
  std::string names;
  double least = 1;
  for (const Column& column : table_.columns) {
    if (column.running.empty()) continue;
    const double share = *std::min_element(column.running.begin(), column.running.end());
    least = std::min(least, share);
    add_item(names, column.name);
  }
  if (!names.empty())
    note(
        fmt::format("counted for only a part of the time and scaled up (multiplexed), the least "
                    "for {:.3g} % of it: {}",
                    100 * least, names));
}

void TableBuilder::note_modifiers() {
  std::string user, kernel;
  for (const Series& series : series_) {
    const std::string_view modifiers = modifiers_of(series.name);
    const bool in_user = modifiers.find('u') != std::string_view::npos;
    const bool in_kernel = modifiers.find('k') != std::string_view::npos;
    if (in_user == in_kernel) continue;
    std::string& names_told = in_user ? user : kernel;
    add_item(names_told, series.name);
  }
  if (!user.empty()) note("counted in user mode only: " + user);
  if (!kernel.empty()) note("counted in the kernel only: " + kernel);
}

void TableBuilder::drop_trivial(Column& column) const {
  const auto is_whole = [](double share) { return share >= 1; };
  if (std::all_of(column.running.begin(), column.running.end(), is_whole)) column.running.clear();
  if (!any_counted(column.spread)) column.spread.clear();
}

void TableBuilder::sort_threads() {
  std::vector<std::uint32_t> order(table_.threads.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin() + 1, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return natural_less(table_.threads[a], table_.threads[b]);
  });
  std::vector<std::uint32_t> place(order.size());
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    names.push_back(table_.threads[order[i]]);
  }
  table_.threads = std::move(names);
  for (Row& r : table_.rows) r.thread = place[r.thread];
}

Table TableBuilder::finish() {
  faults_.throw_if_any();
  for (Series& series : series_) series.fill_to(table_.rows.size());
  drop_levels();
  note_repetitions();
  for (const std::string& text : add_up_user_and_kernel(series_)) note(text);
  put_plain_names_first();
  for (const std::string& text : count_events_once(series_)) note(text);
  for (const std::string& text : add_up_kinds_of_cores(series_)) note(text);
  drop_never_counted();
  note_modifiers();
  for (const Series& series : series_) put(series);
  faults_.throw_if_any();
  drop_partial_sums();
  drop_empty_columns();
  for (Column& column : table_.columns) drop_trivial(column);
  note_multiplexed();
  sort_threads();
  sort_rows(table_);
  return std::move(table_);
}

}  // namespace hpcast::counters
