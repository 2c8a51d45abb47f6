// Expressions that stand in types.
#pragma once

#include <vector>

#include "clang.h"

namespace hpcast::slicer {

// What stands in types that are written there: what is computed, as lengths of arrays are, and what
// is only named, as by typeof.
struct InTypes {
  std::vector<const Expr*> computed, named;
};
InTypes in_types(const Stmt* statement);
InTypes in_types(const DeclaratorDecl* declaration);

}  // namespace hpcast::slicer
