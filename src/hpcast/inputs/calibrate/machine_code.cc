#include "hpcast/inputs/calibrate/machine_code.h"

#include <sys/mman.h>

#include <algorithm>

namespace hpcast::calibrate {

void MachineCode::align(std::size_t offset) {
  while (code_.size() % 64 != offset) add({0x90});
}

void MachineCode::end_loop() {
  add({0x48, 0xff, 0xcf});  // dec rdi
  const std::size_t far = code_.size() + 6 - loop_;
  const std::size_t near = code_.size() + 2 - loop_;
  if (near <= 128) {
    add({0x75, static_cast<std::uint8_t>(256 - near)});  // jnz
  } else {
    const auto distance = static_cast<std::uint32_t>(-static_cast<std::int64_t>(far));
    add({0x0f, 0x85});
    for (unsigned shift = 0; shift < 32; shift += 8)
      add({static_cast<std::uint8_t>(distance >> shift)});
  }
  add({0xc3});  // ret
}

RunnableCode::RunnableCode(const MachineCode& code) : bytes_(code.bytes().size()) {
#ifdef __x86_64__
  void* const pages =
      mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  std::copy(code.bytes().begin(), code.bytes().end(), static_cast<std::uint8_t*>(pages));
  if (mprotect(pages, bytes_, PROT_READ | PROT_EXEC) == 0)
    pages_ = pages;
  else
    munmap(pages, bytes_);
#endif
}

RunnableCode::~RunnableCode() {
  if (pages_ != nullptr) munmap(pages_, bytes_);
}

}  // namespace hpcast::calibrate
