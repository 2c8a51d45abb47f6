// What to count on a processor: groups of events that its counters can count at once. Files in the
// folder counters/, docs/counters.md.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/processor.h"

namespace hpcast::counters {

struct CountedEvent {
  std::string perf;                        // as perf stat -e takes it
  std::map<std::string, double> counters;  // canonical, with factors; empty: none
  bool part = false;                       // one of several that make up its counters
  std::string note;

  // What perf calls it: its name=, or all of it.
  std::string printed_name() const;
};

struct EventGroup {
  std::string name;
  bool system_wide = false;   // all that runs on the machine, which takes rights
  bool one_cpu_each = false;  // on one CPU of each NUMA node, as units that cores share want it
  std::vector<CountedEvent> events;
};

// What a set is for. Empty members fit any.
struct ProcessorKind {
  std::string vendor;
  int family = -1;
  std::vector<int> models;
  std::string implementer, part;
};

struct EventSet {
  std::string name;
  std::string title;
  std::vector<ProcessorKind> processors;  // none: only by name
  std::string source;                     // of the events' encodings
  std::string probe = "cycles";           // an event that is there where the others are
  std::vector<EventGroup> groups;
};

// Throws InputError.
EventSet read_event_set(const std::string& path);
EventSet event_set_in(std::string_view text, const std::string& file);

bool fits(const EventSet& set, const Processor& processor);

}  // namespace hpcast::counters
