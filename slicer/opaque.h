// What the analysis does not understand. A list of what it does: all else stays as it is written.
#pragma once

#include "program.h"

namespace hpcast::slicer {

// Whether effects, points-to and relevance know that kind of statement or expression. Of another
// one they take it that it writes what its operands point to, and may give anything.
bool is_understood(const Stmt* node);
// Why a piece of code has to stay as it is, with all that is in it.
struct Opaque {
  const Stmt* statement;  // the whole one around that
  std::string why;
  bool joined = false;  // it may go, but only as a whole
};
std::vector<Opaque> opaque_in(const Function& function);
// setjmp and its like come back to where what is written says nothing of it.
bool returns_twice(const Function& function);
// The function that is called when the variable's life ends; null where there is none.
const FunctionDecl* cleanup_of(const VarDecl* variable);

}  // namespace hpcast::slicer
