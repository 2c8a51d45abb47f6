// What of a program can be executed.
#pragma once

#include <vector>

#include "clang.h"

namespace hpcast::slicer {

// The children that can be executed: not the dead branch of a condition that is a constant, nor the
// body of a lambda, which is a function of its own.
std::vector<const Stmt*> live_children(const Stmt* statement, ASTContext& context);
// What a default argument or a field's initialiser stands for where it is computed each time; null
// for constants, and everything else.
const Expr* computed_default(const Stmt* statement);
}  // namespace hpcast::slicer
