// The part of a superblock that an exit's outcome is computed by, as a LookCode.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"
#include "look_code.h"

namespace hpcast::tracer {

// Of the superblock's statement `exit`: `code` is filled in, and what its inputs are (null: none):
// values, and addresses of those that are loaded. Where a step is not known, the outcome is not,
// and the inputs are what is loaded on the way there. False where nothing is loaded.
struct LookInputs {
  IRExpr* value[LookCode::most_inputs];
  IRExpr* address[LookCode::most_inputs];
};
bool slice_look(const IRSB* block, Int exit, LookCode& code, LookInputs& inputs);

}  // namespace hpcast::tracer
