// The sources of one program, parsed, with the pragmas that people wrote for the skeleton.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clang.h"

namespace hpcast::slicer {

// #pragma hpcast skeleton keep | replace | time(expression) | assume(expression)
struct Pragma {
  enum Kind { keep, replace, time, assume };
  Kind kind = keep;
  std::string file;
  unsigned line = 0;
  std::string expression;
};

struct Unit {
  std::string path;  // as it was given
  std::unique_ptr<ASTUnit> ast;
};

// What the lines of one file say beside the language: which statements are not to be taken apart.
struct FileNotes {
  std::vector<Pragma> pragmas;
  struct Hint {  // a pragma that says how a statement is to be compiled
    unsigned line;
    bool openmp;
  };
  std::vector<Hint> hints;
};

// Throws InputError where a source cannot be read or does not parse.
std::vector<Unit> parse(const std::vector<std::string>& sources,
                        const std::vector<std::string>& flags);

// By file, as the source manager names it: of the sources and of all headers that are no system's.
std::map<std::string, FileNotes> notes_of(const std::vector<Unit>& units);

}  // namespace hpcast::slicer
