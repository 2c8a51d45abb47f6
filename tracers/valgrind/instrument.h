// Puts the tracing into the program's translated code. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"

namespace hpcast::tracer {

struct Instrumentation {
  bool code;                     // the stream tells what is executed, by descriptions of it
  void (*at_begin)() = nullptr;  // called before the superblock
};

// A superblock with, for each load and store, its record put into the batch, and its operations
// counted.
IRSB* instrument(const IRSB* block, const Instrumentation& what);

}  // namespace hpcast::tracer
