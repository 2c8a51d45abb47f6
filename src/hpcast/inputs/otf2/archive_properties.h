// What an OTF2 archive tells of itself in its anchor file: who wrote it, properties (texts by
// name).
#pragma once

#include <string>

struct OTF2_Reader_struct;

namespace hpcast::otf2 {

// Of an archive that is not of a whole run: why, in lines.
inline constexpr char partial_property[] = "HPCAST::PARTIAL";
// Of an archive of simulated counters: how many lines the smallest cache of each level holds,
// "512 4096 573440".
inline constexpr char cache_lines_property[] = "HPCAST::CACHE_LINES";

// Empty where the archive has none of that name.
std::string property(OTF2_Reader_struct* reader, const std::string& name);

// Empty where the archive names none.
std::string creator(OTF2_Reader_struct* reader);

}  // namespace hpcast::otf2
