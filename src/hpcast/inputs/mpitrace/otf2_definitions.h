// What an OTF2 archive says before its events, as far as a profile needs it. Nothing of libotf2 is
// in here, so that the rules of reading can be tested without it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hpcast/inputs/mpitrace/otf2_names.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

inline constexpr std::uint32_t no_reference = UINT32_MAX;  // OTF2_UNDEFINED_*

struct TraceRegion {
  enum class Kind : std::uint8_t { user, mpi, measurement };
  std::string name;
  Kind kind = Kind::user;
};

struct TraceLocation {
  std::uint64_t events = 0;
  std::uint32_t group = 0;
  bool is_thread = true;
};

struct TraceGroup {
  enum class Kind : std::uint8_t { other, locations, members, self };
  Kind kind = Kind::other;
  bool of_mpi = false;
  bool global = false;  // members are locations, not indices of the group of locations
  std::vector<std::uint64_t> members;
};

struct TraceCommunicator {
  std::string name;
  std::uint32_t group = no_reference, remote_group = no_reference;  // the latter of an inter-one
};

struct TraceDefinitions {
  std::uint64_t ticks_a_second = 1;
  std::unordered_map<std::uint32_t, TraceRegion> regions;
  std::map<std::uint64_t, TraceLocation> locations;
  std::map<std::uint32_t, TraceGroup> groups;
  std::map<std::uint32_t, TraceCommunicator> communicators;
  std::unordered_map<std::uint32_t, std::uint32_t> windows;  // their communicators
  std::array<std::optional<std::uint32_t>, own_attribute_count> attributes;
  std::unordered_map<std::uint32_t, OwnParameter> parameters;
  std::unordered_map<std::uint32_t, std::string> strings;
  std::string creator, origin, not_modelled, partial;
};

// Communicators of an archive as those of a profile.
class TraceCommunicators {
 public:
  // Fills profile.communicators. Throws InputError, which names `file`.
  TraceCommunicators(const TraceDefinitions& definitions, Profile& profile,
                     const std::string& file);

  // By rank: the location that its master thread is.
  const std::vector<std::uint64_t>& locations() const { return locations_; }

  // What follows throws a std::string that says what is wrong, for whoever knows which event it is.
  std::uint32_t index_of(std::uint32_t reference, std::uint32_t self);
  // The rank of the world that is `rank` in that communicator, seen from `self`: of an
  // inter-communicator, in the group that `self` is not in.
  std::uint32_t world_rank(std::uint32_t reference, std::uint32_t rank, std::uint32_t self);
  std::uint32_t rank_in(std::uint32_t index, std::uint32_t self);
  bool is_inter(std::uint32_t reference) const;
  std::uint32_t size_of(std::uint32_t index) const {
    return static_cast<std::uint32_t>(profile_.communicators[index].members.size());
  }

 private:
  struct Known {
    std::uint32_t index = no_reference;  // of the profile
    bool self = false;
    std::vector<std::uint32_t> local, remote;  // the groups of an inter-communicator
  };
  void find_locations(const TraceDefinitions& definitions, const std::string& file);
  void find_world(const TraceDefinitions& definitions, const std::string& file);
  void add_others(const TraceDefinitions& definitions, const std::string& file);
  std::vector<std::uint32_t> members_of(const TraceDefinitions& definitions,
                                        std::uint32_t reference, const std::string& file) const;
  const Known& known(std::uint32_t reference) const;

  Profile& profile_;
  std::vector<std::uint64_t> locations_;
  std::unordered_map<std::uint64_t, std::uint32_t> rank_of_location_;
  std::unordered_map<std::uint32_t, Known> known_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> selves_;
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> ranks_in_;  // by index; if asked
};

}  // namespace hpcast::mpitrace
