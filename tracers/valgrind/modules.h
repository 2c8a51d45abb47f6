// The files that code comes from, told to hpcast. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"

namespace hpcast::tracer {

// Code at that address is about to be executed.
void note_module(Addr code);

}  // namespace hpcast::tracer
