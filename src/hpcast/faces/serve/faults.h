// What is wrong with an input, for the page that sent it.
#pragma once

#include <string>

#include "hpcast/base/diagnostics.h"

namespace hpcast::serve {

// {"message": as a terminal would show it, "faults": [{"pointer", "line", "message", "hint"}, …]}
std::string faults_json(const InputError& error);

}  // namespace hpcast::serve
