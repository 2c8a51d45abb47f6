// What the C++ library calls of the program, read in its own text, which is there for templates:
// constructors, destructors, comparisons, functions that it was given.
#pragma once

#include <map>
#include <set>

#include "clang.h"

namespace hpcast::slicer {

class LibraryText {
 public:
  using Functions = std::set<const FunctionDecl*>;
  // Those outside of the library that the function may call, whatever lies between, and virtual
  // ones of the library, which the program may override.
  const Functions& calls_of(const FunctionDecl* function);
  // Whether it can end in an exception, other than for want of memory.
  bool throws(const FunctionDecl* function);

 private:
  struct Text {
    Functions calls;
    bool throws = false;
  };
  const Text& text_of(const FunctionDecl* function);  // by itself
  const Text& all_of(const FunctionDecl* function);   // with all that it calls

  std::map<const FunctionDecl*, Text> own_, whole_;
};

// Of no source that is given.
bool is_of_library(const Decl* declaration);

}  // namespace hpcast::slicer
