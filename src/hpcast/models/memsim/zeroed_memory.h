// Memory for the state of caches: zero, aligned to huge pages and backed by them where the system
// has any (random sets would miss its TLB otherwise), real only where it is touched.
#pragma once

#include <cstdint>

namespace hpcast::memsim {

class ZeroedMemory {
 public:
  ZeroedMemory() = default;
  // Throws std::bad_alloc.
  explicit ZeroedMemory(std::uint64_t bytes);
  ~ZeroedMemory();
  ZeroedMemory(const ZeroedMemory&) = delete;
  ZeroedMemory& operator=(const ZeroedMemory&) = delete;

  std::uint64_t* words() const { return words_; }

 private:
  void* mapped_ = nullptr;
  std::uint64_t mapped_bytes_ = 0;
  std::uint64_t* words_ = nullptr;
};

}  // namespace hpcast::memsim
