#include "hpcast/inputs/reftrace/elf_symbols.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

namespace hpcast::reftrace {
namespace {

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : file_(path, std::ios::binary | std::ios::ate) {
    if (!file_) return;
    bytes_ = static_cast<std::uint64_t>(file_.tellg());
    std::vector<char> head = read(0, sizeof(Elf64_Ehdr));
    if (head.empty()) return;
    Elf64_Ehdr header;
    std::memcpy(&header, head.data(), sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
      return;
    const std::vector<char> table =
        read(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
    sections_.resize(table.size() / sizeof(Elf64_Shdr));
    if (!table.empty()) std::memcpy(sections_.data(), table.data(), table.size());
  }

  // Null: there is none of that type.
  const Elf64_Shdr* section(std::uint32_t type) const {
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [&](const Elf64_Shdr& s) { return s.sh_type == type; });
    return found == sections_.end() ? nullptr : &*found;
  }

  // Empty where the file does not reach so far.
  std::vector<char> content(const Elf64_Shdr& section) {
    return read(section.sh_offset, section.sh_size);
  }
  std::vector<char> content(std::uint32_t index) {
    return index < sections_.size() ? content(sections_[index]) : std::vector<char>{};
  }

 private:
  std::vector<char> read(std::uint64_t offset, std::uint64_t count) {
    if (offset > bytes_ || count > bytes_ - offset) return {};
    std::vector<char> content(count);
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(content.data(), static_cast<std::streamsize>(count));
    return file_.good() ? content : std::vector<char>{};
  }

  std::ifstream file_;
  std::uint64_t bytes_ = 0;
  std::vector<Elf64_Shdr> sections_;
};

bool names_function(const Elf64_Sym& symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF;
}

// What the compiler has made of C++'s names, undone.
std::string readable(const char* name) {
  if (std::strncmp(name, "_Z", 2) != 0) return name;  // "f" would be "float"
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && demangled ? demangled.get() : name;
}

}  // namespace

ElfSymbols::ElfSymbols(const std::string& path) {
  ElfFile file(path);
  const Elf64_Shdr* table = file.section(SHT_SYMTAB);
  if (table == nullptr) table = file.section(SHT_DYNSYM);
  if (table == nullptr) return;
  names_ = file.content(table->sh_link);
  if (names_.empty() || names_.back() != '\0') return;
  take_table(file.content(*table));
}

void ElfSymbols::take_table(const std::vector<char>& symbols) {
  for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, &symbols[at], sizeof symbol);
    if (names_function(symbol) && symbol.st_name < names_.size())
      functions_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, symbol.st_name});
  }
  std::stable_sort(functions_.begin(), functions_.end(),
                   [](const Function& a, const Function& b) { return a.begin < b.begin; });
}

std::string ElfSymbols::function_at(std::uint64_t address) const {
  auto next = std::upper_bound(
      functions_.begin(), functions_.end(), address,
      [](std::uint64_t wanted, const Function& function) { return wanted < function.begin; });
  if (next == functions_.begin()) return {};
  // Of several names of one function, the first.
  const Function& last = *std::prev(next);
  const auto found = std::lower_bound(
      functions_.begin(), next, last.begin,
      [](const Function& function, std::uint64_t wanted) { return function.begin < wanted; });
  const bool holds = found->end == found->begin || address < found->end;
  return holds ? readable(&names_[found->name]) : std::string();
}

}  // namespace hpcast::reftrace
