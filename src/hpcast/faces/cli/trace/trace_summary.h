// What is said of a trace that a command has written.
#pragma once

#include <string>

#include "hpcast/inputs/reftrace/manifest.h"

namespace hpcast::cli {

// One line to standard output; why the trace is partial, if it is, to standard error.
void summarise(const std::string& trace, const reftrace::Manifest& manifest);

}  // namespace hpcast::cli
