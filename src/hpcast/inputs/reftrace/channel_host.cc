#include "hpcast/inputs/reftrace/channel_host.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

[[noreturn]] void refuse(const std::string& what, int error) {
  throw InputError(what + ": " + std::strerror(error));
}

void futex_wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 0x7fffffff, nullptr, nullptr, 0);
}

}  // namespace

void refuse_overwritten() {
  throw InputError("the program has overwritten what hpcast's tracer keeps in its memory",
                   "look for a store through a wild pointer: a memory checker names it");
}

Channel::Channel(ChannelOptions options) : options_(std::move(options)) {
  assert((options_.ring_words & (options_.ring_words - 1)) == 0 && options_.ring_words >= 4096);
  slots_offset_ = padded(sizeof(ChannelHeader));
  rings_offset_ = slots_offset_ + padded(options_.max_threads * sizeof(ThreadSlot));
  const std::uint64_t caches_offset =
      rings_offset_ + options_.max_threads * options_.ring_words * sizeof(Word);
  bytes_ = caches_offset;
  for (const std::uint64_t words : options_.cache_words) {
    caches_offsets_.push_back(bytes_);
    bytes_ += padded(words * sizeof(Word));
  }
  if (options_.code) {
    code_offset_ = bytes_;
    bytes_ += padded(sizeof(CodeTable));
  }
  map();
  ChannelHeader& header = *new (region_) ChannelHeader{};
  header.magic = channel_magic;
  header.version = channel_version;
  header.payload = options_.payload;
  header.max_threads = options_.max_threads;
  header.record_regions = options_.record_regions;
  header.ring_words = options_.ring_words;
  header.slots_offset = slots_offset_;
  header.rings_offset = rings_offset_;
  header.code_offset = code_offset_;
  header.region_bytes = bytes_;
  header.interval = options_.interval;
  header.timed = options_.timed;
  header.pages_between = options_.pages_between;
  header.bounded = options_.bounded ? 1 : 0;
  header.several = options_.several ? 1 : 0;
  header.reader = static_cast<std::uint32_t>(getpid());
  std::copy(caches_offsets_.begin(), caches_offsets_.end(), header.core_caches);
  header.phases.count.store(1);
}

void Channel::map() {
  descriptor_ = memfd_create("hpcast-channel", MFD_CLOEXEC);
  if (descriptor_ < 0) refuse("cannot create shared memory for the trace", errno);
  if (ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0 &&
      (region_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0)) !=
          MAP_FAILED)
    return;
  const int error = errno;
  close(descriptor_);
  throw InputError(
      "cannot map " + std::to_string(bytes_ >> 20) + " MiB for the trace: " + std::strerror(error),
      "its address space is limited, it seems: ulimit -v unlimited");
}

Channel::~Channel() {
  munmap(region_, bytes_);
  close(descriptor_);
}

std::string Channel::path() const { return path_of_descriptor(descriptor_); }

std::span<const ProcessEntry> Channel::processes() const {
  const std::uint32_t count = header().process_count.load(std::memory_order_acquire);
  if (count > max_processes) refuse_overwritten();
  return {header().processes, count};
}

ThreadSlot& Channel::slot(std::uint32_t index) {
  return reinterpret_cast<ThreadSlot*>(static_cast<char*>(region_) + slots_offset_)[index];
}

const Word* Channel::ring(std::uint32_t index) const {
  const auto* const rings = static_cast<const char*>(region_) + rings_offset_;
  return reinterpret_cast<const Word*>(rings) + index * options_.ring_words;
}

Word* Channel::caches(std::uint32_t core) {
  return reinterpret_cast<Word*>(static_cast<char*>(region_) + caches_offsets_.at(core));
}

const CodeTable* Channel::code() const {
  if (!options_.code) return nullptr;
  return reinterpret_cast<const CodeTable*>(static_cast<const char*>(region_) + code_offset_);
}

void Channel::check_intact() const {
  if (header().magic != channel_magic) refuse_overwritten();
}

bool Channel::wait_for_data(std::uint32_t seen, std::chrono::milliseconds longest) {
  check_intact();  // else what is awaited would never come
  const timespec time{longest.count() / 1000, longest.count() % 1000 * 1'000'000};
  const auto status = syscall(SYS_futex, &header().data_ready, FUTEX_WAIT, seen, &time, nullptr, 0);
  return status == 0 || errno != ETIMEDOUT;
}

void Channel::grant(std::uint32_t slot, std::uint64_t limit, std::uint32_t stops) {
  ThreadSlot& thread = this->slot(slot);
  thread.limit.store(limit, std::memory_order_relaxed);
  // Sequentially consistent, as is the thread's order of going to sleep and looking at grants.
  thread.grants.fetch_add(stops);
  if (thread.parked.load() != 0) futex_wake(thread.grants);
}

RingReader::RingReader(Channel& channel, std::uint32_t slot)
    : slot_(&channel.slot(slot)),
      ring_(channel.ring(slot)),
      mask_(channel.options().ring_words - 1) {}

std::span<const Word> RingReader::readable(std::uint64_t tail) const {
  const std::uint64_t from = head();
  if (tail - from > mask_ + 1) refuse_overwritten();
  const std::uint64_t to_wrap = mask_ + 1 - (from & mask_);
  return {ring_ + (from & mask_), std::min(tail - from, to_wrap)};
}

void RingReader::consume(std::uint64_t words) {
  // Sequentially consistent, as is the writer's order of announcing itself and looking at head.
  slot_->head.store(head() + words);
  if (slot_->waiting_for_room.load() == 0) return;
  slot_->room_freed.fetch_add(1);
  futex_wake(slot_->room_freed);
}

bool RingReader::recycle(bool over) {
  const bool ended = over || slot_->state.load(std::memory_order_acquire) == ThreadState::ended;
  if (!ended || available() != 0) return false;
  slot_->state.store(ThreadState::free, std::memory_order_release);
  return true;
}

}  // namespace hpcast::reftrace
