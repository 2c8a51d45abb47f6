// An archive's definitions by location.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct OTF2_Reader_struct;

namespace hpcast::otf2 {

// They map the numbers that each location's events use, and its clock. An archive may lack all of
// them. Throws InputError where some are missing or damaged.
void read_local_definitions(OTF2_Reader_struct* reader, const std::string& anchor,
                            const std::vector<std::uint64_t>& locations);

}  // namespace hpcast::otf2
