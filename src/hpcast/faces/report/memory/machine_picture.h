// The machine as layers from the cores outwards, coloured by how busy each object is.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/groups.h"

namespace hpcast::report {

// An SVG element. A row a group, a cell an object, NUMA nodes with cores side by side, memory
// without cores below them; edges only where they take time.
std::string machine_picture(const answers::MemoryAnswer& result, const std::vector<Group>& groups,
                            const PhaseTimes& times);

}  // namespace hpcast::report
