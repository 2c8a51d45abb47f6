// likwid-perfctr -O or -o FILE.csv, and likwid-mpirun -O: tables TABLE,[Region R,]Group N
// Raw,GROUP,ROWS with a line per event; older likwid-mpirun: Region,R and Group,N in place of that.
// The lines of the timeline mode (-t) are in likwid_timeline.cc.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/likwid_cell.h"
#include "hpcast/inputs/counters/likwid_names.h"
#include "hpcast/inputs/counters/likwid_sockets.h"
#include "hpcast/inputs/counters/likwid_timeline.h"
#include "hpcast/inputs/counters/nested_regions.h"
#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/table_builder.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr std::string_view on_hbm = " on HBM";
constexpr const char* lines_of_one_run = "a file holds the output of one run";

class LikwidTables {
 public:
  LikwidTables(const Aliases& aliases, LineFaults& faults)
      : faults_(faults), builder_("likwid", aliases, faults) {}

  void read(std::string_view line, std::size_t number);
  Table finish(const std::string& file);

 private:
  enum class Kind { none, raw, metric };
  using Place = std::pair<std::string, std::string>;  // region, thread
  using Key = std::pair<Place, std::string>;          // and event, with its options
  struct Entry {
    LikwidCell cell;
    LikwidCounter counter;
    std::size_t line = 0;
  };

  void begin_table(std::string_view title);
  void begin_group(std::string group) {
    group_ = std::move(group);
    kind_ = Kind::raw;
    threads_.clear();
  }
  void take_names(const std::vector<std::string>& fields, std::size_t first, std::size_t number);
  void take_times(const std::vector<std::string>& fields, std::size_t first, std::size_t number);
  void take_counts(const std::vector<std::string>& fields, std::size_t number);
  void note_counter(const LikwidCounter& counter, const std::string& event);
  double time_of(const Place& place) const;  // of all groups
  void note_groups_of_some_channels();
  void find_lacking_sockets();
  bool lacks_a_socket(const Key& key);
  std::string event_of(const Key& key);
  void put(const Key& key, const Entry& entry);
  void put_incomplete(std::size_t row, const std::string& event, const Entry& entry);

  LineFaults& faults_;
  TableBuilder builder_;
  Kind kind_ = Kind::none;
  std::string region_, group_;
  std::set<std::pair<std::string, std::string>> tables_;  // begun: region, group
  std::set<std::string> named_groups_;                    // "MEM1"
  std::vector<std::string> threads_;
  std::map<Place, std::map<std::string, double>> times_;  // by group
  std::vector<Key> order_;                                // of the entries
  std::set<std::string> beside_hbm_;                      // events of other units
  std::map<Key, Entry> entries_;
  LikwidSockets sockets_;
  std::map<std::string, std::set<std::uint32_t>> lacking_;  // by event: regions
};

// "Region scale<double,4>,Group 1 Raw,DATA,6": names of regions may hold commas, and nothing is
// quoted.
void LikwidTables::begin_table(std::string_view title) {
  const bool has_region = title.starts_with("Region ");
  const std::size_t group = has_region ? title.rfind(",Group ") : 0;
  kind_ = Kind::none;
  if (group == std::string_view::npos || (!has_region && !title.starts_with("Group ")))
    return builder_.note("a table of LIKWID's that hpcast does not know was not read: " +
                         hpcast::quoted(title));
  region_ = has_region ? title.substr(7, group - 7) : "";
  if (has_region) title.remove_prefix(group + 1);
  const std::vector<std::string> fields = csv_fields(title);
  if (fields.size() > 1) named_groups_.insert(fields[1]);
  title = title.substr(0, title.find(','));
  begin_group(std::string(title.substr(0, title.rfind(' '))));
  kind_ = title.ends_with(" Raw")      ? Kind::raw
          : title.ends_with(" Metric") ? Kind::metric
                                       : Kind::none;  // STAT
}

void LikwidTables::take_names(const std::vector<std::string>& fields, std::size_t first,
                              std::size_t number) {
  threads_.clear();
  for (std::size_t i = first; i < fields.size() && is_likwid_thread(fields[i]); ++i)
    threads_.push_back(fields[i]);
  const bool has_counts = kind_ == Kind::raw && fields[0] == "Event";
  if (threads_.empty()) {
    kind_ = Kind::none;
    const bool is_of_sums = fields.size() <= first || fields[first] == "Sum";
    if (has_counts && !is_of_sums)
      builder_.note("LIKWID's counts of " + hpcast::quoted(fields[first]) +
                    " were not read: it is no hardware thread");
  } else if (has_counts && !tables_.emplace(region_, group_).second) {
    faults_.add(number, "this table stands above already", lines_of_one_run);
  }
}

void LikwidTables::take_times(const std::vector<std::string>& fields, std::size_t first,
                              std::size_t number) {
  for (std::size_t i = 0; i < threads_.size() && first + i < fields.size(); ++i) {
    if (is_likwid_no_value(fields[first + i])) continue;
    if (const auto time = counter_value(fields[first + i], fields[0], number, faults_))
      times_[{region_, threads_[i]}].emplace(group_, *time);
  }
}

void LikwidTables::note_counter(const LikwidCounter& counter, const std::string& event) {
  if (!counter.options.empty())
    builder_.note("counted with options, which make another counter of it: " + event);
  if (counter.is_of_a_socket)
    builder_.note("counted by the socket, and told at one of its hardware threads: " + event);
  if (counter.is_of_a_socket && is_likwid_mpi_thread(threads_[0]))
    builder_.note("likwid-mpirun writes 0 where LIKWID counted nothing; such boxes are not told");
}

void LikwidTables::take_counts(const std::vector<std::string>& fields, std::size_t number) {
  if (threads_.empty() || fields.size() < threads_.size() + 2)
    return faults_.add(number, "the table has fewer values here than hardware threads: it was cut");
  const LikwidCounter counter = likwid_counter(fields[1], fields[0]);
  std::string event = counter.options.empty() ? fields[0] : fields[0] + ":" + counter.options;
  if (counter.is_of_hbm)
    event += on_hbm;
  else
    beside_hbm_.insert(event);
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    const std::string& text = fields[i + 2];
    const Key key{{region_, threads_[i]}, event};
    double value = NAN;
    if (!is_likwid_no_value(text)) {
      const auto counts = counter_value(text, event, number, faults_);
      if (!counts) continue;
      value = *counts;
    }
    if (counter.is_of_a_socket && is_no_count(value)) {
      builder_.note(fmt::format("{}: {:.3g} cannot be, and is left out: {} is not there", event,
                                value, fields[1]));
      value = NAN;
    }
    const auto [at, is_new] = entries_.try_emplace(key);
    if (is_new) order_.push_back(key);
    at->second.counter = counter;
    at->second.line = number;
    if (std::isnan(value))
      at->second.cell.lack(group_, counter, fields[1]);
    else
      at->second.cell.add(group_, counter, value);
    if (counter.is_of_its_memory_or_energy && value > 0)
      sockets_.add_reader(sockets_.thread(threads_[i]), counter.unit == "J");
  }
  note_counter(counter, event);
}

void LikwidTables::read(std::string_view line, std::size_t number) {
  constexpr std::string_view table = "TABLE,", region = "Region,", group = "Group,";
  if (line.starts_with(table)) return begin_table(line.substr(table.size()));
  if (line.starts_with(region)) {
    region_ = line.substr(region.size(), line.find_last_not_of(',') + 1 - region.size());
    return;
  }
  const std::vector<std::string> fields = csv_fields(line);
  if (line.starts_with(group)) return begin_group("Group " + fields[1]);
  if (fields[0] == "STRUCT") kind_ = Kind::none;
  if (kind_ == Kind::none || line.empty()) return;
  const bool times = fields[0] == "Runtime (RDTSC) [s]" || fields[0] == "RDTSC Runtime [s]";
  if (fields[0] == "Metric") kind_ = Kind::metric;
  if (fields[0] == "Region Info" || fields[0] == "Metric") return take_names(fields, 1, number);
  if (fields[0] == "Event") return take_names(fields, 2, number);
  const bool has_counter = fields.size() > 1 && fields[1] == "TSC";
  if (times) return take_times(fields, has_counter ? 2 : 1, number);
  const bool calls = fields[0] == "call count" || fields[0] == "Region calls";
  if (kind_ == Kind::raw && !calls) take_counts(fields, number);
}

double LikwidTables::time_of(const Place& place) const {
  double total = 0;
  if (const auto groups = times_.find(place); groups != times_.end())
    for (const auto& [group, time] : groups->second) total += time;
  return total;
}

// A sum that lacks a box is none.
void LikwidTables::put_incomplete(std::size_t row, const std::string& event, const Entry& entry) {
  std::string names;
  for (const std::string& counter : entry.cell.missing()) add_item(names, counter);
  Sample sample{event, 0, entry.counter.unit, 1, NAN, entry.line};
  if (!names.empty()) {
    builder_.note(
        fmt::format("{} was not counted on {}, so that there is no sum of it where these "
                    "lack; count again without boxes that are not there",
                    event, names));
    builder_.add(row, sample, Repeats::parts);
  }
  sample.value = NAN;
  builder_.add(row, sample, Repeats::parts);
}

void LikwidTables::find_lacking_sockets() {
  for (const Key& key : order_) {
    const Entry& entry = entries_.at(key);
    if (!entry.counter.is_of_a_socket || entry.counter.is_of_an_l3) continue;
    const auto& [region, thread] = key.first;
    sockets_.add(key.second, sockets_.region(region), sockets_.thread(thread),
                 entry.cell.is_whole() ? entry.cell.counted() : NAN);
    if (entry.counter.is_of_its_memory_or_energy)
      sockets_.expect_counts(key.second, entry.counter.unit == "J");
  }
  lacking_ = sockets_.lacking();
  for (const std::string& text : sockets_.notes()) builder_.note(text);
}

bool LikwidTables::lacks_a_socket(const Key& key) {
  const auto regions = lacking_.find(key.second);
  return regions != lacking_.end() && regions->second.count(sockets_.region(key.first.first)) > 0;
}

// Channels of HBM are of another memory than those of DIMMs. Where there are none of these, theirs
// is the event.
std::string LikwidTables::event_of(const Key& key) {
  const std::string& event = key.second;
  if (!event.ends_with(on_hbm)) return event;
  std::string plain = event.substr(0, event.size() - on_hbm.size());
  if (beside_hbm_.count(plain) == 0) return plain;
  builder_.note(event + " is another memory's than " + plain + ", and kept apart");
  return event;
}

// LIKWID gives what it counted while a group was active; the table holds what was counted had it
// been active all the time. Levels are of the time that it was active.
void LikwidTables::put(const Key& key, const Entry& entry) {
  const Place& place = key.first;
  const std::string event = event_of(key);
  const std::size_t row = builder_.row(0, time_of(place), place.second, place.first);
  if (!entry.cell.is_whole() || lacks_a_socket(key)) return put_incomplete(row, event, entry);
  if (entry.cell.is_of_boxes_in_turns())
    builder_.note(event + ": its boxes took turns; each is scaled up to the whole run, and added");
  const LikwidCell::Estimate all = entry.cell.estimate(times_[place]);
  builder_.add(row, {event, entry.counter.is_level ? all.level : all.count, entry.counter.unit,
                     std::min(1.0, all.share), NAN, entry.line});
}

// AMD's memories have more channels than counters: MEM1 counts some of them, MEM2 others.
void LikwidTables::note_groups_of_some_channels() {
  const auto is_of_some = [](const std::string& name) {
    return name.size() == 4 && name.starts_with("MEM") && is_digit(name[3]);
  };
  if (std::count_if(named_groups_.begin(), named_groups_.end(), is_of_some) != 1) return;
  builder_.note(
      *std::find_if(named_groups_.begin(), named_groups_.end(), is_of_some) +
      " counts some of a socket's memory channels, and LIKWID's group for the others (MEM1, MEM2) "
      "was not counted: what memories do is a part");
}

Table LikwidTables::finish(const std::string& file) {
  faults_.throw_if_any();
  if (entries_.empty())
    throw InputError({file, 0, {}, "no table of LIKWID's holds a count", "likwid-perfctr -O …"});
  find_lacking_sockets();
  note_groups_of_some_channels();
  for (const Key& key : order_) put(key, entries_.at(key));
  if (std::any_of(order_.begin(), order_.end(),
                  [&](const Key& key) { return time_of(key.first) <= 0; }))
    builder_.note("the file does not say how long the run took");
  Table table = builder_.finish();
  if (const std::string text = possible_nesting(table); !text.empty()) table.notes.push_back(text);
  return table;
}

}  // namespace

bool is_likwid(std::string_view text) {
  const auto has = [&](std::string_view mark) {
    return text.starts_with(mark) || text.find("\n" + std::string(mark)) != std::string_view::npos;
  };
  return has("TABLE,Group ") || has("TABLE,Region ") || has("Event,Counter,") ||
         is_likwid_timeline(text);
}

Table read_likwid(std::string_view text, const std::string& file, const Aliases& aliases) {
  Lines lines(text, file);
  LineFaults faults(file);
  if (is_likwid_timeline(text)) return read_likwid_timeline(lines, file, aliases);
  LikwidTables reader(aliases, faults);
  read_whole_lines(lines, faults,
                   [&](std::string_view line, std::size_t number) { reader.read(line, number); });
  return reader.finish(file);
}

}  // namespace hpcast::counters
