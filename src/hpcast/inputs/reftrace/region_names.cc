#include "hpcast/inputs/reftrace/region_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace hpcast::reftrace {

const std::string& RegionNames::name(Word region, std::uint32_t process) {
  const bool is_named = (region & named_region) != 0;
  const auto [entry, is_new] = names_.try_emplace({is_named ? 0 : process, region});
  if (is_new) entry->second = find(region, process);
  return entry->second;
}

std::string RegionNames::find(Word region, std::uint32_t process) {
  if ((region & named_region) == 0) return function(region, process);
  const NameTable<max_named_regions>& table = channel_.header().regions;
  const Word index = region & ~named_region;
  if (index >= std::min(table.count.load(std::memory_order_acquire), max_named_regions))
    return fmt::format("(region {})", index);
  return {table.names[index], strnlen(table.names[index], max_name)};
}

std::string RegionNames::function(std::uint64_t address, std::uint32_t process) {
  const Module* const module = module_at(address, process);
  if (module == nullptr) return fmt::format("{:#x}", address);
  const std::string path(module->path, strnlen(module->path, max_module_path));
  const std::uint64_t in_file = address - module->base;
  std::string name = files_.try_emplace(path, path).first->second.function_at(in_file);
  if (!name.empty()) return name;
  return fmt::format("{}+{:#x}", std::filesystem::path(path).filename().string(), in_file);
}

std::optional<SourceLine> RegionNames::line(std::uint64_t address, std::uint32_t process) {
  const Module* const module = module_at(address, process);
  if (module == nullptr) return std::nullopt;
  const std::string path(module->path, strnlen(module->path, max_module_path));
  return lines_.try_emplace(path, path).first->second.at(address - module->base);
}

// The one that was mapped last.
const Module* RegionNames::module_at(std::uint64_t address, std::uint32_t process) const {
  const ChannelHeader& header = channel_.header();
  std::uint32_t i = std::min(header.module_count.load(std::memory_order_acquire), max_modules);
  while (i-- > 0) {
    const Module& module = header.modules[i];
    if (module.process == process && address >= module.begin && address < module.end)
      return &module;
  }
  return nullptr;
}

}  // namespace hpcast::reftrace
