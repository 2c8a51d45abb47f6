// What a name means where a region stands.
#pragma once

#include "program.h"

namespace hpcast::slicer {

// Whether the variable can be read there by its name.
bool is_visible(const VarDecl* variable, const Function& function, const Stmt* at);
// Whether the program has read through the pointer of that name, whatever happened, when it comes
// there.
bool is_read_before(const std::string& pointer, const Function& function, const Stmt* at);
// Whether the field can, of an object that can be read.
bool is_visible(const FieldDecl* field, const Function& function, const Stmt* at);

}  // namespace hpcast::slicer
