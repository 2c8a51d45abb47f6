#include "hpcast/reftrace/recording.h"

#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <vector>

#include "hpcast/base/date.h"

namespace hpcast::reftrace {

namespace {

// One host thread's share of the slots: every `stride`-th from `first` on.
class Drain {
 public:
  Drain(Channel& channel, TraceWriter& writer, std::uint32_t first, std::uint32_t stride)
      : channel_(channel), writer_(writer), first_(first), stride_(stride) {}

  // One look at every slot of the share; whether any word was there.
  bool look() {
    bool found = false;
    const std::uint32_t slots = channel_.options().max_threads;
    for (std::uint32_t i = first_; i < slots; i += stride_) {
      ThreadSlot& slot = channel_.slot(i);
      if (slot.state.load(std::memory_order_acquire) == ThreadState::free) continue;
      RingReader reader(channel_, i);
      const std::uint32_t thread = slot.thread;
      const std::uint64_t tail = reader.tail();  // others wait while this one writes on
      for (auto words = reader.readable(tail); !words.empty(); words = reader.readable(tail)) {
        write(thread, words);
        reader.consume(words.size());
        found = true;
      }
      reader.recycle();
    }
    return found;
  }

 private:
  void write(std::uint32_t thread, std::span<const Word> words) {
    if (failed_) return;
    try {
      writer_.append(thread, words);
    } catch (const InputError&) {
      failed_ = true;  // the writer keeps the reason; the program must not suffer
    }
  }

  Channel& channel_;
  TraceWriter& writer_;
  std::uint32_t first_;
  std::uint32_t stride_;
  bool failed_ = false;
};

}  // namespace

void record(Channel& channel, TracedProcess& process, TraceWriter& writer, unsigned host_threads,
            const std::function<void()>& idle) {
  std::atomic<bool> over{false}, failed{false};
  const auto drain = [&](std::uint32_t share, const std::function<void()>& when_idle) {
    Drain slots(channel, writer, share, host_threads);
    while (!failed) {
      const std::uint32_t seen = channel.header().data_ready.load();
      const bool last_look = over;
      const bool found = slots.look();
      if (last_look && !found) return;
      if (when_idle) when_idle();
      if (!found && !over) channel.wait_for_data(seen, std::chrono::milliseconds(5));
    }
  };
  const auto all_stop_if_it_fails = [&failed](auto&& work) {
    try {
      work();
    } catch (...) {
      failed = true;
      throw;
    }
  };
  std::vector<std::future<void>> helpers;  // whose end their destructors wait for
  all_stop_if_it_fails([&] {
    for (std::uint32_t share = 1; share < host_threads; ++share)
      helpers.push_back(std::async(
          std::launch::async, [&, share] { all_stop_if_it_fails([&] { drain(share, {}); }); }));
    drain(0, [&] {
      if (process.poll()) over = true;
      if (idle) idle();
    });
  });
  for (std::future<void>& helper : helpers) helper.get();
}

std::vector<std::string> phase_names(const ChannelHeader& header) {
  std::vector<std::string> names;
  const std::uint32_t count = std::clamp<std::uint32_t>(header.phase_count.load(), 1, max_phases);
  for (std::uint32_t i = 0; i < count; ++i)
    names.emplace_back(header.phase_names[i], strnlen(header.phase_names[i], max_phase_name));
  return names;
}

Manifest manifest_of(const Channel& channel, const TracedProcess& process,
                     const std::vector<std::string>& command, const ProgramExit& exit,
                     bool randomized) {
  Manifest manifest;
  manifest.command = command;
  utsname host{};
  uname(&host);
  manifest.architecture = host.machine;
  manifest.tracer = name_of(process.tracer());
  manifest.address_randomisation = randomized;
  if (exit.signal != 0)
    manifest.signal = exit.signal;
  else
    manifest.exit_status = exit.status;
  manifest.reason = process.incomplete();
  manifest.complete = manifest.reason.empty();
  if (channel.options().several)
    for (const ProcessEntry& entry : channel.processes())
      manifest.processes.push_back({entry.rank, entry.ranks});
  manifest.phases = phase_names(channel.header());
  manifest.date = date_now();
  return manifest;
}

}  // namespace hpcast::reftrace
