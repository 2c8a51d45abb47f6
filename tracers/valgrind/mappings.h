// What memory of this process is, as the system says. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace hpcast::tracer {

// Whether other processes may write there (MAP_SHARED, System V's segments): true where it is not
// known. Takes some 0.1 ms.
bool others_may_write(std::uint64_t address);

}  // namespace hpcast::tracer
