// The feed of a program that runs right now.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/reftrace/traced_process.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::memsim {

// Tells the runtime in the program which caches to simulate for which thread (Payload::requests).
void configure(reftrace::ChannelHeader& header, const Topology& topology,
               const std::vector<std::uint32_t>& core_order);

// Throws InputError where the channel has too few cores for the machine.
void check_online(const dat::Machine& machine);

// What ChannelOptions::cache_words must be for it.
std::vector<std::uint64_t> words_of_caches(const Topology& topology);

class LiveFeed : public Feed {
 public:
  // Called with every word read, from several host threads for different threads of the program.
  using Recorder = std::function<void(std::uint32_t thread, std::span<const Word> words)>;

  LiveFeed(reftrace::Channel& channel, reftrace::TracedProcess& process, Recorder recorder = {});
  ~LiveFeed() override;

  std::vector<NewThread> new_threads() override;
  bool somebody_new() override;
  bool complete() const override;
  const reftrace::Code* code() const override { return code_ ? &*code_ : nullptr; }
  Doing doing(std::uint32_t thread) override;
  bool stuck(std::uint32_t thread) override;
  void grant(std::uint32_t thread, std::uint64_t limit, std::uint32_t stops) override;
  void idle(std::uint32_t starving) override;
  // Whether a thread's private caches were simulated apart from its core's, which another had.
  bool caches_apart() const { return caches_apart_; }

  // Called now and then while the program runs or is waited for.
  void on_idle(std::function<void()> f) { on_idle_ = std::move(f); }

 private:
  class Source;
  struct Watch {
    std::uint32_t slot = 0;
    std::uint32_t process = 0;  // index of its entry
    std::uint64_t tail = 0;     // of its ring, when last looked at
    // By thread of the program, since that tail moved: its CPU time, ns, at the first look and at
    // the last one.
    struct Cpu {
      std::uint64_t first, last;
    };
    std::unordered_map<std::uint32_t, Cpu> cpu;
  };

  struct HostThread {
    pid_t process;
    std::uint32_t number;
  };
  // Who will write no more.
  struct Over {
    bool all = false;
    std::array<bool, reftrace::max_processes> processes{};
  };

  bool somebody_waits_for_us() const;
  static bool helps_nobody(const HostThread& thread, Watch& watch, bool again);
  pid_t process_of(const Watch& watch) const;
  std::vector<HostThread> all_threads() const;
  bool note_ended_processes();

  reftrace::Channel& channel_;
  reftrace::TracedProcess& process_;
  Recorder recorder_;
  std::optional<reftrace::TracedCode> code_;
  std::function<void()> on_idle_;
  std::unordered_map<std::uint32_t, Watch> watches_;  // by thread
  bool caches_apart_ = false;
  std::uint32_t known_ = 0;      // threads handed out
  std::uint32_t announced_ = 0;  // to be handed out
  bool quiet_ = false;           // no word came during the last idle()
  std::shared_ptr<Over> over_;
  // Slots whose thread was about to leave them when its stream had ended.
  std::shared_ptr<std::vector<reftrace::RingReader>> leaving_;
};

}  // namespace hpcast::memsim
