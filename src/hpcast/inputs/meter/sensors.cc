#include "hpcast/inputs/meter/sensors.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::meter {

namespace {

std::vector<std::string> names_of(const std::vector<Sensor>& sensors) {
  std::vector<std::string> names;
  for (const Sensor& sensor : sensors) names.push_back(sensor.name);
  return names;
}

// What they tell goes into the same sum: the node's own meters are apart from its parts'.
bool add_up(const Sensor& a, const Sensor& b) {
  return (a.part == Part::node) == (b.part == Part::node);
}

// Of the same, or one is a meter of which nothing is told but that it is beside others of its kind.
bool is_unclear(const Sensor& outer, const Sensor& inner) {
  if (outer.source != inner.source) return false;
  return outer.place.empty() || outer.place == inner.place;
}

// Those that the node's power comes from.
std::vector<Sensor> telling_power(const std::vector<Sensor>& sensors) {
  std::vector<Sensor> nodes, parts;
  for (const Sensor& sensor : sensors)
    if (sensor.chosen) (sensor.part == Part::node ? nodes : parts).push_back(sensor);
  return nodes.empty() ? parts : nodes;
}

void doubt_missing(SensorSearch& search, const std::vector<Sensor>& missing) {
  const std::vector<Sensor> power = telling_power(search.sensors);
  if (power.empty() || !search.doubt.empty()) return;
  std::vector<Sensor> wanted = missing;
  for (const Sensor& sensor : search.sensors)
    if (sensor.chosen) wanted.push_back(sensor);
  for (const Sensor& sensor : wanted) {
    const auto has_it = [&](const Sensor& one) { return holds(one, sensor); };
    if (std::any_of(power.begin(), power.end(), has_it)) continue;
    search.doubt = fmt::format("what {} takes is missing in what {} would tell", sensor.name,
                               list_of(names_of(power)));
    for (const std::string& found : search.found)
      if (found.starts_with(sensor.path)) search.doubt += " (" + found + ")";
    return;
  }
}

void check_named(const SensorSearch& search, const std::vector<std::string>& names) {
  const std::vector<std::string> known = names_of(search.sensors);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("there is no sensor '" + name + "'",
                       !known.empty()         ? "there are " + list_of(known)
                       : search.found.empty() ? "there is none"
                                              : "none can be read: " + search.found.front());
}

void check_apart(const std::vector<Sensor>& sensors) {
  for (const Sensor& outer : sensors)
    for (const Sensor& inner : sensors)
      if (&outer != &inner && add_up(outer, inner) && holds(outer, inner))
        throw InputError("--sensor: " + outer.name + " has in it what " + inner.name +
                             " tells, which would be counted twice",
                         "one or the other");
}

}  // namespace

const char* name_of(Part part) {
  switch (part) {
    case Part::package:
      return "processor";
    case Part::memory:
      return "memory";
    case Part::node:
      return "node";
    case Part::other:
      return "other";
  }
  return "";
}

bool holds(const Sensor& outer, const Sensor& inner) {
  if (outer.place.empty() || outer.place == inner.place) return true;
  return inner.place.starts_with(outer.place + "/");
}

void choose_each_part_once(SensorSearch& search, const std::vector<Sensor>& missing) {
  for (Sensor& inner : search.sensors)
    for (const Sensor& outer : search.sensors) {
      if (&inner == &outer || !inner.chosen || !outer.chosen) continue;
      if (!add_up(outer, inner) || !holds(outer, inner)) continue;
      if (is_unclear(outer, inner))
        search.doubt =
            fmt::format("nothing tells whether {} has in it what {} tells", outer.name, inner.name);
      else if (!holds(inner, outer) || &outer < &inner)
        inner.chosen = false;
    }
  doubt_missing(search, missing);
}

std::vector<Sensor> choose(const SensorSearch& search, const std::vector<std::string>& names) {
  check_named(search, names);
  std::vector<Sensor> chosen;
  for (const Sensor& sensor : search.sensors) {
    const bool named = std::find(names.begin(), names.end(), sensor.name) != names.end();
    if (names.empty() ? sensor.chosen : named) chosen.push_back(sensor);
  }
  if (!names.empty()) check_apart(chosen);
  return chosen;
}

double read_number(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) {
    const int error = errno;
    const bool forbidden = error == EACCES || error == EPERM;
    throw InputError(path + ": " + (error == 0 ? "it is empty" : std::strerror(error)) +
                     (forbidden ? " (root may read it)" : ""));
  }
  // Cray's files have a unit and a time behind it.
  std::string_view text = trimmed(line);
  const std::size_t unit = text.find(" J");
  if (unit != std::string_view::npos) text = text.substr(0, unit);
  const auto number = counters::to_number(text);
  if (!number || *number < 0)
    throw InputError(fmt::format("{}: {} is no number of 0 or more", path, hpcast::quoted(line)));
  return *number;
}

}  // namespace hpcast::meter
