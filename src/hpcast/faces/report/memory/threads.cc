#include "hpcast/faces/report/memory/threads.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

using answers::ThreadTime;

std::vector<ThreadTime> thread_times(const answers::MemoryAnswer& result) {
  std::map<std::uint32_t, std::pair<ThreadTime, double>> sums;  // and its longest wait in a phase
  for (const answers::PhaseResult& phase : result.phases)
    for (const ThreadTime& time : phase.threads) {
      auto& [sum, longest] = sums[time.thread];
      sum.thread = time.thread;
      sum.core = time.core;
      sum.worked_s += time.worked_s;
      sum.waited_s += time.waited_s;
      if (time.waited_s <= longest) continue;
      longest = time.waited_s;
      sum.waited_for = time.waited_for;
    }
  std::vector<ThreadTime> times;
  for (const auto& [thread, sum] : sums) times.push_back(sum.first);
  std::stable_sort(times.begin(), times.end(), [](const ThreadTime& a, const ThreadTime& b) {
    return a.waited_s > b.waited_s;
  });
  return times;
}

std::string waited_for(const ThreadTime& time) {
  return time.waited_for ? fmt::format("thread {}", *time.waited_for) : "-";
}

std::string threads_section(const answers::MemoryAnswer& result, const TextOptions& options) {
  const std::vector<ThreadTime> times = thread_times(result);
  if (times.size() < 2) return {};
  constexpr std::size_t most = 8;
  Table table(
      {{"Thread"}, {"On", Align::left}, {"Works"}, {"Waits"}, {"Longest for", Align::left}});
  for (std::size_t i = 0; i < std::min(most, times.size()); ++i)
    table.row({std::to_string(times[i].thread), printable(times[i].core),
               format_time(times[i].worked_s), format_time(times[i].waited_s),
               waited_for(times[i])});
  if (times.size() > most)
    table.note(fmt::format("  … {} more that wait less", times.size() - most));
  return '\n' + table.text(options.width, options.colour);
}

}  // namespace hpcast::report
