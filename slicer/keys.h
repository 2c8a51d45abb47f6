// Which thing a name means, whatever source it stands in.
#pragma once

#include <string>

#include "clang.h"

namespace hpcast::slicer {

// A variable, also one that structured bindings are parts of.
const VarDecl* variable_of(const DeclRefExpr* name);

// The same text for all declarations of one thing, in whatever source.
std::string key_of(const NamedDecl* declaration);

}  // namespace hpcast::slicer
