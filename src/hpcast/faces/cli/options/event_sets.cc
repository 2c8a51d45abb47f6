#include "hpcast/faces/cli/options/event_sets.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/cli/options/shipped.h"

namespace hpcast::cli {

std::string perf_to_run(const std::string& told) {
  if (!told.empty()) return told;
  const char* const named = std::getenv("HPCAST_PERF");
  return named != nullptr && *named != '\0' ? named : "perf";
}

std::vector<counters::EventSet> known_event_sets() {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_folder("counters"), error))
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<counters::EventSet> sets;
  for (const std::string& path : paths) sets.push_back(counters::read_event_set(path));
  return sets;
}

counters::EventSet find_event_set(const std::string& name) {
  std::error_code error;
  if (!name.empty() && std::filesystem::is_regular_file(name, error))
    return counters::read_event_set(name);
  const counters::Processor processor = counters::this_processor();
  std::vector<std::string> names;
  for (counters::EventSet& set : known_event_sets()) {
    if (name.empty() ? counters::fits(set, processor) : set.name == name) return std::move(set);
    names.push_back(set.name);
  }
  if (name.empty())
    throw InputError("no event set is for this processor: " + counters::describe(processor),
                     "--set NAME takes one of " + list_of(names) +
                         ", --set FILE one of your own (docs/counters.md)");
  const std::string near = did_you_mean(name, names);
  throw InputError("there is no file and no event set '" + name + "'",
                   near.empty() ? "hpcast counters collect --list names them" : near);
}

}  // namespace hpcast::cli
