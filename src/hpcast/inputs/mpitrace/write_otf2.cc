#include "hpcast/inputs/mpitrace/write_otf2.h"

#include <fmt/core.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/function_names.h"
#include "hpcast/inputs/mpitrace/otf2_names.h"
#include "hpcast/inputs/mpitrace/otf2_rank_writer.h"
#include "hpcast/inputs/otf2/archive_folder.h"
#include "hpcast/inputs/otf2/archive_properties.h"
#include "hpcast/inputs/otf2/archive_writer.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::uint64_t ticks_a_second = 1000000000000;  // picoseconds
// A chunk must hold the longest definition, a group of all ranks: 9 bytes for each of them.
constexpr std::size_t bytes_a_member = 9, beside_members = 4096;
constexpr std::size_t most_members = (OTF2_CHUNK_SIZE_MAX - beside_members) / bytes_a_member;

std::uint64_t longest_definition(const Profile& profile) {
  return profile.communicators[0].members.size() * bytes_a_member + beside_members;
}

// Definitions, which are written at the end.
class DefinitionWriter {
 public:
  DefinitionWriter(const Profile& profile,
                   const std::unordered_map<std::uint32_t, std::uint32_t>& windows,
                   otf2::ArchiveWriter& archive)
      : profile_(profile), windows_(windows), archive_(archive) {}

  void write(std::uint64_t length) {
    OTF2_GlobalDefWriter_WriteClockProperties(writer(), ticks_a_second, 0, length,
                                              OTF2_UNDEFINED_TIMESTAMP);
    const std::uint32_t empty = text("");  // 0, the name of the program too
    write_names(empty);
    write_regions(empty);
    write_tree();
    write_communicators(empty);
  }

 private:
  static constexpr OTF2_GroupRef locations_group = 0;

  std::uint32_t text(const std::string& value) { return archive_.text(value); }

  void write_names(std::uint32_t empty) {
    static constexpr std::array<OTF2_Type, own_attribute_count> types = {
        OTF2_TYPE_INT32, OTF2_TYPE_INT32, OTF2_TYPE_COMM,   OTF2_TYPE_UINT64,
        OTF2_TYPE_UINT8, OTF2_TYPE_UINT8, OTF2_TYPE_UINT32, OTF2_TYPE_UINT64};
    for (std::uint32_t i = 0; i < own_attribute_count; ++i)
      OTF2_GlobalDefWriter_WriteAttribute(writer(), i, text(own_attribute_names[i]), empty,
                                          types[i]);
    for (std::uint32_t i = 0; i < own_parameter_count; ++i)
      OTF2_GlobalDefWriter_WriteParameter(
          writer(), i, text(own_parameter_names[i]),
          static_cast<OwnParameter>(i) == OwnParameter::not_understood
              ? OTF2_PARAMETER_TYPE_STRING
              : OTF2_PARAMETER_TYPE_UINT64);
    OTF2_GlobalDefWriter_WriteParadigm(writer(), OTF2_PARADIGM_MPI, text("MPI"),
                                       OTF2_PARADIGM_CLASS_PROCESS);
  }

  void write_region(std::uint32_t reference, const std::string& name, std::uint32_t empty) {
    const std::uint32_t string = text(name);
    OTF2_GlobalDefWriter_WriteRegion(writer(), reference, string, string, empty,
                                     OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_MPI,
                                     OTF2_REGION_FLAG_NONE, empty, 0, 0);
  }

  void write_regions(std::uint32_t empty) {
    Operation call;
    for (std::uint32_t i = 1; i < profile_.functions.size(); ++i) {
      call.function = static_cast<std::uint16_t>(i);
      write_region(region_of(profile_, call), profile_.functions[i], empty);
    }
    Operation unnamed;
    for (std::uint8_t kind = 1; kind <= static_cast<std::uint8_t>(Kind::flush); ++kind) {
      unnamed.kind = static_cast<Kind>(kind);
      write_region(region_of(profile_, unnamed), default_function(unnamed), empty);
    }
  }

  void write_tree() {
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer(), 0, text("simulated machine"),
                                             text("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    const std::uint32_t thread = text("Master thread");
    for (const auto& [location, events] : archive_.event_counts()) {
      const auto rank = static_cast<std::uint32_t>(location);
      OTF2_GlobalDefWriter_WriteLocationGroup(
          writer(), rank, text(fmt::format("MPI Rank {}", rank)), OTF2_LOCATION_GROUP_TYPE_PROCESS,
          0, OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation(writer(), rank, thread, OTF2_LOCATION_TYPE_CPU_THREAD,
                                         events, rank);
    }
  }

  void write_communicators(std::uint32_t empty) {
    const std::vector<std::uint64_t> world(profile_.communicators[0].members.begin(),
                                           profile_.communicators[0].members.end());
    write_group(locations_group, OTF2_GROUP_TYPE_COMM_LOCATIONS, world, empty);
    for (std::uint32_t i = 0; i < profile_.communicators.size(); ++i) {
      const Communicator& communicator = profile_.communicators[i];
      write_group(locations_group + 1 + i, OTF2_GROUP_TYPE_COMM_GROUP,
                  {communicator.members.begin(), communicator.members.end()}, empty);
      OTF2_GlobalDefWriter_WriteComm(writer(), i, text(communicator.name), locations_group + 1 + i,
                                     i == 0 ? OTF2_UNDEFINED_COMM : 0, OTF2_COMM_FLAG_NONE);
    }
    std::map<std::uint32_t, std::uint32_t> communicators;  // by window
    for (const auto& [communicator, window] : windows_) communicators[window] = communicator;
    for (const auto& [window, communicator] : communicators)
      OTF2_GlobalDefWriter_WriteRmaWin(writer(), window, empty, communicator,
                                       OTF2_RMA_WIN_FLAG_NONE);
  }

  void write_group(OTF2_GroupRef reference, OTF2_GroupType type,
                   const std::vector<std::uint64_t>& members, std::uint32_t empty) {
    OTF2_GlobalDefWriter_WriteGroup(writer(), reference, empty, type, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE,
                                    static_cast<std::uint32_t>(members.size()), members.data());
  }

  const Profile& profile_;
  const std::unordered_map<std::uint32_t, std::uint32_t>& windows_;
  // Null once anything went wrong, which libotf2 takes for an error, too.
  OTF2_GlobalDefWriter* writer() { return archive_.definitions(); }

  otf2::ArchiveWriter& archive_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) add_item(all, line, "\n");
  return all;
}

// Returns when the last event is.
std::uint64_t write_events(const Profile& profile, const Timeline& timeline,
                           const WriteOptions& options,
                           const std::unordered_map<std::uint32_t, std::uint32_t>& windows,
                           otf2::ArchiveWriter& archive) {
  std::uint64_t length = 0;
  CommunicatorRanks ranks(profile);
  Progress progress("writing the archive");
  for (std::uint32_t rank = 0; rank < profile.ranks.size(); ++rank) {
    OTF2_EvtWriter* const writer = archive.events(rank);
    if (writer == nullptr) return length;
    const std::vector<Interval>& times = timeline[rank];
    const std::uint64_t end = times.empty() ? 0 : static_cast<std::uint64_t>(times.back().end);
    const auto* const matches = options.matches == nullptr ? nullptr : &(*options.matches)[rank];
    archive.must(Otf2RankWriter(profile, rank, ranks, windows, writer, matches).write(times, end));
    archive.close_events(rank);
    length = std::max(length, end);
    if (progress.due()) progress.show((rank + 1.0) / static_cast<double>(profile.ranks.size()));
  }
  return length + 1;
}

void check_writable(const std::string& folder, const Profile& profile) {
  if (profile.ranks.empty() || profile.communicators.empty())
    throw InputError(folder + ": a profile without ranks makes no archive");
  for (const Communicator& communicator : profile.communicators)
    if (communicator.members.size() > most_members)
      throw InputError(
          fmt::format("{}: an OTF2 archive cannot hold a communicator of more than {} "
                      "ranks",
                      folder, most_members));
}

}  // namespace

void check_otf2_output(const std::string& folder) { otf2::check_archive_folder(folder); }

void write_otf2(const std::string& folder, const Profile& profile, const Timeline& timeline,
                const WriteOptions& options) {
  check_writable(folder, profile);
  otf2::ArchiveWriter archive(folder, options.creator, longest_definition(profile));
  archive.set_property(origin_property, profile.origin);
  archive.set_property(not_modelled_property, joined(profile.not_modelled));
  archive.set_property(otf2::partial_property, joined(profile.partial));
  const auto windows = windows_of(profile);
  const std::uint64_t length = write_events(profile, timeline, options, windows, archive);
  DefinitionWriter(profile, windows, archive).write(length);
  archive.commit();
}

}  // namespace hpcast::mpitrace
