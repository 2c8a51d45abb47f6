#include "hpcast/calibrate/calibrate.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/calibrate/affinity.h"
#include "hpcast/host/generation.h"
#include "hpcast/host/machine.h"

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

}  // namespace

Calibration calibrate(Effort effort, const Interruption& interruption) {
  const dat::Machine told = host::this_machine_described();
  const Places places = places_on(host::cpus_of_cores());
  if (places.cores.empty())
    throw InputError("none of the CPUs that hwloc tells of is one that this process may run on");
  MeasureRequest request;
  const std::uint64_t free = free_bytes();
  request.levels = levels_of(told, places.cores, free);
  request.pages = page_counts(second_cache_of(told, request.levels), free);
  request.cpus = places.cpus;
  request.seconds = effort == Effort::quick ? 18 : 75;
  const Times times = measure(request, interruption);
  return conclude(told, places.cores, request.levels, times,
                  host::generation_of(host::this_machine().get()));
}

}  // namespace hpcast::calibrate
