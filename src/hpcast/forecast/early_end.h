// What to look at where a command has failed before its program began.
#pragma once

#include <string>

namespace hpcast::forecast {

// `program`: the command's first word. Of mpirun and its kin, what most often keeps ranks from
// starting.
std::string hint_at_early_end(const std::string& program);

}  // namespace hpcast::forecast
