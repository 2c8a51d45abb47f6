// Formats of printf.
#pragma once

#include "clang.h"

namespace hpcast::slicer {

// Whether %n is in it: an argument is told how much was printed.
bool counts_output(const StringLiteral& format);

}  // namespace hpcast::slicer
