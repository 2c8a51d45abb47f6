// SPDX-License-Identifier: GPL-2.0-or-later
#include "flags.h"

#include "memory.h"

namespace hpcast::tracer {
namespace {

std::uint32_t* counters(std::uint32_t count) {
  return zeroed<std::uint32_t>("hpcast.flags", count);
}

}  // namespace

void Flags::watch(Word reference, std::uint32_t thread) {
  const std::uint64_t address = reftrace::address_of(reference);
  const std::uint32_t bytes = reftrace::size_of(reference);
  for (unsigned i = 0; i < count_; ++i) {
    Flag& known = flags_[i];
    if (known.address != address || known.bytes != bytes) continue;
    if (known.reader != thread) known.reader = several;
    return;
  }
  add(address, bytes, thread);
}

bool Flags::watches(Word reference) const {
  for (unsigned i = 0; i < count_; ++i)
    if (flags_[i].address == reftrace::address_of(reference) &&
        flags_[i].bytes == reftrace::size_of(reference))
      return true;
  return false;
}

void Flags::add(std::uint64_t address, std::uint32_t bytes, std::uint32_t reader) {
  Flag& flag = flags_[numbers_ % most];
  if (count_ == most)
    forget(flag);
  else
    ++count_;
  flag = {};
  flag.address = address;
  flag.bytes = bytes;
  flag.number = numbers_++;
  flag.reader = reader;
  flag.written = counters(threads_);
  flag.heard = counters(threads_);
  flag.waited = zeroed<std::uint32_t*>("hpcast.flags", threads_);
  fill_filter();
}

void Flags::forget(Flag& flag) {
  for (std::uint32_t i = 0; i < threads_; ++i)
    if (flag.waited[i] != nullptr) release(flag.waited[i]);
  release(flag.waited);
  release(flag.heard);
  release(flag.written);
}

void Flags::fill_filter() {
  for (std::uint64_t& word : filter_) word = 0;
  for (unsigned i = 0; i < count_; ++i) {
    const unsigned at = place(flags_[i].address);
    filter_[at / 64] |= std::uint64_t{1} << at % 64;
  }
}

void Flags::look_in_vain(Word reference, std::uint32_t thread) {
  for (unsigned i = 0; i < count_; ++i) {
    Flag& flag = flags_[i];
    if (!flag.overlaps(reference) || !has_news(flag, thread)) continue;
    std::uint32_t* const waited = waited_by(flag, thread);
    for (std::uint32_t writer = 0; writer < threads_; ++writer)
      waited[writer] = flag.written[writer];
    flag.heard[thread] = flag.total;
  }
}

std::uint32_t* Flags::waited_by(Flag& flag, std::uint32_t reader) {
  if (flag.waited[reader] == nullptr) flag.waited[reader] = counters(threads_);
  return flag.waited[reader];
}

// Who was told of all before is still told of all: its own writes are no news to a thread.
std::uint64_t Flags::write(unsigned index, std::uint32_t thread) {
  Flag& flag = flags_[index];
  if (flag.heard[thread] == flag.total) ++flag.heard[thread];
  ++flag.total;
  ++flag.written[thread];
  return object_of(flag, thread);
}

}  // namespace hpcast::tracer
