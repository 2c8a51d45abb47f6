#include "hpcast/mpitrace/write_otf2.h"

#include <fmt/core.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <map>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/whole_folder.h"
#include "hpcast/mpitrace/archive_folder.h"
#include "hpcast/mpitrace/function_names.h"
#include "hpcast/mpitrace/otf2_names.h"
#include "hpcast/mpitrace/otf2_rank_writer.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::uint64_t ticks_a_second = 1000000000000;  // picoseconds
// A chunk must hold the longest definition, a group of all ranks: 9 bytes for each of them.
constexpr std::size_t bytes_a_member = 9, beside_members = 4096;
constexpr std::size_t most_members = (OTF2_CHUNK_SIZE_MAX - beside_members) / bytes_a_member;

// No larger than needed: whoever opens a location has a chunk of each kind.
std::uint64_t definition_chunk(const Profile& profile) {
  const std::uint64_t needed =
      profile.communicators[0].members.size() * bytes_a_member + beside_members;
  return std::clamp<std::uint64_t>(needed, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
}

OTF2_FlushType flush_always(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

OTF2_ErrorCode keep_write_error(void* data, const char*, std::uint64_t, const char*,
                                OTF2_ErrorCode code, const char*, va_list) {
  OTF2_ErrorCode& first = *static_cast<OTF2_ErrorCode*>(data);
  if (first == OTF2_SUCCESS) first = code;
  return code;
}

// Definitions, which are written at the end.
class DefinitionWriter {
 public:
  DefinitionWriter(const Profile& profile,
                   const std::unordered_map<std::uint32_t, std::uint32_t>& windows,
                   OTF2_GlobalDefWriter* writer)
      : profile_(profile), windows_(windows), writer_(writer) {}

  void write(const std::vector<std::uint64_t>& events, std::uint64_t length) {
    OTF2_GlobalDefWriter_WriteClockProperties(writer_, ticks_a_second, 0, length,
                                              OTF2_UNDEFINED_TIMESTAMP);
    const std::uint32_t empty = text("");  // 0, the name of the program too
    write_names(empty);
    write_regions(empty);
    write_tree(events);
    write_communicators(empty);
  }

 private:
  static constexpr OTF2_GroupRef locations_group = 0;

  std::uint32_t text(const std::string& value) {
    const auto next = static_cast<std::uint32_t>(strings_.size());
    const auto [at, is_new] = strings_.emplace(value, next);
    if (is_new) OTF2_GlobalDefWriter_WriteString(writer_, next, value.c_str());
    return at->second;
  }

  void write_names(std::uint32_t empty) {
    static constexpr std::array<OTF2_Type, own_attribute_count> types = {
        OTF2_TYPE_INT32, OTF2_TYPE_INT32, OTF2_TYPE_COMM,   OTF2_TYPE_UINT64,
        OTF2_TYPE_UINT8, OTF2_TYPE_UINT8, OTF2_TYPE_UINT32, OTF2_TYPE_UINT64};
    for (std::uint32_t i = 0; i < own_attribute_count; ++i)
      OTF2_GlobalDefWriter_WriteAttribute(writer_, i, text(own_attribute_names[i]), empty,
                                          types[i]);
    for (std::uint32_t i = 0; i < own_parameter_count; ++i)
      OTF2_GlobalDefWriter_WriteParameter(
          writer_, i, text(own_parameter_names[i]),
          static_cast<OwnParameter>(i) == OwnParameter::not_understood
              ? OTF2_PARAMETER_TYPE_STRING
              : OTF2_PARAMETER_TYPE_UINT64);
    OTF2_GlobalDefWriter_WriteParadigm(writer_, OTF2_PARADIGM_MPI, text("MPI"),
                                       OTF2_PARADIGM_CLASS_PROCESS);
  }

  void write_region(std::uint32_t reference, const std::string& name, std::uint32_t empty) {
    const std::uint32_t string = text(name);
    OTF2_GlobalDefWriter_WriteRegion(writer_, reference, string, string, empty,
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

  void write_tree(const std::vector<std::uint64_t>& events) {
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, text("simulated machine"), text("machine"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    const std::uint32_t thread = text("Master thread");
    for (std::uint32_t rank = 0; rank < events.size(); ++rank) {
      OTF2_GlobalDefWriter_WriteLocationGroup(writer_, rank, text(fmt::format("MPI Rank {}", rank)),
                                              OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                              OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation(writer_, rank, thread, OTF2_LOCATION_TYPE_CPU_THREAD,
                                         events[rank], rank);
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
      OTF2_GlobalDefWriter_WriteComm(writer_, i, text(communicator.name), locations_group + 1 + i,
                                     i == 0 ? OTF2_UNDEFINED_COMM : 0, OTF2_COMM_FLAG_NONE);
    }
    std::map<std::uint32_t, std::uint32_t> communicators;  // by window
    for (const auto& [communicator, window] : windows_) communicators[window] = communicator;
    for (const auto& [window, communicator] : communicators)
      OTF2_GlobalDefWriter_WriteRmaWin(writer_, window, empty, communicator,
                                       OTF2_RMA_WIN_FLAG_NONE);
  }

  void write_group(OTF2_GroupRef reference, OTF2_GroupType type,
                   const std::vector<std::uint64_t>& members, std::uint32_t empty) {
    OTF2_GlobalDefWriter_WriteGroup(writer_, reference, empty, type, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE,
                                    static_cast<std::uint32_t>(members.size()), members.data());
  }

  const Profile& profile_;
  const std::unordered_map<std::uint32_t, std::uint32_t>& windows_;
  OTF2_GlobalDefWriter* writer_;
  std::unordered_map<std::string, std::uint32_t> strings_;
};

class ArchiveWriter {
 public:
  ArchiveWriter(const std::string& path, const Profile& profile, const WriteOptions& options)
      : profile_(profile), options_(options), windows_(windows_of(profile)) {
    OTF2_Error_RegisterCallback(keep_write_error, &error_);
    archive_ =
        OTF2_Archive_Open(path.c_str(), "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_MIN,
                          definition_chunk(profile), OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive_ == nullptr) return;
    static OTF2_FlushCallbacks flush{flush_always, nullptr};
    must(OTF2_Archive_SetFlushCallbacks(archive_, &flush, nullptr));
    must(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    must(OTF2_Archive_SetCreator(archive_, options.creator.c_str()));
    set_property(origin_property, profile.origin);
    set_property(not_modelled_property, joined(profile.not_modelled));
    set_property(partial_property, joined(profile.partial));
  }
  ~ArchiveWriter() {
    close();
    OTF2_Error_RegisterCallback(nullptr, nullptr);
  }
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  void write(const Timeline& timeline) {
    if (archive_ == nullptr) return;
    const std::uint64_t length = write_events(timeline);
    // Of no location, but readers look for them.
    must(OTF2_Archive_OpenDefFiles(archive_));
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank)
      if (OTF2_DefWriter* const writer = OTF2_Archive_GetDefWriter(archive_, rank))
        must(OTF2_Archive_CloseDefWriter(archive_, writer));
    must(OTF2_Archive_CloseDefFiles(archive_));
    if (OTF2_GlobalDefWriter* const writer = OTF2_Archive_GetGlobalDefWriter(archive_)) {
      DefinitionWriter(profile_, windows_, writer).write(events_, length);
      must(OTF2_Archive_CloseGlobalDefWriter(archive_, writer));
    }
  }

  // What went wrong, if anything.
  OTF2_ErrorCode close() {
    if (archive_ != nullptr) must(OTF2_Archive_Close(archive_));
    archive_ = nullptr;
    return error_;
  }

 private:
  static std::string joined(const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += (all.empty() ? "" : "\n") + line;
    return all;
  }

  void set_property(const char* name, const std::string& value) {
    if (!value.empty()) must(OTF2_Archive_SetProperty(archive_, name, value.c_str(), true));
  }

  // Returns when the last event is.
  std::uint64_t write_events(const Timeline& timeline) {
    std::uint64_t length = 0;
    must(OTF2_Archive_OpenEvtFiles(archive_));
    CommunicatorRanks ranks(profile_);
    Progress progress("writing the archive");
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank) {
      OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_, rank);
      if (writer == nullptr) return length;
      const std::vector<Interval>& times = timeline[rank];
      const std::uint64_t end = times.empty() ? 0 : static_cast<std::uint64_t>(times.back().end);
      must(Otf2RankWriter(profile_, rank, ranks, windows_, writer, matches_of(rank))
               .write(times, end));
      std::uint64_t events = 0;
      must(OTF2_EvtWriter_GetNumberOfEvents(writer, &events));
      events_.push_back(events);
      must(OTF2_Archive_CloseEvtWriter(archive_, writer));
      length = std::max(length, end);
      if (progress.due()) progress.show((rank + 1.0) / static_cast<double>(profile_.ranks.size()));
    }
    must(OTF2_Archive_CloseEvtFiles(archive_));
    return length + 1;
  }

  const std::unordered_map<std::uint32_t, Match>* matches_of(std::uint32_t rank) const {
    return options_.matches == nullptr ? nullptr : &(*options_.matches)[rank];
  }

  void must(OTF2_ErrorCode code) {
    if (error_ == OTF2_SUCCESS) error_ = code;
  }

  const Profile& profile_;
  const WriteOptions& options_;
  const std::unordered_map<std::uint32_t, std::uint32_t> windows_;
  OTF2_Archive* archive_ = nullptr;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
  std::vector<std::uint64_t> events_;
};

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

void check_otf2_output(const std::string& folder) { check_archive_folder(folder); }

void write_otf2(const std::string& folder, const Profile& profile, const Timeline& timeline,
                const WriteOptions& options) {
  check_archive_folder(folder);
  check_writable(folder, profile);
  WholeFolder output(folder);
  OTF2_ErrorCode error = OTF2_SUCCESS;
  {
    ArchiveWriter writer(output.path(), profile, options);
    writer.write(timeline);
    error = writer.close();
  }
  if (error != OTF2_SUCCESS)
    throw InputError(fmt::format("{}: the archive cannot be written: {}", folder,
                                 OTF2_Error_GetDescription(error)));
  output.commit();
}

}  // namespace hpcast::mpitrace
