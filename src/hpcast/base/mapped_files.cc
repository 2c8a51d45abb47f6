#include "hpcast/base/mapped_files.h"

#include <iterator>

namespace hpcast {

// A mapping that goes on beyond the address becomes two.
void MappedFiles::split_at(std::uint64_t address) {
  const auto next = mappings_.lower_bound(address);
  if (next == mappings_.begin()) return;
  Mapping& before = std::prev(next)->second;
  if (before.end <= address) return;
  mappings_.emplace(address, before);
  before.end = address;
}

void MappedFiles::add(std::uint64_t address, std::uint64_t bytes, const std::string& file) {
  const std::uint64_t end = bytes > UINT64_MAX - address ? UINT64_MAX : address + bytes;
  if (end == address) return;
  split_at(address);
  split_at(end);
  mappings_.erase(mappings_.lower_bound(address), mappings_.lower_bound(end));
  mappings_[address] = {end, file};
}

const std::string& MappedFiles::at(std::uint64_t address) const {
  static const std::string none;
  const auto next = mappings_.upper_bound(address);
  if (next == mappings_.begin()) return none;
  const Mapping& mapping = std::prev(next)->second;
  return address < mapping.end ? mapping.file : none;
}

}  // namespace hpcast
