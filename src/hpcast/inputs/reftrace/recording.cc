#include "hpcast/inputs/reftrace/recording.h"

#include <sys/utsname.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "hpcast/base/date.h"
#include "hpcast/inputs/reftrace/region_collector.h"
#include "hpcast/inputs/reftrace/region_names.h"

namespace hpcast::reftrace {

namespace {

// One host thread's share of the slots: every `stride`-th from `first` on.
class Drain {
 public:
  Drain(Channel& channel, TraceWriter& writer, std::uint32_t first, std::uint32_t stride)
      : channel_(channel),
        writer_(writer),
        first_(first),
        stride_(stride),
        collects_((channel.options().record_regions & function_regions) != 0) {}

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
        if (collects_) collector_.take(thread, words);
        reader.consume(words.size());
        found = true;
      }
      reader.recycle();
    }
    return found;
  }

  const std::set<SeenFunction>& functions() const { return collector_.functions(); }

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
  bool collects_;
  RegionCollector collector_;
  bool failed_ = false;
};

}  // namespace

std::vector<Region> functions_of(const Channel& channel, const std::set<SeenFunction>& seen) {
  RegionNames names(channel);
  std::vector<Region> regions;
  for (const auto& [process, address] : seen) {
    regions.push_back({address, names.name(address, process)});
    if (channel.options().several) regions.back().process = process;
  }
  return regions;
}

void record(Channel& channel, TracedProcess& process, TraceWriter& writer, unsigned host_threads,
            const std::function<void()>& idle) {
  std::atomic<bool> over{false}, failed{false};
  std::mutex mutex;  // guards functions
  std::set<SeenFunction> functions;
  const auto drain = [&](std::uint32_t share, const std::function<void()>& when_idle) {
    Drain slots(channel, writer, share, host_threads);
    while (!failed) {
      const std::uint32_t seen = channel.header().data_ready.load();
      const bool last_look = over;
      const bool found = slots.look();
      if (last_look && !found) break;
      if (when_idle) when_idle();
      if (!found && !over) channel.wait_for_data(seen, std::chrono::milliseconds(5));
    }
    const std::lock_guard lock(mutex);
    functions.insert(slots.functions().begin(), slots.functions().end());
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
  writer.add_regions(functions_of(channel, functions));
}

std::vector<std::string> phase_names(const ChannelHeader& header) {
  return names_in(header.phases);
}

std::vector<Region> named_regions(const ChannelHeader& header) {
  std::vector<Region> regions;
  for (std::string& name : names_in(header.regions))
    regions.push_back({named_region | regions.size(), std::move(name)});
  return regions;
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
  manifest.regions = named_regions(channel.header());
  manifest.date = date_now();
  return manifest;
}

}  // namespace hpcast::reftrace
