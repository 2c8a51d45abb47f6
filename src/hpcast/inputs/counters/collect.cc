#include "hpcast/inputs/counters/collect.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <sstream>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/program.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/child.h"
#include "hpcast/inputs/counters/fold.h"
#include "hpcast/inputs/counters/merge.h"
#include "hpcast/inputs/counters/read.h"

namespace hpcast::counters {

namespace {

namespace fs = std::filesystem;

constexpr const char* simulate_hint =
    "hpcast counters collect --simulate MACHINE -- PROGRAM takes them from a simulation";
constexpr const char* field_separator = ";";

std::string text_of(const std::string& path) {
  std::ostringstream text;
  if (std::ifstream file(path); file) text << file.rdbuf();
  return text.str();
}

// What perf said first, on one line.
std::string first_words(const std::string& text) {
  std::istringstream lines(text);
  std::string line, words;
  while (std::getline(lines, line) && words.size() < 100) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos) add_item(words, line.substr(first), " ");
  }
  return words.empty() ? "nothing" : words;
}

// The first CPU of each NUMA node, as perf -C takes them; empty where Linux tells none.
std::string one_cpu_each_node() {
  std::string list;
  std::error_code error;
  for (const fs::directory_entry& node :
       fs::directory_iterator("/sys/devices/system/node", error)) {
    const std::string cpus = text_of((node.path() / "cpulist").string());
    const std::string first = cpus.substr(0, cpus.find_first_of(",-\n"));
    if (!first.empty()) add_item(list, first, ",");
  }
  return list;
}

bool wrote_counts(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#') return true;
  return false;
}

// Else it is counted with every group of the program's own events: it needs no counter, and without
// it nobody knows how many threads shared the work.
bool counts_cpu_time(const EventGroup& group) {
  return std::any_of(group.events.begin(), group.events.end(), [](const CountedEvent& event) {
    return event.counters.count("cpu_time") > 0;
  });
}

class Collector {
 public:
  Collector(const EventSet& set, const CollectOptions& options,
            const std::vector<std::string>& program)
      : set_(set), options_(options), program_(program) {}

  Collected run();

 private:
  void choose_groups();
  void probe_host();
  void probe_groups();
  // What perf wrote, and what it said, of a short run.
  std::string probe(const EventGroup& group, std::string& said);
  std::vector<std::string> command(const EventGroup& group, const std::string& file,
                                   double interval_s, const std::vector<std::string>& what) const;
  Aliases aliases_of(const EventGroup& group) const;
  bool in_several_groups(const std::string& counter) const;
  std::vector<NamedTable> count(std::span<const EventGroup> groups, unsigned run);
  NamedTable counted(const EventGroup& group, const std::string& text, const std::string& what);
  std::string with_time(const std::string& text, double seconds);
  void note_machine_wide(Table& table) const;
  void drop_incomplete(Table& table) const;

  const EventSet& set_;
  const CollectOptions& options_;
  const std::vector<std::string>& program_;
  ScratchFolder scratch_;
  SignalsHeld signals_;
  std::vector<EventGroup> groups_;
  std::vector<std::string> notes_;
  bool has_duration_time_ = true;
  int status_ = 0;
  std::chrono::steady_clock::time_point began_;  // the last run
};

void Collector::choose_groups() {
  std::vector<std::string> names;
  for (const EventGroup& group : set_.groups) names.push_back(group.name);
  for (const std::string& wanted : options_.groups)
    if (std::find(names.begin(), names.end(), wanted) == names.end())
      throw InputError(fmt::format("the event set {} has no group '{}'", set_.name, wanted),
                       fmt::format("it has {}", list_of(names)));
  for (const EventGroup& group : set_.groups)
    if (options_.groups.empty() ||
        std::count(options_.groups.begin(), options_.groups.end(), group.name) > 0)
      groups_.push_back(group);
}

std::vector<std::string> Collector::command(const EventGroup& group, const std::string& file,
                                            double interval_s,
                                            const std::vector<std::string>& what) const {
  std::vector<std::string> words{options_.perf, "stat", "-x", field_separator, "-o", file};
  if (group.system_wide) words.emplace_back("-a");
  if (const std::string cpus = group.one_cpu_each ? one_cpu_each_node() : ""; !cpus.empty())
    words.insert(words.end(), {"-C", cpus});
  if (interval_s > 0)
    words.insert(words.end(), {"-I", fmt::format("{:.0f}", std::max(1.0, 1e3 * interval_s))});
  for (const CountedEvent& event : group.events) words.insert(words.end(), {"-e", event.perf});
  if (!group.system_wide && !counts_cpu_time(group))
    words.insert(words.end(), {"-e", "task-clock"});
  if (has_duration_time_) words.insert(words.end(), {"-e", "duration_time"});
  words.emplace_back("--");
  words.insert(words.end(), what.begin(), what.end());
  return words;
}

std::string Collector::probe(const EventGroup& group, std::string& said) {
  const std::string counts = scratch_.file("probe"), errors = scratch_.file("errors");
  fs::remove(counts);
  const ChildEnd end = signals_.run(command(group, counts, 0, {"true"}), {errors, false});
  said = first_words(text_of(errors));
  if (end.signal) said = fmt::format("it was ended by signal {}", *end.signal);
  return end.signal ? std::string() : text_of(counts);
}

void Collector::probe_host() {
  EventGroup group;
  group.events.push_back({set_.probe, {}, false, {}});
  std::string said, counts;
  try {
    counts = probe(group, said);
    if (!wrote_counts(counts)) {
      has_duration_time_ = false;
      counts = probe(group, said);
    }
  } catch (const InputError& error) {
    if (error.exit_status()) throw;
    throw InputError(fmt::format("there is no perf to count with ({})", error.what()),
                     fmt::format("install Linux's perf (Debian: linux-perf), or name it: --perf "
                                 "PATH, or HPCAST_PERF. {}",
                                 simulate_hint));
  }
  if (!wrote_counts(counts))
    throw InputError("this host lets perf count nothing: perf says: " + said,
                     fmt::format("root may, or all with sysctl kernel.perf_event_paranoid=1. {}",
                                 simulate_hint));
  if (counts.find("<not supported>") != std::string::npos)
    throw InputError(
        fmt::format("this host has no hardware counters (perf: {}: <not supported>), as most "
                    "virtual machines",
                    set_.probe),
        simulate_hint);
}

void Collector::probe_groups() {
  std::string reasons;
  std::erase_if(groups_, [&](const EventGroup& group) {
    std::string said;
    if (wrote_counts(probe(group, said))) return false;
    notes_.push_back(fmt::format("group {} was not counted: perf says: {}", group.name, said));
    tell("hpcast: " + notes_.back());
    return true;
  });
  if (groups_.empty())
    throw InputError(fmt::format("no group of the event set {} can be counted here", set_.name),
                     "counters of the whole machine take root, or sysctl "
                     "kernel.perf_event_paranoid=0");
}

bool Collector::in_several_groups(const std::string& counter) const {
  const auto counts_part = [&](const EventGroup& group) {
    return std::any_of(group.events.begin(), group.events.end(), [&](const CountedEvent& event) {
      return event.part && event.counters.count(counter) > 0;
    });
  };
  return std::count_if(set_.groups.begin(), set_.groups.end(), counts_part) > 1;
}

Aliases Collector::aliases_of(const EventGroup& group) const {
  Aliases aliases;
  for (const CountedEvent& event : group.events)
    for (const auto& [counter, factor] : event.counters) {
      const bool several = event.part && in_several_groups(counter);
      aliases.add(event.printed_name(), {several ? part_name(counter, group.name) : counter, factor,
                                         event.part ? set_.name : "", event.note});
    }
  return aliases;
}

// A perf that cannot tell how long the run took is told.
std::string Collector::with_time(const std::string& text, double seconds) {
  if (has_duration_time_ || options_.interval_s > 0) return text;
  const double nanoseconds = std::round(1e9 * seconds);
  return text + fmt::format("{0:.0f};ns;duration_time;{0:.0f};100.00;;\n", nanoseconds);
}

// One run, which each group's perf counts: the first one starts the next, the last one the program.
std::vector<NamedTable> Collector::count(std::span<const EventGroup> groups, unsigned run) {
  const auto file_of = [&](std::size_t i) { return scratch_.file(fmt::format("counts-{}", i)); };
  std::vector<std::string> words = program_;
  for (std::size_t i = groups.size(); i-- > 0;) {
    fs::remove(file_of(i));
    words = command(groups[i], file_of(i), options_.interval_s, words);
  }
  began_ = std::chrono::steady_clock::now();
  const ChildEnd end = signals_.run(words, {{}, options_.output_to_stderr});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began_;
  std::vector<NamedTable> tables;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string what = fmt::format("group {}, run {}", groups[i].name, run + 1);
    if (end.signal)
      throw InputError(
          fmt::format("{}: perf was ended by signal {}; its counts are lost", what, *end.signal));
    const std::string text = text_of(file_of(i));
    if (!wrote_counts(text))
      throw InputError(fmt::format("{}: perf wrote no counts and ended with {}", what, end.status),
                       "what it had to say stands above");
    tables.push_back(counted(groups[i], with_time(text, took.count()), what));
  }
  if (status_ == 0) status_ = end.status;
  return tables;
}

NamedTable Collector::counted(const EventGroup& group, const std::string& text,
                              const std::string& what) {
  ReadOptions options;
  options.format = Format::perf;
  options.aliases = aliases_of(group);
  return {what, counters_in(text, "perf, " + what, options)};
}

void Collector::note_machine_wide(Table& table) const {
  std::set<std::string> names;
  for (const EventGroup& group : groups_)
    for (const CountedEvent& event : group.events)
      for (const auto& [counter, factor] : event.counters)
        if (group.system_wide && table.column(counter) != nullptr) names.insert(counter);
  std::string list;
  for (const std::string& name : names) add_item(list, name);
  if (!list.empty())
    table.notes.push_back("counted over the whole machine, whatever ran on it: " + list);
}

// A sum that lacks a part is none: of a group that was not wanted, or not to be had.
void Collector::drop_incomplete(Table& table) const {
  const auto was_counted = [&](const EventGroup& group) {
    return std::any_of(groups_.begin(), groups_.end(),
                       [&](const EventGroup& counted) { return counted.name == group.name; });
  };
  for (const EventGroup& group : set_.groups) {
    if (was_counted(group)) continue;
    for (const CountedEvent& event : group.events)
      for (const auto& [counter, factor] : event.counters)
        if (event.part && in_several_groups(counter))
          std::erase_if(table.columns,
                        [&name = counter](const Column& c) { return c.name == name; });
  }
}

Collected Collector::run() {
  constexpr double shortest_interval = 0.01;
  if (options_.interval_s > 0 && options_.interval_s < shortest_interval)
    throw InputError("perf counts by intervals of 10 ms and more");
  find_program(program_.at(0));  // throws where there is none
  choose_groups();
  probe_host();
  probe_groups();
  const std::size_t share = options_.at_once ? groups_.size() : 1;  // groups a run
  const std::size_t total = groups_.size() / share * options_.repeats;
  std::vector<NamedTable> tables;
  for (std::size_t run = 0; run < total; ++run) {
    const auto groups =
        std::span<const EventGroup>(groups_).subspan(run * share % groups_.size(), share);
    if (::isatty(STDERR_FILENO) == 1 && !options_.at_once)
      tell(fmt::format("hpcast: run {} of {}: {}", run + 1, total, groups[0].name));
    for (NamedTable& table : count(groups, static_cast<unsigned>(run * share / groups_.size())))
      tables.push_back(std::move(table));
  }
  Table table = fold_parts(merge(tables, Surplus::drop));
  drop_incomplete(table);
  table.source = fmt::format("perf stat (event set {})", set_.name);
  table.notes.insert(table.notes.end(), notes_.begin(), notes_.end());
  note_machine_wide(table);
  if (total > 1)
    table.notes.push_back(
        fmt::format("made of {} runs, {} of each group of events", total, options_.repeats));
  return {std::move(table), status_, began_};
}

}  // namespace

Collected collect(const EventSet& set, const CollectOptions& options,
                  const std::vector<std::string>& program) {
  return Collector(set, options, program).run();
}

}  // namespace hpcast::counters
