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

// One reference, a range of them, or (`from`) a copy.
struct Access {
  Op op = Op::read;
  tree address = NULL_TREE;          // a pointer
  tree from = NULL_TREE;             // of a copy; else null
  unsigned HOST_WIDE_INT bytes = 0;  // of each lane where there are lanes
  bool is_aligned = false;           // to its own size
  Lanes lanes;
};

// In the order in which they are made. Copies and fills that GCC makes calls of are not among them:
// the runtime wraps the C library's functions.
std::vector<Access> accesses_of(gimple* statement);

// The C library's function that it calls, as a builtin that GCC may expand in place, and that the
// runtime wraps; null: none.
const char* wrapped_function_of(gimple* statement);

}  // namespace hpcast::plugin
