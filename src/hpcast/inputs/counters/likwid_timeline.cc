// Behind lines of names, "# HWThreads: 0|1" and "# GID|EventCount|CpuCount|Total runtime
// [s]|EVENT…" for each group of events, a line for each interval: group, numbers of events and of
// hardware threads, time since the start, and each event's counts by hardware thread.
#include "hpcast/inputs/counters/likwid_timeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "hpcast/inputs/counters/likwid_names.h"
#include "hpcast/inputs/counters/likwid_sockets.h"
#include "hpcast/inputs/counters/table_builder.h"

namespace hpcast::counters {

namespace {

constexpr std::string_view timeline_names = "# GID";

class LikwidTimeline {
 public:
  LikwidTimeline(const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_("likwid -t", aliases, faults) {}

  void read(std::string_view line, std::size_t number);
  Table finish(const std::string& file);

 private:
  void take_names(std::string_view line, std::size_t number);
  void leave_out_repeated(const std::vector<std::string>& events);
  bool is_data(const std::vector<std::string>& fields) const;
  void take_counts(const std::vector<std::string>& fields, std::size_t number);
  void take_count_of_a_socket(const std::string& event, std::uint32_t thread, double value);
  void drop_lacking_sockets();

  LineFaults& faults_;
  TableBuilder builder_;
  std::vector<std::string> threads_;
  std::map<std::string, std::vector<std::string>> events_;  // by group
  std::set<std::string> left_out_;                          // events
  int groups_named_ = 0;
  double end_ = 0;
  std::vector<double> starts_;  // of intervals
  LikwidSockets sockets_;
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

// The names lack the counter.
std::string_view unit_of(const std::string& event) {
  if (event.starts_with("PWR_") || event.ends_with("_ENERGY")) return "J";
  return event.starts_with("VOLTAGE") ? "V" : "";
}

// Of its energies and of what its memories do.
bool is_of_a_socket(const std::string& event) {
  return (unit_of(event) == "J" && !event.starts_with("RAPL_CORE")) ||
         event.starts_with("CAS_COUNT") || event.starts_with("MC_CAS") ||
         event.starts_with("DRAM_CHANNEL");
}

void LikwidTimeline::take_count_of_a_socket(const std::string& event, std::uint32_t thread,
                                            double value) {
  const bool is_energy = unit_of(event) == "J";
  sockets_.add(event, static_cast<std::uint32_t>(starts_.size() - 1), thread, value);
  sockets_.expect_counts(event, is_energy);
  if (value > 0) sockets_.add_reader(thread, is_energy);
}

// What its sum lacks all hardware threads lack there.
void LikwidTimeline::drop_lacking_sockets() {
  for (const auto& [event, intervals] : sockets_.lacking())
    for (const std::uint32_t interval : intervals)
      for (const std::string& thread : threads_)
        builder_.add(builder_.row(starts_[interval], 0, thread, ""),
                     {event, NAN, unit_of(event), 1, NAN, 0}, Repeats::parts);
  for (const std::string& text : sockets_.notes()) builder_.note(text);
}

void LikwidTimeline::take_names(std::string_view line, std::size_t number) {
  if (line.starts_with("# HWThreads") || line.starts_with("# Cores")) {
    const std::vector<std::string> names =
        split_at(line.substr(line.find_first_of(":,") + 1), "|,");
    for (const std::string& name : names)
      sockets_.thread(threads_.emplace_back("HWThread " + name));
    return;
  }
  if (!line.starts_with(timeline_names)) return;
  std::vector<std::string> names = split_at(line.substr(2), "|,");
  if (names.size() < 5) return faults_.add(number, "the line names no event");
  if (names[1] != "EventCount")
    faults_.add(number, "the timeline is one of LIKWID's metrics, not of what was counted",
                "likwid-perfctr -t 100ms -g EVENT:COUNTER,EVENT:COUNTER … prints counts");
  std::vector<std::string>& events = events_[std::to_string(++groups_named_)];
  events.assign(names.begin() + 4, names.end());
  leave_out_repeated(events);
}

// The names lack what counted the event, and with which options.
void LikwidTimeline::leave_out_repeated(const std::vector<std::string>& events) {
  for (const std::string& event : events) {
    if (std::count(events.begin(), events.end(), event) < 2) continue;
    if (names_a_box(event)) {
      builder_.note("named several times, taken for boxes of a unit and added up: " + event);
    } else if (left_out_.insert(event).second) {
      builder_.note(
          "named several times, and left out: a timeline does not tell whether these are "
          "the same counter, with which options: " +
          event);
    }
  }
}

void LikwidTimeline::take_counts(const std::vector<std::string>& fields, std::size_t number) {
  const auto events = events_.find(fields[0]);
  if (events == events_.end() || threads_.empty())
    return faults_.add(number, "no line of a timeline: " + hpcast::quoted(fields[0]));
  const std::size_t values = events->second.size() * threads_.size();
  if (fields.size() != 4 + values)
    return faults_.add(number, fmt::format("{} values, where {} events on {} hardware threads make "
                                           "{}",
                                           std::max<std::size_t>(fields.size(), 4) - 4,
                                           events->second.size(), threads_.size(), values));
  const auto time = counter_value(fields[3], "the time", number, faults_);
  if (!time) return;
  if (*time <= end_) return faults_.add(number, "the time does not go on");
  starts_.push_back(end_);
  for (std::size_t i = 0; i < values; ++i) {
    const std::string& event = events->second[i / threads_.size()];
    if (left_out_.count(event) > 0) continue;
    const bool lacks = is_likwid_no_value(fields[4 + i]);
    const std::optional<double> value =
        lacks ? NAN : counter_value(fields[4 + i], event, number, faults_);
    if (!value) continue;
    const std::size_t row = builder_.row(end_, *time - end_, threads_[i % threads_.size()], "");
    builder_.add(row, {event, *value, unit_of(event), 1, NAN, number}, Repeats::parts);
    if (is_of_a_socket(event))
      take_count_of_a_socket(event, static_cast<std::uint32_t>(i % threads_.size()), *value);
  }
  end_ = *time;
}

// What the program printed stands among the lines. A short one that begins as LIKWID's do is cut.
bool LikwidTimeline::is_data(const std::vector<std::string>& fields) const {
  if (groups_named_ == 0 || fields.empty() || !to_number(fields[0])) return false;
  const auto events = events_.find(fields[0]);
  const bool begins_so = fields.size() >= 2 && events != events_.end() &&
                         fields[1] == std::to_string(events->second.size());
  return fields.size() >= 4 || begins_so;
}

void LikwidTimeline::read(std::string_view line, std::size_t number) {
  if (line.empty()) return;
  if (line.starts_with('#')) return take_names(line, number);
  std::vector<std::string> fields = split_at(line, " ,");
  std::erase(fields, "");
  if (is_data(fields)) take_counts(fields, number);
}

Table LikwidTimeline::finish(const std::string& file) {
  faults_.throw_if_any();
  if (builder_.empty()) throw InputError({file, 0, {}, "the timeline has no line of counts", {}});
  drop_lacking_sockets();
  return builder_.finish();
}

}  // namespace

bool is_likwid_timeline(std::string_view text) {
  return text.starts_with(timeline_names) || text.find("\n# GID") != std::string_view::npos;
}

Table read_likwid_timeline(Lines lines, const std::string& file, const Aliases& aliases) {
  LineFaults faults(file);
  LikwidTimeline reader(aliases, faults);
  read_whole_lines(lines, faults,
                   [&](std::string_view line, std::size_t number) { reader.read(line, number); });
  return reader.finish(file);
}

}  // namespace hpcast::counters
