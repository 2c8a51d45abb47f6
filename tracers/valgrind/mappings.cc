// SPDX-License-Identifier: GPL-2.0-or-later
#include "mappings.h"

#include "core.h"

namespace hpcast::tracer {
namespace {

// /proc/self/maps, character by character: a line begins "BEGIN-END rwxs ", or "… rwxp ".
class Maps {
 public:
  explicit Maps(Int file) : file_(file) {}

  bool next_line() {
    while (at_ != '\n') {
      if (!take()) return false;
    }
    return take();
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (; is_digit(); take())
      value = value << 4 | static_cast<std::uint64_t>(at_ <= '9' ? at_ - '0' : at_ - 'a' + 10);
    take();  // the character behind it
    return value;
  }
  char letter(unsigned index) {
    for (unsigned i = 0; i < index; ++i) take();
    return at_;
  }

 private:
  bool is_digit() const { return (at_ >= '0' && at_ <= '9') || (at_ >= 'a' && at_ <= 'f'); }
  bool take() {
    if (next_ == count_) count_ = VG_(read)(file_, text_, sizeof text_), next_ = 0;
    at_ = count_ <= 0 ? '\0' : text_[next_++];
    return count_ > 0;
  }

  Int file_;
  char text_[4096];
  Int count_ = 0, next_ = 0;
  char at_ = '\n';
};

bool is_shared_in(Maps&& maps, std::uint64_t address) {
  while (maps.next_line()) {
    const std::uint64_t begin = maps.number(), end = maps.number();
    constexpr unsigned shared_or_private = 3;
    if (address >= begin && address < end) return maps.letter(shared_or_private) != 'p';
  }
  return true;
}

bool is_shared_now(std::uint64_t address) {
  const SysRes opened = VG_(open)("/proc/self/maps", VKI_O_RDONLY, 0);
  if (sr_isError(opened)) return true;
  const auto file = static_cast<Int>(sr_Res(opened));
  const bool shared = is_shared_in(Maps(file), address);
  VG_(close)(file);
  return shared;
}

// Of pages that have been asked for, by number.
struct Known {
  std::uint64_t page;
  bool is_known, is_shared;
};
constexpr unsigned most_known = 16;
Known known[most_known];

}  // namespace

bool others_may_write(std::uint64_t address) {
  const std::uint64_t page = address / VKI_PAGE_SIZE;
  Known& k = known[page % most_known];
  if (!k.is_known || k.page != page) k = {page, true, is_shared_now(address)};
  return k.is_shared;
}

void forget_mappings() {
  for (Known& k : known) k.is_known = false;
}

}  // namespace hpcast::tracer
