// What is looked at before libotf2 reads an archive: it is not robust against damaged ones, some
// of which keep it busy for ever. All throw InputError.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct OTF2_Reader_struct;

namespace hpcast::otf2 {

// Is there, is an anchor file, and is whole.
void check_anchor(const std::string& anchor);

// As many global definitions as the anchor file says: the library reads that many, however few
// there are.
void check_definitions(OTF2_Reader_struct* reader, const std::string& anchor);

// A file of definitions for each of the locations, or for none, as some archives have it; each ends
// where it says so: the library reads on for ever.
void check_local_definitions(OTF2_Reader_struct* reader, const std::string& anchor,
                             const std::vector<std::uint64_t>& locations);

}  // namespace hpcast::otf2
