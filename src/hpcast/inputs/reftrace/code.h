// Where descriptions of code come from (blocks/description.h): the channel of a running program,
// the file of a trace.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/reftrace/code_table.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// Where in the program's source a block begins; what is not known is empty, or 0.
struct CodePlace {
  std::string function, file;
  std::uint32_t line = 0;
  bool operator==(const CodePlace&) const = default;
};
using CodePlaces = std::map<std::uint32_t, CodePlace>;  // by block

class Code {
 public:
  virtual ~Code() = default;
  // Of the block of that number, as words that a program may have overwritten; none where it is
  // undescribed. Several host threads may call it at once.
  virtual std::span<const Word> description(std::uint32_t block) const = 0;
};

// Of a live channel.
class TracedCode : public Code {
 public:
  explicit TracedCode(const CodeTable& table) : table_(table) {}
  std::span<const Word> description(std::uint32_t block) const override;
  // Numbers that blocks have: all below.
  std::uint32_t end() const;
  // Blocks that found no room in the table.
  std::uint32_t undescribed() const;

 private:
  const CodeTable& table_;
};

// The file "code" of a trace: docs/trace-format.md.
class RecordedCode : public Code {
 public:
  // Throws InputError naming the file where it is no such file, truncated or corrupt.
  explicit RecordedCode(const std::string& path);
  std::span<const Word> description(std::uint32_t block) const override;
  std::uint32_t end() const { return static_cast<std::uint32_t>(begin_.size()); }
  const CodePlaces& places() const { return places_; }

 private:
  std::vector<Word> words_;
  CodePlaces places_;
  std::vector<std::uint32_t> begin_;  // by number, plus 1; 0: undescribed
};

inline constexpr char code_file_name[] = "code.hpc";
// Throws InputError where it cannot be written.
void write_code(const std::string& path, const TracedCode& code, const CodePlaces& places);

}  // namespace hpcast::reftrace
