// Changes to files' texts, gathered by place and made at once.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "program.h"

namespace hpcast::slicer {

struct Range {  // of bytes in a file
  FileID file;
  unsigned begin = 0, end = 0;
};

// Null where a macro wrote a part of it.
std::optional<Range> range_of(const Function& function, const Stmt* statement);
// With its semicolon.
std::optional<Range> full_range_of(const Function& function, const Stmt* statement);

class Edits {
 public:
  // Replaces; what lies in a range that is replaced already is left alone. Lines stay as many.
  void replace(const Function& function, Range range, const std::string& text);
  void insert(const Function& function, FileID file, unsigned offset, const std::string& text);
  bool touches(const std::string& file) const { return changes_.count(file) > 0; }
  // All of the other's too.
  void add(const Edits& others);
  bool operator==(const Edits&) const = default;
  // The file's new text.
  std::string apply(const std::string& file, const std::string& text) const;

 private:
  struct Change {
    unsigned end;
    std::string text;
    bool operator==(const Change&) const = default;
  };
  std::map<std::string, std::multimap<unsigned, Change>> changes_;
};

std::string name_of(const SourceManager& sources, FileID file);
// Where it begins, as other functions of the same text would have it.
using TextPlace = std::pair<std::string, unsigned>;
TextPlace text_place(const Function& function, const Stmt* statement);

}  // namespace hpcast::slicer
