// What the regions of a traced program are called, while it runs and after its end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/reftrace/channel_host.h"
#include "hpcast/inputs/reftrace/elf_symbols.h"
#include "hpcast/inputs/reftrace/source_lines.h"

namespace hpcast::reftrace {

// The names of a table in the channel, by their index.
template <unsigned most>
std::vector<std::string> names_in(const NameTable<most>& entries) {
  std::vector<std::string> names;
  const std::uint32_t count = std::min(entries.count.load(std::memory_order_acquire), most);
  for (std::uint32_t i = 0; i < count; ++i)
    names.emplace_back(entries.names[i], strnlen(entries.names[i], max_name));
  return names;
}

// Not for several host threads at once.
class RegionNames {
 public:
  explicit RegionNames(const Channel& channel) : channel_(channel) {}

  // Of `region` in an Event::region_enter or region_exit that has been read, of a thread of that
  // process (its ProcessEntry's index). A function that nobody knows reads MODULE+0xOFFSET, with
  // the file's own address, or 0xADDRESS.
  const std::string& name(Word region, std::uint32_t process = 0);
  // Of a line of source; nothing where the file that is mapped there does not tell.
  std::optional<SourceLine> line(std::uint64_t address, std::uint32_t process);

 private:
  std::string find(Word region, std::uint32_t process);
  std::string function(std::uint64_t address, std::uint32_t process);
  const Module* module_at(std::uint64_t address, std::uint32_t process) const;

  const Channel& channel_;
  std::map<std::pair<std::uint32_t, Word>, std::string> names_;
  std::map<std::string, ElfSymbols> files_;  // by path
  std::map<std::string, SourceLines> lines_;
};

}  // namespace hpcast::reftrace
