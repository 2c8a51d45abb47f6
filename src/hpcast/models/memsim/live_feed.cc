#include "hpcast/models/memsim/live_feed.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/host_process.h"
#include "hpcast/models/memsim/address_space.h"
#include "hpcast/models/memsim/private_core.h"

namespace hpcast::memsim {

using reftrace::ThreadSlot;
using reftrace::ThreadState;

namespace {

// CPU time, ns. A thread that runs for so long without a traced reference, while others wait for
// it, may spin in code that is not traced, for what those others would do. In CPU time, since on a
// busy host a thread may wait for a processor as long as you like.
constexpr std::uint64_t patience = 250'000'000;

// In pieces: larger ones the C library moves by `rep movsb`, several times as slow on Zen 4 where
// another core has written them.
void copy(std::span<const Word> words, Word* to) {
  constexpr std::size_t piece = 128;
  for (; words.size() > piece; words = words.subspan(piece))
    to = std::copy_n(words.begin(), piece, to);
  std::copy(words.begin(), words.end(), to);
}

std::uint64_t live_references_of(const PrivateCounters& counters) {
  std::uint64_t sum = 0;
  for (const auto& op : counters.references)
    for (const std::uint64_t& count : op) sum += __atomic_load_n(&count, __ATOMIC_RELAXED);
  return sum;
}

}  // namespace

void configure(reftrace::ChannelHeader& header, const Topology& topology,
               const std::vector<std::uint32_t>& core_order) {
  for (std::size_t i = 0; i < topology.private_configs.size(); ++i)
    header.configs[i] = topology.private_configs[i];
  for (std::uint32_t c = 0; c < topology.cores; ++c)
    header.core_config[c] = topology.private_config_of[c];
  if (core_order.size() > std::size(header.core_order))
    throw InputError("threads are pinned to more than " + std::to_string(reftrace::max_cores) +
                     " cores");
  header.cores_used = static_cast<std::uint32_t>(core_order.size());
  std::copy(core_order.begin(), core_order.end(), header.core_order);
}

void check_online(const dat::Machine& machine) {
  if (machine.cores.size() > reftrace::max_cores)
    throw InputError("a machine of more than 1024 cores cannot be simulated online",
                     "record the program with hpcast trace, and simulate the trace");
}

std::vector<std::uint64_t> words_of_caches(const Topology& topology) {
  std::vector<std::uint64_t> words;
  for (const std::uint32_t config : topology.private_config_of)
    words.push_back(storage_words(topology.private_configs[config]));
  return words;
}

class LiveFeed::Source final : public WordSource {
 public:
  Source(LiveFeed& feed, std::uint32_t slot, std::uint32_t process, std::uint32_t thread)
      : reader_(feed.channel_, slot),
        thread_(thread),
        requests_(feed.channel_.options().payload == reftrace::Payload::requests),
        recorder_(feed.recorder_),
        process_(process),
        over_(feed.over_),
        leaving_(feed.leaving_) {}
  // The slot goes to the next thread, once this one has said its last word and left it.
  ~Source() override {
    if (!finished()) leaving_->push_back(reader_);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  std::size_t read(Word* to, std::size_t room) override {
    if (released_) return 0;
    if (const auto words = reader_.readable();
        !words.empty() && anticipated_.may_begin_with(words[0], reader_.available()) && !is_over())
      return 0;
    std::size_t got = 0;
    while (got < room) {
      const auto words = reader_.readable();
      if (words.empty()) break;
      const std::size_t n = std::min(words.size(), room - got);
      copy(words.first(n), to + got);
      reader_.consume(n);
      got += n;
    }
    got = anticipated_.leave_out(to, got);
    if (got > 0 && recorder_) recorder_(thread_, {to, got});
    space_.translate({to, got});
    return got;
  }
  void anticipate(std::span<const Word> wait) override {
    anticipated_.expect(wait);
    space_.translate_back(anticipated_.wait());
    if (recorder_) recorder_(thread_, anticipated_.wait());
  }
  bool anticipating() const override { return anticipated_.any(); }

  bool finished() const override {
    if (released_) return true;
    const bool over = is_over();
    if (!over || reader_.available() != 0) return false;
    last_counters_ = reader_.slot().counters;
    released_ = true;
    reader_.recycle(over);
    return true;
  }

  std::uint64_t live_clock() const override {
    return requests_ && !released_ ? live_references_of(reader_.slot().counters) : 0;
  }
  const PrivateCounters* live_counters() const override {
    return released_ ? &last_counters_ : &reader_.slot().counters;
  }

 private:
  // It will write no more.
  bool is_over() const {
    return over_->all || over_->processes.at(process_) ||
           reader_.slot().state.load() == ThreadState::ended;
  }

  mutable reftrace::RingReader reader_;
  Anticipation anticipated_;
  std::uint32_t thread_;
  bool requests_;
  const Recorder& recorder_;
  AddressSpace space_;
  std::uint32_t process_;
  std::shared_ptr<const Over> over_;
  std::shared_ptr<std::vector<reftrace::RingReader>> leaving_;
  mutable bool released_ = false;  // the slot is another thread's by now
  mutable PrivateCounters last_counters_{};
};

LiveFeed::LiveFeed(reftrace::Channel& channel, reftrace::TracedProcess& process, Recorder recorder)
    : channel_(channel),
      process_(process),
      recorder_(std::move(recorder)),
      over_(std::make_shared<Over>()),
      leaving_(std::make_shared<std::vector<reftrace::RingReader>>()) {
  if (const reftrace::CodeTable* const table = channel.code()) code_.emplace(*table);
}

LiveFeed::~LiveFeed() = default;

std::vector<Feed::NewThread> LiveFeed::new_threads() {
  std::erase_if(*leaving_, [](reftrace::RingReader& reader) { return reader.recycle(); });
  std::vector<NewThread> found;
  const std::uint32_t created = announced_;
  if (created == known_) return found;
  const bool requests = channel_.options().payload == reftrace::Payload::requests;
  for (std::uint32_t i = 0; i < channel_.options().max_threads && known_ + found.size() < created;
       ++i) {
    ThreadSlot& slot = channel_.slot(i);
    if (slot.state.load(std::memory_order_acquire) == ThreadState::free) continue;
    const std::uint32_t thread = slot.thread;
    if (thread < known_ || thread >= created) continue;
    const std::uint32_t core = slot.core;
    const std::uint32_t process = slot.process;
    if (process >= reftrace::max_processes) reftrace::refuse_overwritten();
    if (requests && core >= channel_.options().cache_words.size()) reftrace::refuse_overwritten();
    Word* const caches = slot.has_cores_caches != 0 ? channel_.caches(core) : nullptr;
    caches_apart_ |= requests && caches == nullptr;
    found.push_back(
        {thread, requests, core, caches, std::make_unique<Source>(*this, i, process, thread)});
    if (recorder_) recorder_(thread, {});  // a stream of its own, whether it writes or not
    watches_[thread] = {i, process, 0, {}};
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  known_ += static_cast<std::uint32_t>(found.size());
  // Threads that were announced, and are nowhere.
  if (known_ != created && channel_.header().magic != reftrace::channel_magic)
    reftrace::refuse_overwritten();
  return found;
}

bool LiveFeed::somebody_new() {
  announced_ = channel_.header().threads_created.load(std::memory_order_acquire);
  return announced_ != known_;
}

bool LiveFeed::complete() const {
  return over_->all && known_ == channel_.header().threads_created.load();
}

// For room in its ring, or to be granted to go on.
bool LiveFeed::somebody_waits_for_us() const {
  const std::uint32_t used =
      std::min(channel_.options().max_threads, channel_.header().threads_created.load());
  for (std::uint32_t i = 0; i < used; ++i) {
    const ThreadSlot& slot = channel_.slot(i);
    if (slot.waiting_for_room.load() != 0 || slot.parked.load() != 0) return true;
  }
  return false;
}

Doing LiveFeed::doing(std::uint32_t thread) {
  const Watch& watch = watches_.at(thread);
  const ThreadSlot& slot = channel_.slot(watch.slot);
  if (slot.thread != thread) return {};
  if (slot.state.load(std::memory_order_acquire) == ThreadState::blocked) {
    const std::uint64_t object = object_of(watch.process, slot.blocked_on.load());
    return {HostState::blocked, object, slot.blocked_until.load()};
  }
  return {stuck(thread) ? HostState::asleep : HostState::busy, 0, 0};
}

// A sleeping thread may be about to be woken, or awake already and waiting for a processor. It goes
// on by itself, unless everybody who could wake it sleeps too, some of them for room in their
// rings.
bool LiveFeed::stuck(std::uint32_t thread) {
  Watch& watch = watches_.at(thread);
  const ThreadSlot& slot = channel_.slot(watch.slot);
  const std::uint64_t tail = slot.tail.load(std::memory_order_acquire);
  if (tail != watch.tail) watch = {watch.slot, watch.process, tail, {}};
  if (!quiet_ || slot.waiting_for_room.load() != 0 || !somebody_waits_for_us()) return false;
  // Its own state first: mostly, that is enough.
  if (slot.os_thread != 0 && !helps_nobody({process_of(watch), slot.os_thread}, watch, false))
    return false;
  const std::vector<HostThread> all = all_threads();
  // Twice: the first that was looked at might have woken while the last one was.
  for (const bool again : {false, true})
    for (const HostThread& one : all)
      if (!helps_nobody(one, watch, again)) return false;
  return !all.empty();
}

pid_t LiveFeed::process_of(const Watch& watch) const {
  return static_cast<pid_t>(channel_.header().processes[watch.process].id);
}

// Of the program, and of the processes it has started that are traced.
std::vector<LiveFeed::HostThread> LiveFeed::all_threads() const {
  std::vector<pid_t> processes{process_.id()};
  for (const reftrace::ProcessEntry& entry : channel_.processes())
    if (static_cast<pid_t>(entry.id) != process_.id())
      processes.push_back(static_cast<pid_t>(entry.id));
  std::vector<HostThread> threads;
  for (const pid_t process : processes)
    for (const std::uint32_t thread : host_threads(process)) threads.push_back({process, thread});
  return threads;
}

// It sleeps, as it did and without a moment's work since the last look if this is `again`; or it
// has run for long.
bool LiveFeed::helps_nobody(const HostThread& thread, Watch& watch, bool again) {
  const std::uint64_t cpu = cpu_time(thread.process, thread.number);
  Watch::Cpu& seen = watch.cpu.try_emplace(thread.number, Watch::Cpu{cpu, cpu}).first->second;
  const bool worked = cpu != std::exchange(seen.last, cpu);
  if (cpu > seen.first + patience) return true;
  const char state = host_state(thread.process, thread.number);
  const bool awake = state == 'R' || state == 'D' || state == 'T' || state == 't';
  return !awake && !(again && worked);
}

void LiveFeed::grant(std::uint32_t thread, std::uint64_t limit, std::uint32_t stops) {
  channel_.grant(watches_.at(thread).slot, limit, stops);
}

void LiveFeed::idle(std::uint32_t starving) {
  if (on_idle_) on_idle_();
  reftrace::ChannelHeader& header = channel_.header();
  const std::uint32_t seen = header.data_ready.load();
  if (starving != anybody) {
    const std::uint32_t slot = watches_.at(starving).slot;
    header.awaited.store(slot + 1);
    if (reftrace::RingReader(channel_, slot).available() != 0) return;
  }
  if (!over_->all && process_.poll()) {
    over_->all = true;
    return;
  }
  if (channel_.options().several && quiet_ && note_ended_processes()) return;
  quiet_ = !channel_.wait_for_data(seen, std::chrono::milliseconds(1));
}

// Whether there is any that was not known to have.
bool LiveFeed::note_ended_processes() {
  bool any = false;
  const auto processes = channel_.processes();
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (over_->processes[i] || is_running(static_cast<pid_t>(processes[i].id))) continue;
    over_->processes[i] = any = true;
  }
  return any;
}

}  // namespace hpcast::memsim
