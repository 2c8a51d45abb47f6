#include "hpcast/inputs/otf2/definitions.h"

#include <fmt/core.h>

#include <set>

#include "hpcast/base/text.h"

namespace hpcast::otf2 {

std::string Definitions::text(std::uint32_t string) const {
  const auto at = strings.find(string);
  return at == strings.end() ? "" : at->second;
}

std::string Definitions::region_name(std::uint32_t region) const {
  const auto at = regions.find(region);
  return at == regions.end() || at->second.empty() ? fmt::format("region {}", region) : at->second;
}

std::map<std::uint64_t, std::string> location_names(const Definitions& definitions) {
  std::map<std::uint32_t, int> in_group;
  for (const auto& [location, definition] : definitions.locations) ++in_group[definition.group];
  std::map<std::uint64_t, std::string> names;
  std::set<std::string> taken;
  for (const auto& [location, definition] : definitions.locations) {
    const auto group = definitions.groups.find(definition.group);
    std::string name = group == definitions.groups.end() ? "" : group->second;
    if (in_group[definition.group] > 1 || name.empty()) add_item(name, definition.name, " ");
    if (name.empty() || !taken.insert(name).second) {
      name += fmt::format(" #{}", location);
      taken.insert(name);
    }
    names[location] = name;
  }
  return names;
}

}  // namespace hpcast::otf2
