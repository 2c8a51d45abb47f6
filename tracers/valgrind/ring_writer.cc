// SPDX-License-Identifier: GPL-2.0-or-later
#include "ring_writer.h"

#include "core.h"
#include "system.h"

namespace hpcast::tracer {
namespace {

// Of Op's two bits a store has one, an event both. In one loop: every word is loaded once.
Written copy_words(Word* __restrict to, const Word* __restrict from, std::uint64_t count) {
  std::uint64_t either = 0, both = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    to[i] = from[i];
    const Word low = from[i] >> reftrace::op_shift, high = from[i] >> (reftrace::op_shift + 1);
    either += (low | high) & 1;
    both += low & high & 1;
  }
  return {count - either, either - both};
}

}  // namespace

void wake_reader(reftrace::ChannelHeader& header) {
  header.data_ready.fetch_add(1);
  futex_wake(header.data_ready);
}

void RingWriter::open(reftrace::ChannelHeader& header, reftrace::ThreadSlot& slot, Word* ring) {
  header_ = &header;
  slot_ = &slot;
  ring_ = ring;
  tail_ = slot.tail.load(std::memory_order_relaxed);
  reader_woken_ = false;
  kept_words_ = 0;
}

std::uint64_t RingWriter::used() const {
  return tail_ - slot_->head.load(std::memory_order_acquire);
}

void RingWriter::wake_reader_when_half_full() {
  const bool half_full = used() > header_->ring_words / 2;
  if (half_full && !reader_woken_) wake_reader(*header_);
  reader_woken_ = half_full;
}

// As many of the words as there is room for: `count` is how many.
Written RingWriter::put_in_ring(const Word* words, std::uint64_t& count) {
  const std::uint64_t room = this->room();
  if (count > room) count = room;
  const std::uint64_t at = tail_ & (header_->ring_words - 1);
  const std::uint64_t to_wrap = header_->ring_words - at;
  const std::uint64_t first = count < to_wrap ? count : to_wrap;
  Written written = copy_words(ring_ + at, words, first);
  written += copy_words(ring_, words + first, count - first);
  tail_ += count;
  slot_->tail.store(tail_, std::memory_order_release);
  wake_reader_when_half_full();
  return written;
}

Written RingWriter::keep(const Word* words, std::uint64_t count) {
  if (kept_words_ + count > kept_capacity_) {
    kept_capacity_ = 2 * (kept_words_ + count);
    kept_ = static_cast<Word*>(VG_(realloc)("hpcast.kept", kept_, kept_capacity_ * sizeof(Word)));
  }
  Word* const end = kept_ + kept_words_;
  kept_words_ += count;
  return copy_words(end, words, count);
}

void RingWriter::put_kept() {
  std::uint64_t put = kept_words_;
  put_in_ring(kept_, put);
  kept_words_ -= put;
  VG_(memmove)(kept_, kept_ + put, kept_words_ * sizeof(Word));
}

Written RingWriter::write(const Word* words, std::uint64_t count) {
  if (keeps_words()) put_kept();
  if (keeps_words()) return keep(words, count);
  std::uint64_t put = count;
  Written written = put_in_ring(words, put);
  if (put < count) written += keep(words + put, count - put);
  return written;
}

void RingWriter::wait_for_reader(std::uint64_t words) {
  // A thread that is kept waiting looks again this often whether its process is to end.
  constexpr long patience_us = 100'000;
  while (room() < words) {
    const std::uint32_t freed = slot_->room_freed.load();
    slot_->waiting_for_room.store(1);
    if (room() >= words) break;
    wake_reader(*header_);
    futex_wait(slot_->room_freed, freed, patience_us);
    // Nobody will read any more.
    if (!System::is_alive(header_->reader)) System::kill_this();
  }
  slot_->waiting_for_room.store(0, std::memory_order_relaxed);
}

void RingWriter::wait_for_room(std::uint64_t words) {
  while (!has_room(words)) {
    // Much at a time: each time, the reader and this thread wake one another.
    wait_for_reader(header_->ring_words / 2);
    put_kept();
  }
}

}  // namespace hpcast::tracer
