// The reader's side of the channel: creates it, reads the rings.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::reftrace {

struct ChannelOptions {
  Payload payload = Payload::references;
  std::uint32_t max_threads = reftrace::max_threads;
  std::uint64_t ring_words = 1ULL << 16;  // a power of two, at least 4096
  std::uint64_t interval = 8192;          // ChannelHeader's
  bool bounded = false;                   // likewise
  bool several = false;                   // likewise
  // By core: of its private caches (Payload::requests).
  std::vector<std::uint64_t> cache_words{};
  std::uint32_t record_regions = 0;  // ChannelHeader's
  bool code = false;                 // streams tell what is executed, by the CodeTable
  SamplingPlan timed{};              // ChannelHeader's
  std::uint32_t pages_between = 0;   // ChannelHeader's
};

// Throws the InputError of a channel whose content makes no sense.
[[noreturn]] void refuse_overwritten();

// The shared memory region. Cores and cache configurations (Payload::requests) are the caller's to
// fill in, in header(), before a program is started. Takes memory only where it is touched.
class Channel {
 public:
  explicit Channel(ChannelOptions options);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  ChannelHeader& header() { return *static_cast<ChannelHeader*>(region_); }
  const ChannelHeader& header() const { return *static_cast<const ChannelHeader*>(region_); }
  // What the program cannot overwrite.
  const ChannelOptions& options() const { return options_; }
  ThreadSlot& slot(std::uint32_t index);
  const Word* ring(std::uint32_t index) const;
  // A core's private caches (Payload::requests).
  Word* caches(std::uint32_t core);
  // ChannelOptions::code; else null.
  const CodeTable* code() const;
  // By which another process of this host opens the region, while this one lives.
  std::string path() const;
  std::span<const ProcessEntry> processes() const;

  // Throws InputError where the program has overwritten the header.
  void check_intact() const;

  // Sleeps until a ring gets half full, a thread ends or the time is over: false in the last case.
  // `seen` is what data_ready held when the caller last looked at the rings.
  bool wait_for_data(std::uint32_t seen, std::chrono::milliseconds longest);

  // (ChannelOptions::bounded) The thread there goes on, past `stops` more places (stops_at()).
  void grant(std::uint32_t slot, std::uint64_t limit, std::uint32_t stops);

 private:
  void map();

  ChannelOptions options_;
  std::uint64_t slots_offset_, rings_offset_, code_offset_ = 0, bytes_;
  std::vector<std::uint64_t> caches_offsets_;  // by core
  void* region_ = nullptr;
  int descriptor_ = -1;
};

// One slot's ring, read by one thread at a time.
class RingReader {
 public:
  RingReader(Channel& channel, std::uint32_t slot);

  // Words of the stream written so far; what lies before it may be read. Only ever grows.
  std::uint64_t tail() const { return slot_->tail.load(std::memory_order_acquire); }
  std::uint64_t head() const { return slot_->head.load(std::memory_order_relaxed); }
  std::uint64_t available() const { return tail() - head(); }
  // The words from head() to `tail` that lie together in memory: two calls where the ring wraps.
  // They stay valid until consume(). InputError where the program has overwritten the positions.
  std::span<const Word> readable(std::uint64_t tail) const;
  std::span<const Word> readable() const { return readable(tail()); }
  // Gives `words` of room back to the writer and wakes it where it waits for that.
  void consume(std::uint64_t words);

  ThreadSlot& slot() const { return *slot_; }
  // A thread that has ended (its process has, where `over` says so) and is read to its end leaves
  // its slot to the next one; true if so. The counters in the slot must have been fetched before.
  bool recycle(bool over = false);

 private:
  ThreadSlot* slot_;
  const Word* ring_;
  std::uint64_t mask_;
};

}  // namespace hpcast::reftrace
