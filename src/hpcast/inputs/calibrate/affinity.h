// On which CPUs this thread may run.
#pragma once

#include <vector>

namespace hpcast::calibrate {

std::vector<unsigned> allowed_cpus();
// From now on this thread runs there only. Where the system refuses, nothing happens.
void stay_on(const std::vector<unsigned>& cpus);

}  // namespace hpcast::calibrate
