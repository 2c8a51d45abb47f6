// How statements lie in each other.
#pragma once

#include "program.h"

namespace hpcast::slicer {

bool is_loop(const Stmt* statement);
const Stmt* without_attributes(const Stmt* statement);
// Null where it is no loop, or has none.
const Stmt* body_of(const Stmt* loop);
// What a break (of a switch too) or continue leaves.
const Stmt* target_of_jump(const Function& function, const Stmt* jump);
// Whether `inner` is `outer` or lies in it.
bool lies_in(const Function& function, const Stmt* inner, const Stmt* outer);
// What is executed as one: a child of a compound statement, the body of a loop or branch.
bool is_whole_statement(const Function& function, const Stmt* node);
// Whether a return, or a jump to somewhere else, lies in it.
bool leads_out(const Function& function, const Stmt* statement);
bool ends_in_return(const Function& function);
// Of types, functions, namespaces: what is no variable.
bool declares_names(const Stmt* statement);

}  // namespace hpcast::slicer
