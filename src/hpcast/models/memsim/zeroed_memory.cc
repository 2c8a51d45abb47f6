#include "hpcast/models/memsim/zeroed_memory.h"

#include <sys/mman.h>

#include <new>

namespace hpcast::memsim {

namespace {

constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;

}  // namespace

ZeroedMemory::ZeroedMemory(std::uint64_t bytes) : mapped_bytes_(bytes + 2 * huge_page) {
  mapped_ = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped_ == MAP_FAILED) throw std::bad_alloc();
  const std::uint64_t beyond = reinterpret_cast<std::uint64_t>(mapped_) % huge_page;
  words_ = reinterpret_cast<std::uint64_t*>(static_cast<char*>(mapped_) + huge_page - beyond);
  // Up to the last huge page that is ours as a whole. Where the system knows none, nothing changes.
  madvise(words_, (bytes + huge_page - 1) / huge_page * huge_page, MADV_HUGEPAGE);
}

ZeroedMemory::~ZeroedMemory() {
  if (mapped_ != nullptr) munmap(mapped_, mapped_bytes_);
}

}  // namespace hpcast::memsim
