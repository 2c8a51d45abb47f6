#include "hpcast/inputs/reftrace/elf_note.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

constexpr char note_name[] = "hpcast";
constexpr std::uint32_t version_note = 1, code_note = 2;
constexpr std::uint64_t longest_note_segment = 1 << 20;

template <class T>
bool read_at(std::ifstream& file, std::uint64_t offset, T* target, std::uint64_t count = 1) {
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(target), static_cast<std::streamsize>(count * sizeof(T)));
  return file.good();
}

std::uint64_t padded_in_note(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

// Walks the notes of one segment.
std::optional<std::uint32_t> find_note(const std::vector<char>& notes, std::uint32_t type) {
  std::uint64_t at = 0;
  while (at + sizeof(Elf64_Nhdr) <= notes.size()) {
    Elf64_Nhdr head;
    std::memcpy(&head, &notes[at], sizeof head);
    const std::uint64_t name = at + sizeof head;
    const std::uint64_t description = name + padded_in_note(head.n_namesz);
    at = description + padded_in_note(head.n_descsz);
    if (at > notes.size()) return {};
    if (head.n_type != type || head.n_namesz != sizeof note_name ||
        head.n_descsz != sizeof(std::uint32_t) ||
        std::memcmp(&notes[name], note_name, sizeof note_name) != 0)
      continue;
    std::uint32_t version;
    std::memcpy(&version, &notes[description], sizeof version);
    return version;
  }
  return {};
}

bool is_elf64(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_phentsize == sizeof(Elf64_Phdr);
}

// Every segment lies within the file.
bool is_whole(std::ifstream& file, const Elf64_Ehdr& header) {
  file.clear();
  file.seekg(0, std::ios::end);
  const auto bytes = static_cast<std::uint64_t>(file.tellg());
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read_at(file, header.e_phoff + i * sizeof segment, &segment)) return false;
    if (segment.p_offset > bytes || segment.p_filesz > bytes - segment.p_offset) return false;
  }
  return true;
}

std::ifstream open_executable(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError("cannot read '" + path + "': " + std::strerror(errno),
                     "what tracer it needs is looked for in the executable file");
  return file;
}

// As shells tell a script without "#!" from what they must not run.
bool begins_as_text(std::ifstream& file) {
  char head[80] = {};
  file.read(head, sizeof head);
  const std::string_view text(head, static_cast<std::size_t>(file.gcount()));
  return !text.starts_with(ELFMAG) && text.find('\0') == std::string_view::npos;
}

}  // namespace

Executable executable_kind(const std::string& path) {
  std::ifstream file = open_executable(path);
  if (begins_as_text(file)) return Executable::script;
  Elf64_Ehdr header;
  const bool known = read_at(file, 0, &header) && is_elf64(header) && header.e_machine == EM_X86_64;
  if (known && !is_whole(file, header))
    throw InputError("'" + path + "' is cut off: the file ends before what it should hold",
                     "copy or link it again");
  return known ? Executable::x86_64 : Executable::other;
}

bool changes_user(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return false;
  return ((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
         ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid());
}

bool names_functions(const std::string& path) {
  std::ifstream file = open_executable(path);
  Elf64_Ehdr header;
  if (!read_at(file, 0, &header) || !is_elf64(header)) return true;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (read_at(file, header.e_phoff + i * sizeof segment, &segment) && segment.p_type == PT_INTERP)
      return true;
  }
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    if (read_at(file, header.e_shoff + i * sizeof section, &section) &&
        section.sh_type == SHT_SYMTAB)
      return true;
  }
  return false;
}

namespace {

std::optional<std::uint32_t> note_in(const std::string& path, std::uint32_t type) {
  std::ifstream file = open_executable(path);
  Elf64_Ehdr header;
  if (!read_at(file, 0, &header) || !is_elf64(header)) return {};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read_at(file, header.e_phoff + i * sizeof segment, &segment)) return {};
    if (segment.p_type != PT_NOTE || segment.p_filesz > longest_note_segment) continue;
    std::vector<char> notes(segment.p_filesz);
    if (!read_at(file, segment.p_offset, notes.data(), notes.size())) return {};
    if (const auto found = find_note(notes, type)) return found;
  }
  return {};
}

constexpr std::uint64_t longest_names = std::uint64_t{1} << 26;

// Of what the file has of others, and others of it, one behind the other, each with its zero.
std::string dynamic_names(std::ifstream& file, const Elf64_Ehdr& header) {
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr symbols, names;
    if (!read_at(file, header.e_shoff + i * sizeof symbols, &symbols) ||
        symbols.sh_type != SHT_DYNSYM ||
        !read_at(file, header.e_shoff + symbols.sh_link * sizeof names, &names) ||
        names.sh_size > longest_names)
      continue;
    std::string text(names.sh_size, '\0');
    if (read_at(file, names.sh_offset, text.data(), text.size())) return text;
  }
  return {};
}

}  // namespace

std::optional<std::uint32_t> tracer_note(const std::string& path) {
  return note_in(path, version_note);
}

bool tells_code(const std::string& path) { return note_in(path, code_note).has_value(); }

bool calls_tracer(const std::string& path) {
  using namespace std::string_view_literals;
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header;
  if (!file || !read_at(file, 0, &header) || !is_elf64(header)) return false;
  const std::string names = dynamic_names(file, header);
  return names.find("\0__hpcast_"sv) != std::string::npos ||
         names.find("\0__tsan_"sv) != std::string::npos || tracer_note(path).has_value();
}

}  // namespace hpcast::reftrace
