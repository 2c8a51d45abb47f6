// likwid-perfctr -O or -o FILE.csv: tables TABLE,[Region R,]Group N Raw,GROUP,ROWS with a line per
// event; and the lines of its timeline mode (-t), behind a line of names: # GID|EventCount|….
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hpcast/counters/readers.h"
#include "hpcast/counters/table_builder.h"
#include "hpcast/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr std::string_view timeline_names = "# GID";

bool is_hardware_thread(std::string_view field) {
  return field.starts_with("HWThread ") || field.starts_with("Core ");
}

// LIKWID writes these where a counter belongs to another hardware thread.
bool is_no_value(std::string_view field) { return field == "-" || field == "nan" || field.empty(); }

bool is_uncore(std::string_view counter) {
  return counter.find("BOX") != std::string_view::npos || counter.starts_with("PWR") ||
         counter.starts_with("CPMC") || counter.starts_with("DFC");
}

class LikwidTables {
 public:
  LikwidTables(const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_("likwid", aliases, faults) {}

  void read(std::string_view line, std::size_t number);
  Table finish(const std::string& file);

 private:
  enum class Kind { none, raw, metric };
  using Place = std::pair<std::string, std::string>;  // region, thread
  struct Cell {
    double sum = 0;
    std::set<std::string> groups;
    std::size_t line = 0;
  };

  void begin_table(const std::vector<std::string>& fields, std::size_t number);
  void take_names(const std::vector<std::string>& fields, std::size_t first);
  void take_times(const std::vector<std::string>& fields, std::size_t first, std::size_t number);
  void take_counts(const std::vector<std::string>& fields, std::size_t number);
  double time_of(const Place& place, const std::string& group) const;

  LineFaults& faults_;
  TableBuilder builder_;
  Kind kind_ = Kind::none;
  std::string region_, group_;
  std::set<std::pair<std::string, std::string>> tables_;  // begun: region, group
  std::vector<std::string> threads_;
  std::map<Place, std::map<std::string, double>> times_;  // by group
  std::vector<std::pair<Place, std::string>> order_;      // of the cells: place, event
  std::map<std::pair<Place, std::string>, Cell> cells_;
};

void LikwidTables::begin_table(const std::vector<std::string>& fields, std::size_t number) {
  const bool has_region = fields[1].starts_with("Region ");
  region_ = has_region ? fields[1].substr(7) : "";
  const std::string title = fields.size() > 2 && has_region ? fields[2] : fields[1];
  kind_ = title.ends_with(" Raw")      ? Kind::raw
          : title.ends_with(" Metric") ? Kind::metric
                                       : Kind::none;
  group_ = title.substr(0, title.rfind(' '));
  threads_.clear();
  if (kind_ == Kind::raw && !tables_.emplace(region_, group_).second)
    faults_.add(number, "this table stands above already", "a file holds the output of one run");
}

void LikwidTables::take_names(const std::vector<std::string>& fields, std::size_t first) {
  threads_.clear();
  for (std::size_t i = first; i < fields.size() && is_hardware_thread(fields[i]); ++i)
    threads_.push_back(fields[i]);
}

void LikwidTables::take_times(const std::vector<std::string>& fields, std::size_t first,
                              std::size_t number) {
  for (std::size_t i = 0; i < threads_.size() && first + i < fields.size(); ++i)
    if (const auto time = counter_value(fields[first + i], fields[0], number, faults_))
      times_[{region_, threads_[i]}].emplace(group_, *time);
}

void LikwidTables::take_counts(const std::vector<std::string>& fields, std::size_t number) {
  if (threads_.empty() || fields.size() < threads_.size() + 2)
    return faults_.add(number, "the table has fewer values here than hardware threads: it was cut");
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const std::string& text = fields[i + 2];
    const auto key = std::make_pair(Place{region_, threads_[i]}, fields[0]);
    if (is_no_value(text)) continue;
    const auto value = counter_value(text, fields[0], number, faults_);
    if (!value) continue;
    const auto [at, is_new] = cells_.try_emplace(key);
    if (is_new) order_.push_back(key);
    at->second.sum += *value;
    at->second.groups.insert(group_);
    at->second.line = number;
    if (is_uncore(fields[1]))
      builder_.note("counted by the socket, and told at one of its hardware threads: " + fields[0]);
  }
}

void LikwidTables::read(std::string_view line, std::size_t number) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields[0] == "TABLE" && fields.size() > 1) return begin_table(fields, number);
  if (fields[0] == "STRUCT") kind_ = Kind::none;
  if (kind_ == Kind::none || line.empty()) return;
  const bool times = fields[0] == "Runtime (RDTSC) [s]" || fields[0] == "RDTSC Runtime [s]";
  if (fields[0] == "Region Info" || fields[0] == "Metric") return take_names(fields, 1);
  if (fields[0] == "Event") return take_names(fields, 2);
  const bool has_counter = fields.size() > 1 && fields[1] == "TSC";
  if (times) return take_times(fields, has_counter ? 2 : 1, number);
  if (kind_ == Kind::raw && fields[0] != "call count") take_counts(fields, number);
}

double LikwidTables::time_of(const Place& place, const std::string& group) const {
  const auto groups = times_.find(place);
  if (groups == times_.end()) return 0;
  const auto time = groups->second.find(group);
  return time == groups->second.end() ? 0 : time->second;
}

// LIKWID gives what it counted while a group was active; the table holds what was counted had it
// been active all the time.
Table LikwidTables::finish(const std::string& file) {
  faults_.throw_if_any();
  if (cells_.empty())
    throw InputError({file, 0, {}, "no table of LIKWID's holds a count", "likwid-perfctr -O …"});
  bool timed = true;
  for (const auto& key : order_) {
    const Cell& cell = cells_.at(key);
    const auto& [place, event] = key;
    double total = 0, active = 0;
    if (const auto groups = times_.find(place); groups != times_.end())
      for (const auto& [group, time] : groups->second) total += time;
    for (const std::string& group : cell.groups) active += time_of(place, group);
    timed = timed && total > 0;
    const double share = total > 0 && active > 0 ? active / total : 1;
    const std::size_t row = builder_.row(0, total, place.second, place.first);
    builder_.add(row, {event, cell.sum / share, {}, std::min(1.0, share), NAN, cell.line}, true);
  }
  if (!timed) builder_.note("the file does not say how long the run took");
  return builder_.finish();
}

class LikwidTimeline {
 public:
  LikwidTimeline(const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_("likwid -t", aliases, faults) {}

  void read(std::string_view line, std::size_t number);
  Table finish(const std::string& file);

 private:
  void take_names(std::string_view line, std::size_t number);
  void take_counts(const std::vector<std::string>& fields, std::size_t number);

  LineFaults& faults_;
  TableBuilder builder_;
  std::vector<std::string> threads_;
  std::map<std::string, std::vector<std::string>> events_;  // by group
  int groups_named_ = 0;
  double end_ = 0;
};

std::vector<std::string> split_at(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find_first_of(separators);
    parts.emplace_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void LikwidTimeline::take_names(std::string_view line, std::size_t number) {
  if (line.starts_with("# HWThreads") || line.starts_with("# Cores")) {
    const std::vector<std::string> names =
        split_at(line.substr(line.find_first_of(":,") + 1), "|,");
    for (const std::string& name : names) threads_.push_back("HWThread " + name);
    return;
  }
  if (!line.starts_with(timeline_names)) return;
  std::vector<std::string> names = split_at(line.substr(2), "|,");
  if (names.size() < 5) return faults_.add(number, "the line names no event");
  if (names[1] != "EventCount")
    faults_.add(number, "the timeline is one of LIKWID's metrics, not of what was counted",
                "likwid-perfctr -t 100ms -g EVENT:COUNTER,EVENT:COUNTER … prints counts");
  events_[std::to_string(++groups_named_)].assign(names.begin() + 4, names.end());
}

void LikwidTimeline::take_counts(const std::vector<std::string>& fields, std::size_t number) {
  const auto events = events_.find(fields[0]);
  if (events == events_.end() || threads_.empty())
    return faults_.add(number, "no line of a timeline: " + hpcast::quoted(fields[0]));
  const std::size_t values = events->second.size() * threads_.size();
  if (fields.size() != 4 + values)
    return faults_.add(number, fmt::format("{} values, where {} events on {} hardware threads make "
                                           "{}",
                                           fields.size() < 4 ? 0 : fields.size() - 4,
                                           events->second.size(), threads_.size(), values));
  const auto time = counter_value(fields[3], "the time", number, faults_);
  if (!time) return;
  if (*time <= end_) return faults_.add(number, "the time does not go on");
  for (std::size_t i = 0; i < values; ++i) {
    const std::string& event = events->second[i / threads_.size()];
    if (is_no_value(fields[4 + i])) continue;
    const auto value = counter_value(fields[4 + i], event, number, faults_);
    if (!value) continue;
    const std::size_t row = builder_.row(end_, *time - end_, threads_[i % threads_.size()], "");
    builder_.add(row, {event, *value, {}, 1, NAN, number}, true);
  }
  end_ = *time;
}

void LikwidTimeline::read(std::string_view line, std::size_t number) {
  if (line.empty()) return;
  if (line.starts_with('#')) return take_names(line, number);
  std::vector<std::string> fields = split_at(line, " ,");
  std::erase(fields, "");
  const bool is_data = !fields.empty() && to_number(fields[0]) && fields.size() >= 4;
  if (is_data && groups_named_ > 0) take_counts(fields, number);
}

Table LikwidTimeline::finish(const std::string& file) {
  faults_.throw_if_any();
  if (builder_.empty()) throw InputError({file, 0, {}, "the timeline has no line of counts", {}});
  return builder_.finish();
}

bool is_timeline(std::string_view text) {
  return text.starts_with(timeline_names) || text.find("\n# GID") != std::string_view::npos;
}

template <class Reader>
Table read_likwid_lines(Lines lines, const std::string& file, const Aliases& aliases) {
  LineFaults faults(file);
  Reader reader(aliases, faults);
  while (lines.next()) {
    if (lines.cut())
      faults.add(lines.number(), "the file ends in the middle of a line: it was cut");
    else
      reader.read(trimmed(lines.line()), lines.number());
  }
  return reader.finish(file);
}

}  // namespace

bool is_likwid(std::string_view text) {
  const auto has = [&](std::string_view mark) {
    return text.starts_with(mark) || text.find("\n" + std::string(mark)) != std::string_view::npos;
  };
  return has("TABLE,Group ") || has("TABLE,Region ") || is_timeline(text);
}

Table read_likwid(std::string_view text, const std::string& file, const Aliases& aliases) {
  const Lines lines(text, file);
  if (is_timeline(text)) return read_likwid_lines<LikwidTimeline>(lines, file, aliases);
  return read_likwid_lines<LikwidTables>(lines, file, aliases);
}

}  // namespace hpcast::counters
