// What memory of this process is, as the system says. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

// Whether other processes may write there (MAP_SHARED, System V's segments): true where it is not
// known. Takes some 0.1 ms the first time on a page.
bool others_may_write(std::uint64_t address);
// The process has mapped memory, or given some back.
void forget_mappings();

}  // namespace hpcast::tracer
