#include "hpcast/forecast/memory/libraries.h"

#include <algorithm>
#include <map>
#include <string>

#include "hpcast/answers/memory/libraries.h"
#include "hpcast/inputs/reftrace/untold_libraries.h"

namespace hpcast::forecast {
namespace {

struct SeenInLibraries {
  std::uint64_t samples = 0;
  std::map<std::string, std::uint64_t> by_name;      // ns
  std::map<std::uint32_t, std::uint64_t> by_thread;  // ns
};

SeenInLibraries seen_in_libraries(const FileProfile& profile,
                                  const std::set<std::uint32_t>& processes) {
  SeenInLibraries all;
  std::map<std::string, bool> untold;  // by file
  for (const auto& [place, seen] : profile.places()) {
    if (!processes.contains(place.process)) continue;
    const auto [known, is_new] = untold.try_emplace(place.file);
    if (is_new) known->second = reftrace::is_untold_work(place.file);
    if (!known->second) continue;
    all.samples += seen.samples;
    all.by_name[reftrace::name_of_code(place.file)] += seen.time;
    all.by_thread[place.thread] += seen.time;
  }
  return all;
}

std::uint64_t of_longest_thread(const SeenInLibraries& seen) {
  std::uint64_t longest = 0;
  for (const auto& [thread, time] : seen.by_thread) longest = std::max(longest, time);
  return longest;
}

}  // namespace

answers::LibraryTimes library_times(const FileProfile& profile,
                                    const std::set<std::uint32_t>& processes) {
  const SeenInLibraries seen = seen_in_libraries(profile, processes);
  const auto seconds = [&](std::uint64_t ns) {
    return static_cast<double>(ns) * 1e-9 * profile.scale();
  };
  answers::LibraryTimes times{seen.samples, seconds(of_longest_thread(seen)), {}};
  for (const auto& [name, time] : seen.by_name) times.each.push_back({name, seconds(time)});
  std::stable_sort(times.each.begin(), times.each.end(),
                   [](const auto& a, const auto& b) { return a.cpu_s > b.cpu_s; });
  return times;
}

std::optional<answers::LibraryTimes> library_times(const std::optional<FileProfile>& profile,
                                                   const reftrace::Channel& channel) {
  if (!profile) return {};
  std::set<std::uint32_t> processes;
  for (const reftrace::ProcessEntry& process : channel.processes()) processes.insert(process.id);
  return library_times(*profile, processes);
}

std::string words_of(const std::optional<answers::LibraryTimes>& libraries) {
  if (!libraries) return "how long such libraries took: perf events are not permitted here";
  if (!answers::tells_of_libraries(*libraries)) return {};
  return "what such libraries took in the whole run, in CPU time of this host: " +
         answers::library_list(*libraries);
}

}  // namespace hpcast::forecast
