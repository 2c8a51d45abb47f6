// Calls of the runtime (tracers/compiler/runtime) that are put before statements of the program.
#pragma once

#include "accesses.h"

namespace hpcast::plugin {

// Keeps what has been declared from GCC's collector of garbage, under the plugin's name.
void keep_hooks(const char* plugin);

// Of a reference (record.h). Larger ones, and odd ones, are ranges.
bool is_size_class(unsigned HOST_WIDE_INT bytes);

// Before the statement there: the access is told, which has lanes.
void tell_lanes(gimple_stmt_iterator& before, const Access& access);

enum class Moment { function_entered, function_left, exception_landed };
gimple* call_at(Moment moment);
// For who calls it in the machine's code.
std::string name_of_hook_at(Moment moment);
// So many complete iterations, and one more as far as the table's exit goes. `streams`: where they
// lie in memory; `kept`: the addresses of those that need them.
gimple* call_of_loop(tree streams, tree table, tree iterations, std::size_t exit, tree kept);

bool is_hook(tree function);
bool is_hook_of_loops(tree function);
bool is_hook_of_lanes(tree function);

// A variable of the present function's that only hooks are told of; an array of words.
tree own_variable(tree type);
tree own_words(std::size_t count);
// Whether a reference is to one of these, whose base that is: words are known wherever a pointer
// goes to them.
bool is_own_variable(tree base);

}  // namespace hpcast::plugin
