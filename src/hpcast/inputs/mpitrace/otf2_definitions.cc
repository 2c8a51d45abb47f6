#include "hpcast/inputs/mpitrace/otf2_definitions.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/builder.h"

namespace hpcast::mpitrace {

namespace {

[[noreturn]] void refuse_definitions(const std::string& file, std::string message,
                                     std::string hint = "record the program again") {
  throw InputError({file, 0, {}, std::move(message), std::move(hint)});
}

}  // namespace

TraceCommunicators::TraceCommunicators(const TraceDefinitions& definitions, Profile& profile,
                                       const std::string& file)
    : profile_(profile) {
  find_locations(definitions, file);
  find_world(definitions, file);
  add_others(definitions, file);
}

void TraceCommunicators::find_locations(const TraceDefinitions& definitions,
                                        const std::string& file) {
  for (const auto& [reference, group] : definitions.groups)
    if (group.kind == TraceGroup::Kind::locations && group.of_mpi) locations_ = group.members;
  if (locations_.empty())
    refuse_definitions(
        file, "the archive has no group of the locations that are ranks of MPI",
        "it must be of an MPI program, recorded with MPI support (scorep --mpp=mpi)");
  if (locations_.size() > most_ranks)
    refuse_definitions(file, fmt::format("it has more than {} ranks", most_ranks));
  for (std::uint32_t rank = 0; rank < locations_.size(); ++rank) {
    if (definitions.locations.count(locations_[rank]) == 0)
      refuse_definitions(file, fmt::format("rank {} is location {}, which the archive lacks", rank,
                                           locations_[rank]));
    if (!rank_of_location_.emplace(locations_[rank], rank).second)
      refuse_definitions(file, fmt::format("location {} is two ranks", locations_[rank]));
  }
}

// By its name, or the first of all ranks in their order.
void TraceCommunicators::find_world(const TraceDefinitions& definitions, const std::string& file) {
  const auto ranks = static_cast<std::uint32_t>(locations_.size());
  Communicator world = world_of(ranks);
  const TraceCommunicator* found = nullptr;
  std::uint32_t at = no_reference;
  for (const auto& [reference, communicator] : definitions.communicators) {
    const auto group = definitions.groups.find(communicator.group);
    if (group == definitions.groups.end() || group->second.kind != TraceGroup::Kind::members ||
        !group->second.of_mpi || communicator.remote_group != no_reference)
      continue;
    const bool named = communicator.name == "MPI_COMM_WORLD";
    if ((found != nullptr && !named) || group->second.members.size() != ranks) continue;
    if (members_of(definitions, communicator.group, file) != world.members) continue;
    found = &communicator;
    at = reference;
    if (named) break;
  }
  if (found != nullptr && !found->name.empty()) world.name = found->name;
  profile_.communicators = {std::move(world)};
  if (found != nullptr) known_[at].index = 0;
}

void TraceCommunicators::add_others(const TraceDefinitions& definitions, const std::string& file) {
  for (const auto& [reference, communicator] : definitions.communicators) {
    if (known_.count(reference) != 0) continue;
    const auto group = definitions.groups.find(communicator.group);
    if (group == definitions.groups.end())
      refuse_definitions(
          file, fmt::format("communicator {} is of group {}, which the archive lacks", reference,
                            communicator.group));
    if (!group->second.of_mpi) continue;
    Known& added = known_[reference];
    added.self = group->second.kind == TraceGroup::Kind::self;
    if (added.self) continue;
    std::vector<std::uint32_t> members = members_of(definitions, communicator.group, file);
    if (communicator.remote_group != no_reference) {
      added.local = members;
      added.remote = members_of(definitions, communicator.remote_group, file);
      members.insert(members.end(), added.remote.begin(), added.remote.end());
    }
    added.index = static_cast<std::uint32_t>(profile_.communicators.size());
    profile_.communicators.push_back({communicator.name, std::move(members)});
  }
}

std::vector<std::uint32_t> TraceCommunicators::members_of(const TraceDefinitions& definitions,
                                                          std::uint32_t reference,
                                                          const std::string& file) const {
  const auto group = definitions.groups.find(reference);
  if (group == definitions.groups.end())
    refuse_definitions(file,
                       fmt::format("there is no group {}, which a communicator is of", reference));
  std::vector<std::uint32_t> members;
  members.reserve(group->second.members.size());
  for (const std::uint64_t member : group->second.members) {
    const auto at = rank_of_location_.find(member);
    const bool there =
        group->second.global ? at != rank_of_location_.end() : member < locations_.size();
    if (!there)
      refuse_definitions(file, fmt::format("group {} has member {}, but there are {} ranks",
                                           reference, member, locations_.size()));
    members.push_back(group->second.global ? at->second : static_cast<std::uint32_t>(member));
  }
  return members;
}

const TraceCommunicators::Known& TraceCommunicators::known(std::uint32_t reference) const {
  const auto at = known_.find(reference);
  if (at == known_.end()) throw fmt::format("there is no communicator {}", reference);
  return at->second;
}

std::uint32_t TraceCommunicators::index_of(std::uint32_t reference, std::uint32_t self) {
  const Known& one = known(reference);
  if (!one.self) return one.index;
  const auto next = static_cast<std::uint32_t>(profile_.communicators.size());
  const auto [at, is_new] = selves_.emplace(std::make_pair(reference, self), next);
  if (is_new) profile_.communicators.push_back({"MPI_COMM_SELF", {self}});
  return at->second;
}

std::uint32_t TraceCommunicators::world_rank(std::uint32_t reference, std::uint32_t rank,
                                             std::uint32_t self) {
  const Known& one = known(reference);
  if (one.self && rank == 0) return self;
  const bool inter = !one.remote.empty();
  const bool is_local =
      inter && std::find(one.local.begin(), one.local.end(), self) != one.local.end();
  static const std::vector<std::uint32_t> none;
  const std::vector<std::uint32_t>& members = one.self   ? none
                                              : !inter   ? profile_.communicators[one.index].members
                                              : is_local ? one.remote
                                                         : one.local;
  if (rank >= members.size()) throw fmt::format("communicator {} has no rank {}", reference, rank);
  return members[rank];
}

std::uint32_t TraceCommunicators::rank_in(std::uint32_t index, std::uint32_t self) {
  if (index == 0) return self;
  if (ranks_in_.size() <= index) ranks_in_.resize(index + std::size_t{1});
  const std::vector<std::uint32_t>& members = profile_.communicators[index].members;
  if (ranks_in_[index].empty())
    for (std::uint32_t i = 0; i < members.size(); ++i) ranks_in_[index].emplace(members[i], i);
  const auto at = ranks_in_[index].find(self);
  if (at == ranks_in_[index].end())
    throw fmt::format("the rank is not in the communicator '{}'",
                      profile_.communicators[index].name);
  return at->second;
}

bool TraceCommunicators::is_inter(std::uint32_t reference) const {
  return !known(reference).remote.empty();
}

}  // namespace hpcast::mpitrace
