#include "hpcast/inputs/host/kinds.h"

#include <hwloc/cpukinds.h>

#include <optional>

#include "hpcast/base/units.h"

namespace hpcast::host {

namespace {

// What lies outside is in another unit, or a hypervisor's fancy.
bool is_possible_clock(std::optional<double> megahertz) {
  return megahertz && *megahertz >= 50 && *megahertz <= 10'000;
}

}  // namespace

CoreKind kind_of(hwloc_topology_t topology, hwloc_obj_t core) {
  CoreKind kind;
  const int index = hwloc_cpukinds_get_by_cpuset(topology, core->cpuset, 0);
  unsigned count = 0;
  hwloc_info_s* infos = nullptr;
  if (index < 0 || hwloc_cpukinds_get_info(topology, static_cast<unsigned>(index), nullptr, nullptr,
                                           &count, &infos, 0) != 0)
    return kind;
  std::optional<double> base, most;
  for (unsigned i = 0; i < count; ++i) {
    const std::string name = infos[i].name, value = infos[i].value;
    const auto megahertz = parse_quantity(value, Dimension::none);
    if (name == "FrequencyBaseMHz" && is_possible_clock(megahertz)) base = *megahertz * 1e6;
    if (name == "FrequencyMaxMHz" && is_possible_clock(megahertz)) most = *megahertz * 1e6;
    if (name == "CoreType") kind.name = value;
    if (name == "LinuxCapacity") kind.capacity = value;
  }
  kind.clock = base ? base : most;
  if (kind.clock) kind.capacity.clear();
  return kind;
}

}  // namespace hpcast::host
