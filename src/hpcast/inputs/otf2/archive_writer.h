// An OTF2 archive on its way to a folder, by libotf2: its events first, its definitions then. It
// appears whole or not at all.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "hpcast/base/whole_folder.h"
#include "hpcast/inputs/otf2/archive_memory.h"

namespace hpcast::otf2 {

class ArchiveWriter {
 public:
  // `definition_bytes`: of the longest definition. Throws InputError where `folder` may not be
  // replaced; what goes wrong later is kept until commit().
  ArchiveWriter(const std::string& folder, const std::string& creator,
                std::uint64_t definition_bytes = 0);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;

  void set_property(const char* name, const std::string& value);  // empty: none
  // Of a location, from 0 on; open until close_events(). Null once anything went wrong: no writer
  // may be used then.
  OTF2_EvtWriter* events(std::uint64_t location);
  void close_events(std::uint64_t location);
  // Once all events are there; null once anything went wrong.
  OTF2_GlobalDefWriter* definitions();
  // Of a string, which is defined where it is new. The first one is 0.
  std::uint32_t text(const std::string& value);
  // By location, as far as they are closed.
  const std::map<std::uint64_t, std::uint64_t>& event_counts() const { return counts_; }
  // Throws InputError where anything could not be written; the folder is then as it was.
  void commit();

  void must(OTF2_ErrorCode code) {
    if (error_ == OTF2_SUCCESS) error_ = code;
  }

 private:
  // After an error libotf2 is left alone, and what it holds is lost: it would go on writing.
  bool is_usable() const {
    return archive_ != nullptr && error_ == OTF2_SUCCESS && memory_.error() == OTF2_SUCCESS;
  }
  void open(const std::string& creator, std::uint64_t definition_bytes);
  void close_all_events();
  void close();

  std::string folder_;  // as the user named it
  WholeFolder output_;
  ArchiveMemory memory_;
  OTF2_Archive* archive_ = nullptr;
  OTF2_GlobalDefWriter* definitions_ = nullptr;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
  std::unordered_map<std::uint64_t, OTF2_EvtWriter*> writers_;
  std::map<std::uint64_t, std::uint64_t> counts_;
  std::unordered_map<std::string, std::uint32_t> strings_;
};

}  // namespace hpcast::otf2
