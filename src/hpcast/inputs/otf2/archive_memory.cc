#include "hpcast/inputs/otf2/archive_memory.h"

#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>

namespace hpcast::otf2 {

namespace {

// What libotf2 keeps of each file that is flushed, before it writes.
constexpr std::uint64_t file_buffer = 4 << 20;

}  // namespace

OTF2_ErrorCode ArchiveMemory::attach(OTF2_Archive* archive) {
  static OTF2_FlushCallbacks flushes{flush, nullptr};
  static OTF2_MemoryCallbacks memory{allocate, free_all};
  const OTF2_ErrorCode code = OTF2_Archive_SetFlushCallbacks(archive, &flushes, this);
  return code != OTF2_SUCCESS ? code : OTF2_Archive_SetMemoryCallbacks(archive, &memory, this);
}

void* ArchiveMemory::allocate(void* self, OTF2_FileType type, OTF2_LocationRef location, void**,
                              std::uint64_t size) {
  File& file = static_cast<ArchiveMemory*>(self)->files_[{type, location}];
  file.in_chunks += size;
  file.chunks.emplace_back(new char[size]);
  return file.chunks.back().get();
}

void ArchiveMemory::free_all(void* self, OTF2_FileType type, OTF2_LocationRef location, void**,
                             bool is_final) {
  auto& memory = *static_cast<ArchiveMemory*>(self);
  const auto found = memory.files_.find({type, location});
  if (found == memory.files_.end()) return;
  found->second.chunks.clear();
  found->second.in_chunks = 0;
  if (!is_final) return;
  memory.unwritten_ -= std::min(found->second.flushed, file_buffer);
  memory.files_.erase(found);
}

OTF2_FlushType ArchiveMemory::flush(void* self, OTF2_FileType type, OTF2_LocationRef location,
                                    void*, bool) {
  auto& memory = *static_cast<ArchiveMemory*>(self);
  File& file = memory.files_[{type, location}];
  memory.check_room(file);
  if (memory.error_ != OTF2_SUCCESS) return OTF2_NO_FLUSH;
  memory.unwritten_ -= std::min(file.flushed, file_buffer);
  file.flushed += file.in_chunks;
  memory.unwritten_ += std::min(file.flushed, file_buffer);
  return OTF2_FLUSH;
}

void ArchiveMemory::check_room(const File& file) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      file.flushed + file.in_chunks > limit.rlim_cur)
    error_ = OTF2_ERROR_EFBIG;
  struct statvfs disk {};
  if (statvfs(folder_.c_str(), &disk) == 0 &&
      (unwritten_ + file.in_chunks) / disk.f_frsize >= disk.f_bavail)
    error_ = OTF2_ERROR_ENOSPC;
}

}  // namespace hpcast::otf2
