// What the MPI recorder left behind: a file for each rank (record_file.h), as a profile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"

namespace hpcast::mpitrace {

struct Recorded {
  Profile profile;
  Matches matches;  // of receives and probes with wildcards
};

// How far ranks are that may still run.
struct RecordProgress {
  std::uint32_t ranks = 0;  // that have begun
  std::uint64_t operations = 0;
  double compute_s = 0;
};
RecordProgress record_progress(const std::string& folder);

// Throws InputError where a file is not what a rank writes. Without any: a profile of no ranks.
Recorded read_recorded(const std::string& folder);
// The same of files' contents.
Recorded recorded_in(const std::vector<std::string>& files);

}  // namespace hpcast::mpitrace
