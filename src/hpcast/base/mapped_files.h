// Which file the code at an address of a process comes from.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace hpcast {

class MappedFiles {
 public:
  // In place of what was there.
  void add(std::uint64_t address, std::uint64_t bytes, const std::string& file);
  // Empty: none that is known.
  const std::string& at(std::uint64_t address) const;

 private:
  struct Mapping {
    std::uint64_t end;
    std::string file;
  };

  void split_at(std::uint64_t address);

  std::map<std::uint64_t, Mapping> mappings_;  // by where they begin; none overlap
};

}  // namespace hpcast
