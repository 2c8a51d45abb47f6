// Memory that processes share: what a program maps of it is told, for hpcast to know it again in
// another process.
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>

#include "futex.h"
#include "given_back.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "interpose.h"
#include "process.h"
#include "ring.h"

using namespace hpcast::tracer;
using hpcast::reftrace::ChannelLock;
using hpcast::reftrace::SharedFile;

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// f() changes process.shared; the calling thread tells of it before it goes on.
template <class F>
void change_maps(F&& f) {
  if (!attached() || !one_of_several()) return;
  const Busy busy;
  if (!busy.entered()) return;
  {
    const ChannelLock<System> lock(*process.header, process.id);
    f();
  }
  if (Thread* const thread = current_thread()) {
    follow_maps(*thread);
    thread->limit = thread->tail;
  }
}

void mapped(const SharedFile& file, const void* address, std::uint64_t bytes,
            std::uint64_t offset) {
  change_maps([&] {
    const std::uint64_t number = hpcast::reftrace::shared_file_number(*process.header, file);
    if (number != 0) process.shared.add({address_of(address), bytes, number, offset});
  });
}

void unmapped(const void* address, std::uint64_t bytes) {
  // Mostly not, and then there is no need for the lock.
  if (process.shared.any_in(address_of(address), bytes))
    change_maps([&] { process.shared.remove(address_of(address), bytes); });
}

void file_mapped(const void* address, std::uint64_t bytes, int flags, int file, off_t offset) {
  if (address == MAP_FAILED) return;
  unmapped(address, bytes);
  if ((flags & MAP_FIXED) != 0)
    given_back(address_of(address), page_behind(address_of(address) + bytes));
  struct stat status;
  if ((flags & MAP_SHARED) == 0 || (flags & MAP_ANONYMOUS) != 0 || fstat(file, &status) != 0 ||
      !S_ISREG(status.st_mode))
    return;
  mapped({status.st_dev, status.st_ino}, address, bytes, static_cast<std::uint64_t>(offset));
}

}  // namespace

HPCAST_INTERPOSE(void*, mmap, void* where, size_t bytes, int protection, int flags, int file,
                 off_t offset) {
  void* const address = real_mmap(where, bytes, protection, flags, file, offset);
  file_mapped(address, bytes, flags, file, offset);
  return address;
}

HPCAST_INTERPOSE(void*, mmap64, void* where, size_t bytes, int protection, int flags, int file,
                 off_t offset) {
  void* const address = real_mmap64(where, bytes, protection, flags, file, offset);
  file_mapped(address, bytes, flags, file, offset);
  return address;
}

HPCAST_INTERPOSE(int, munmap, void* address, size_t bytes) {
  unmapped(address, bytes);
  const int result = real_munmap(address, bytes);
  if (result == 0) given_back(address_of(address), page_behind(address_of(address) + bytes));
  return result;
}

HPCAST_INTERPOSE(void*, shmat, int segment, const void* where, int flags) {
  void* const address = real_shmat(segment, where, flags);
  struct shmid_ds status;
  if (address_of(address) != ~std::uint64_t{0} && shmctl(segment, IPC_STAT, &status) == 0)
    mapped({hpcast::reftrace::system_v_device, static_cast<std::uint64_t>(segment)}, address,
           status.shm_segsz, 0);
  return address;
}

HPCAST_INTERPOSE(int, shmdt, const void* address) {
  change_maps([&] { process.shared.remove_segment(address_of(address)); });
  return real_shmdt(address);
}
