#include "hpcast/inputs/calibrate/calibrate.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/calibrate/affinity.h"
#include "hpcast/inputs/calibrate/seen_capacity.h"
#include "hpcast/inputs/host/generation.h"
#include "hpcast/inputs/host/machine.h"

namespace hpcast::calibrate {

namespace {

struct Places {
  std::vector<std::uint32_t> cores;
  std::vector<unsigned> cpus;  // one of each
};

Places places_on(const std::vector<std::vector<unsigned>>& cpus_of_cores) {
  const std::vector<unsigned> allowed = allowed_cpus();
  Places places;
  for (std::uint32_t core = 0; core < cpus_of_cores.size(); ++core) {
    const auto& cpus = cpus_of_cores[core];
    const auto cpu = std::find_first_of(cpus.begin(), cpus.end(), allowed.begin(), allowed.end());
    if (cpu == cpus.end()) continue;
    places.cores.push_back(core);
    places.cpus.push_back(*cpu);
  }
  return places;
}

std::uint64_t free_bytes() {
  const long pages = sysconf(_SC_AVPHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
             : 0;
}

// 0: there is none.
std::size_t second_cache_of(const dat::Machine& machine, const std::vector<Level>& levels) {
  if (levels.size() < 2 || levels[1].is_memory) return 0;
  return machine.cache_classes[levels[1].class_index].capacity;
}

// Of the last cache, where others use the rest of it (seen_capacity.h).
std::optional<std::size_t> capacity_seen(const std::vector<Level>& levels, unsigned cpu,
                                         const Interruption& interruption) {
  if (levels.size() < 3) return {};  // one cache: a core's own
  const Level& last = levels[levels.size() - 2];
  const std::vector<unsigned> before = allowed_cpus();
  stay_on({cpu});
  const auto seen = seen_capacity(last.alone, last.capacity, [&](std::size_t bytes) {
    interruption.throw_if_any();
    return time_of_line(bytes);
  });
  stay_on(before);
  return seen;
}

Room room_seen(unsigned cpu, const Interruption& interruption) {
  const std::vector<unsigned> before = allowed_cpus();
  stay_on({cpu});
  const Room room = measure_room(interruption);
  stay_on(before);
  return room;
}

// Memory is what lies beyond the part of the last cache that there is.
std::vector<Level> levels_seen(dat::Machine machine, const std::vector<std::uint32_t>& cores,
                               std::uint64_t free, const std::vector<Level>& told,
                               std::optional<std::size_t> capacity) {
  if (!capacity) return told;
  machine.cache_classes[told[told.size() - 2].class_index].capacity = *capacity;
  return levels_of(machine, cores, free);
}

}  // namespace

Calibration calibrate(Effort effort, const Interruption& interruption) {
  const dat::Machine told = host::this_machine_described();
  const Places places = places_on(host::cpus_of_cores());
  if (places.cores.empty())
    throw InputError("none of the CPUs that hwloc tells of is one that this process may run on");
  MeasureRequest request;
  const std::uint64_t free = free_bytes();
  const std::vector<Level> levels = levels_of(told, places.cores, free);
  const std::optional<std::size_t> capacity =
      capacity_seen(levels, places.cpus.front(), interruption);
  request.levels = levels_seen(told, places.cores, free, levels, capacity);
  request.pages = page_counts(second_cache_of(told, request.levels), free);
  request.cpus = places.cpus;
  request.seconds = effort == Effort::quick ? 18 : 75;
  Times times = measure(request, interruption);
  times.seen_capacity = capacity;
  times.room = room_seen(places.cpus.front(), interruption);
  return conclude(told, places.cores, request.levels, times,
                  host::generation_of(host::this_machine().get()));
}

}  // namespace hpcast::calibrate
