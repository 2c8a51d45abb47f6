// Puts the tracing into the program's translated code. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"

namespace hpcast::tracer {

// A superblock with, for each load and store, its record put into the batch, and its operations
// counted. `dependences`: with the records of what each load's address depends on, too.
IRSB* instrument(const IRSB* block, const VexGuestLayout* layout, bool dependences);

}  // namespace hpcast::tracer
