// What an archive on its way keeps in memory, and whether there is room for it on the disk: libotf2
// that fails to write something writes beyond its buffers.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hpcast::otf2 {

class ArchiveMemory {
 public:
  explicit ArchiveMemory(std::string folder) : folder_(std::move(folder)) {}
  ArchiveMemory(const ArchiveMemory&) = delete;
  ArchiveMemory& operator=(const ArchiveMemory&) = delete;

  // To be asked from now on. It outlives the archive's use.
  OTF2_ErrorCode attach(OTF2_Archive* archive);
  // What libotf2 was kept from writing, and why.
  OTF2_ErrorCode error() const { return error_; }

 private:
  struct File {
    std::vector<std::unique_ptr<char[]>> chunks;
    std::uint64_t in_chunks = 0;  // bytes
    std::uint64_t flushed = 0;    // bytes, of which the last ones may not be written yet
  };
  using Key = std::pair<OTF2_FileType, OTF2_LocationRef>;

  static void* allocate(void* self, OTF2_FileType type, OTF2_LocationRef location, void**,
                        std::uint64_t size);
  static void free_all(void* self, OTF2_FileType type, OTF2_LocationRef location, void**,
                       bool is_final);
  static OTF2_FlushType flush(void* self, OTF2_FileType type, OTF2_LocationRef location, void*,
                              bool);
  void check_room(const File& file);

  std::string folder_;
  std::map<Key, File> files_;
  std::uint64_t unwritten_ = 0;  // bytes that are flushed, at most
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
};

}  // namespace hpcast::otf2
