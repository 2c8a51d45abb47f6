// SPDX-License-Identifier: GPL-2.0-or-later
#include "flags.h"

#include "memory.h"

namespace hpcast::tracer {

unsigned Flags::find(std::uint64_t address, std::uint32_t bytes) const {
  for (unsigned i = 0; i < count_; ++i)
    if (flags_[i].address == address && flags_[i].bytes == bytes) return i;
  return none;
}

void Flags::watch(Word reference, std::uint32_t thread, std::uint64_t value) {
  const std::uint64_t address = reftrace::address_of(reference);
  const std::uint32_t bytes = reftrace::size_of(reference);
  const unsigned known = find(address, bytes);
  if (known != none) {
    if (flags_[known].reader != thread) flags_[known].reader = several;
    return;
  }
  Flag& flag = add();
  flag.address = address;
  flag.bytes = bytes;
  flag.reader = thread;
  flag.value = value;
  for (std::uint32_t i = 0; i < threads_; ++i) flag.seen[i] = {0, value, true};
  fill_filter();
}

Flags::Flag& Flags::add() {
  if (count_ == most) {
    unsigned oldest = 0;
    for (unsigned i = 1; i < most; ++i)
      if (flags_[i].number < flags_[oldest].number) oldest = i;
    remove(oldest);
  }
  Flag& flag = flags_[count_++];
  flag = {};
  flag.number = numbers_++;
  flag.kept = zeroed<Write>("hpcast.flags", kept_writes);
  flag.told = zeroed<std::uint32_t>("hpcast.flags", threads_);
  flag.seen = zeroed<Seen>("hpcast.flags", threads_);
  return flag;
}

void Flags::remove(unsigned index) {
  release(flags_[index].seen);
  release(flags_[index].told);
  release(flags_[index].kept);
  flags_[index] = flags_[--count_];
}

void Flags::forget(std::uint64_t address, std::uint64_t bytes) {
  for (unsigned i = count_; i-- > 0;)
    if (flags_[i].overlaps(address, bytes)) remove(i);
  fill_filter();
}

void Flags::fill_filter() {
  for (std::uint64_t& word : filter_) word = 0;
  for (unsigned i = 0; i < count_; ++i) {
    const unsigned at = place(flags_[i].address);
    filter_[at / 64] |= std::uint64_t{1} << at % 64;
  }
}

void Flags::look_in_vain(Word reference, std::uint32_t thread, std::uint64_t value) {
  const unsigned flag = find(reftrace::address_of(reference), reftrace::size_of(reference));
  if (flag != none) catch_up(flag, thread, value);
}

std::uint64_t Flags::write(Flag& flag, std::uint32_t thread) {
  Write& write = flag.kept[flag.writes++ % kept_writes];
  write = {0, thread, 0, false};
  if (flag.reader == thread) return 0;
  write.count = ++flag.told[thread];
  return object_of(flag, thread);
}

// Counters are counted up in equal steps: what they held in between is known, too.
void Flags::settle(Flag& flag, std::uint32_t thread, std::uint64_t value) {
  const auto writes = static_cast<std::int64_t>(flag.writes - flag.settled);
  const auto rise = static_cast<std::int64_t>(value - flag.value);
  const bool counts = rise != 0 && rise % writes == 0;
  for (std::uint64_t n = first_kept(flag, flag.settled); n < flag.writes; ++n) {
    Write& write = flag.kept[n % kept_writes];
    const bool is_last = n + 1 == flag.writes;
    write.is_known = is_last || counts;
    const auto step = static_cast<std::int64_t>(n + 1 - flag.settled);
    write.value = is_last ? value : flag.value + static_cast<std::uint64_t>(step * (rise / writes));
  }
  flag.settled = flag.writes;
  flag.value = value;
  flag.seen[thread] = {flag.writes, value, true};
}

}  // namespace hpcast::tracer
