// OTF2 archives of simulated runs, for otf2-print, Vampir, CubeGUI and their like, and for
// read_profile(), which makes the same profile of them again. docs/profile.md.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// What a receive that was posted with a wildcard received.
struct Match {
  std::uint32_t source = 0;  // rank of the world
  std::int32_t tag = 0;
};
// By rank, then by operation. A match that is not there stands as "undefined" in the archive.
using Matches = std::vector<std::unordered_map<std::uint32_t, Match>>;

struct WriteOptions {
  std::string creator = "hpcast";
  const Matches* matches = nullptr;
};

// The archive is the folder, with the anchor file traces.otf2 in it. It is written beside and then
// put in its place: what is there is either what was there before or all of the archive. An
// existing folder that is no archive is refused. Of each rank's timeline only what holds for the
// operations of profile is used, and times must not go backwards. Throws InputError.
//
// What does not come back the same: compute intervals of length 0 and those right after another;
// waits for nothing; calls without a function (they get the name of their kind); numbers of
// request slots; non-blocking collectives that nobody waits for, which are lost.
void write_otf2(const std::string& folder, const Profile& profile, const Timeline& timeline,
                const WriteOptions& options = {});

// Refuses, as write_otf2() does, what it could not replace. Before a long simulation.
void check_otf2_output(const std::string& folder);

}  // namespace hpcast::mpitrace
