// The references to memory that a statement of the optimised program makes.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

enum class Op { read, write, nontemporal };

// Which lanes of a vector are accessed. Of integers or floats: those whose sign bit is set; of a
// type without lanes, or of booleans: those whose bit is set.
struct Lanes {
  tree mask = NULL_TREE;     // null: all
  tree indices = NULL_TREE;  // of a gather or scatter; null: one behind the other
  HOST_WIDE_INT scale = 1;   // bytes, of an index
  unsigned count = 0;        // 0: the access has no lanes
};

struct Access {
  Op op = Op::read;
  tree address = NULL_TREE;          // a pointer
  unsigned HOST_WIDE_INT bytes = 0;  // of each lane where there are lanes
  bool is_whole_object = false;      // it is copied or cleared in pieces that are not known
  Lanes lanes;
};

// In the order in which they are made. Atomics are not among them.
std::vector<Access> accesses_of(gimple* statement);

// The C library's function that it calls, and that GCC, where code is to be small, may put one
// instruction in the place of, which looks at as much as it finds; null: none.
const char* wrapped_function_of(gimple* statement);

}  // namespace hpcast::plugin
