// The machine as layers from the cores outwards, coloured by how busy each object is.
#pragma once

#include <string>
#include <vector>

#include "hpcast/report/analysis.h"
#include "hpcast/report/groups.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::report {

// An SVG element. A row a group, a cell an object, NUMA nodes with cores side by side, memory
// without cores below them; edges only where they take time.
std::string machine_picture(const result::MemoryResult& result, const std::vector<Group>& groups,
                            const PhaseTimes& times);

}  // namespace hpcast::report
