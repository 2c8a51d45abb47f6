#include "hpcast/inputs/otf2/archive_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdarg>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/otf2/archive_folder.h"

namespace hpcast::otf2 {

namespace {

OTF2_ErrorCode keep_write_error(void* data, const char*, std::uint64_t, const char*,
                                OTF2_ErrorCode code, const char*, va_list) {
  static_cast<ArchiveWriter*>(data)->must(code);
  return code;
}

// Archives that libotf2 could not write; known of still, so that nobody takes them for leaks.
std::vector<OTF2_Archive*>& given_up() {
  static auto* const archives = new std::vector<OTF2_Archive*>;
  return *archives;
}

const std::string& replaceable(const std::string& folder) {
  check_archive_folder(folder);
  return folder;
}

}  // namespace

ArchiveWriter::ArchiveWriter(const std::string& folder, const std::string& creator,
                             std::uint64_t definition_bytes)
    : folder_(folder), output_(replaceable(folder)), memory_(output_.path()) {
  OTF2_Error_RegisterCallback(keep_write_error, this);
  open(creator, definition_bytes);
}

ArchiveWriter::~ArchiveWriter() {
  close();
  OTF2_Error_RegisterCallback(nullptr, nullptr);
}

void ArchiveWriter::open(const std::string& creator, std::uint64_t definition_bytes) {
  // No larger than needed: whoever opens a location has a chunk of each kind.
  const auto chunk =
      std::clamp<std::uint64_t>(definition_bytes, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
  archive_ =
      OTF2_Archive_Open(output_.path().c_str(), "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_MIN,
                        chunk, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (archive_ == nullptr) return;
  must(memory_.attach(archive_));
  must(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
  must(OTF2_Archive_SetCreator(archive_, creator.c_str()));
  must(OTF2_Archive_OpenEvtFiles(archive_));
}

void ArchiveWriter::set_property(const char* name, const std::string& value) {
  if (archive_ != nullptr && !value.empty())
    must(OTF2_Archive_SetProperty(archive_, name, value.c_str(), true));
}

OTF2_EvtWriter* ArchiveWriter::events(std::uint64_t location) {
  if (!is_usable()) return nullptr;
  OTF2_EvtWriter*& writer = writers_[location];
  if (writer == nullptr) writer = OTF2_Archive_GetEvtWriter(archive_, location);
  return writer;
}

void ArchiveWriter::close_events(std::uint64_t location) {
  if (!is_usable()) return;
  const auto writer = writers_.extract(location);
  if (writer.empty() || writer.mapped() == nullptr) return;
  must(OTF2_EvtWriter_GetNumberOfEvents(writer.mapped(), &counts_[location]));
  must(OTF2_Archive_CloseEvtWriter(archive_, writer.mapped()));
}

void ArchiveWriter::close_all_events() {
  std::vector<std::uint64_t> open;
  for (const auto& [location, writer] : writers_) open.push_back(location);
  for (const std::uint64_t location : open) close_events(location);
  if (!is_usable()) return;
  must(OTF2_Archive_CloseEvtFiles(archive_));
  // Definitions of no location, but readers look for the files.
  must(OTF2_Archive_OpenDefFiles(archive_));
  for (const auto& [location, events] : counts_)
    if (OTF2_DefWriter* const writer = OTF2_Archive_GetDefWriter(archive_, location))
      must(OTF2_Archive_CloseDefWriter(archive_, writer));
  must(OTF2_Archive_CloseDefFiles(archive_));
}

OTF2_GlobalDefWriter* ArchiveWriter::definitions() {
  if (!is_usable()) return nullptr;
  if (definitions_ != nullptr) return definitions_;
  close_all_events();
  if (!is_usable()) return nullptr;
  definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_);
  return definitions_;
}

std::uint32_t ArchiveWriter::text(const std::string& value) {
  const auto next = static_cast<std::uint32_t>(strings_.size());
  const auto [at, is_new] = strings_.emplace(value, next);
  if (is_new && definitions() != nullptr)
    must(OTF2_GlobalDefWriter_WriteString(definitions_, next, value.c_str()));
  return at->second;
}

void ArchiveWriter::close() {
  if (archive_ == nullptr) return;
  if (is_usable() && definitions_ != nullptr)
    must(OTF2_Archive_CloseGlobalDefWriter(archive_, definitions_));
  if (is_usable())
    must(OTF2_Archive_Close(archive_));
  else
    given_up().push_back(archive_);
  archive_ = nullptr;
}

void ArchiveWriter::commit() {
  if (archive_ == nullptr && error_ == OTF2_SUCCESS) error_ = OTF2_ERROR_INTEGRITY_FAULT;
  close();
  if (memory_.error() != OTF2_SUCCESS) error_ = memory_.error();  // what others came of
  if (error_ != OTF2_SUCCESS)
    throw InputError(fmt::format("{}: the archive cannot be written: {}", folder_,
                                 OTF2_Error_GetDescription(error_)));
  output_.commit();
}

}  // namespace hpcast::otf2
