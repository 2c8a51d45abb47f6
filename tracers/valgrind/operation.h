// What an operation of VEX's intermediate representation counts as.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"

namespace hpcast::tracer {

struct FloatOperation {
  unsigned flops = 0;  // 0: none that counts (operations.h)
  bool double_precision = false;
  bool scalar = false;  // one element of a vector register, or of none
};
FloatOperation float_operation(IROp op);

// Of integers in vector registers; 0 for all other operations.
unsigned integer_elements(IROp op);

}  // namespace hpcast::tracer
