// The functions of an ELF file, as its symbol tables name them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hpcast::reftrace {

class ElfSymbols {
 public:
  // None where the file is not there, no whole ELF file of 64 bits, or stripped.
  explicit ElfSymbols(const std::string& path);

  // Name of the function that holds the file's address, for people (C++'s as the source has it);
  // empty: none does.
  std::string function_at(std::uint64_t address) const;

 private:
  struct Function {
    std::uint64_t begin;
    std::uint64_t end;  // begin: nobody knows
    std::uint32_t name;
  };

  void take_table(const std::vector<char>& symbols);

  std::vector<Function> functions_;  // by `begin`
  std::vector<char> names_;
};

}  // namespace hpcast::reftrace
