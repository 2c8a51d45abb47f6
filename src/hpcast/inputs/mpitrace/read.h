// Communication profiles from files, whatever format they have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

struct ReadOptions {
  // Of a SimGrid time-independent trace, which has floating-point operations where others have
  // times.
  double flops_per_second = 1e9;
  // What is larger is refused. OTF2 archives know how many ranks they have.
  std::uint32_t most_ranks = 1U << 24;
  double most_pattern_operations = 1U << 28;  // 8 GiB of them
  // Receives that were posted with wildcards have the source and tag of what they took when they
  // were recorded, where an OTF2 archive says it.
  bool wildcards_as_recorded = false;
};

// An OTF2 archive (its folder or its anchor file), a SimGrid time-independent trace (a file of all
// ranks, a file that lists files, a folder), a GOAL text, or a pattern. Throws InputError with what
// is wrong and where. What reads well but may not be meant is added to `warnings`, if given.
Profile read_profile(const std::string& path, const ReadOptions& options,
                     std::vector<Diagnostic>* warnings = nullptr);
Profile read_profile(const std::string& path, std::vector<Diagnostic>* warnings = nullptr);

// The same of a text, called `name` in faults: every format but OTF2. Files that it lists are not
// read: that is a fault.
Profile profile_in(std::string_view text, const std::string& name, const ReadOptions& options = {});

}  // namespace hpcast::mpitrace
