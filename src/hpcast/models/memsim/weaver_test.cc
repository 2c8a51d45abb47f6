// The weaver fed by threads that run right now, block on each other, and have little room to write.
#include "hpcast/models/memsim/weaver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_phases.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

using namespace std::chrono_literals;

dat::Machine four_cores() {
  std::string cores, caches, edges;
  for (int c = 0; c < 4; ++c) {
    const std::string n = std::to_string(c);
    cores += (c == 0 ? "" : ",") + std::string(R"({"name": "c)") + n + R"(", "class": "c"})";
    caches += R"({"name": "l)" + n + R"(", "class": "l"},)";
    edges += R"({"name": "a)" + n + R"(", "class": "e", "source": "c)" + n + R"(", "target": "l)" +
             n + R"("},{"name": "b)" + n + R"(", "class": "e", "source": "l)" + n +
             R"(", "target": "s"},)";
  }
  return dat::parse_machine(R"({
    "core_class": [{"name": "c", "dp_flops": 1, "sp_flops": 1, "ips": 1}], "cache_class": [
      {"name": "l", "capacity": 1024, "associativity": 2, "linesize": 64, "read_bandwidth": 1},
      {"name": "s", "capacity": 16384, "associativity": 4, "linesize": 64, "read_bandwidth": 1}],
    "mem_class": [{"name": "m", "capacity": 1048576, "linesize": 64, "read_bandwidth": 1}],
    "router_class": [], "router_obj": [], "edge_class": [{"name": "e"}],
    "core_obj": [)" + cores + R"(], "cache_obj": [)" +
                                caches + R"({"name": "s", "class": "s"}],
    "mem_obj": [{"name": "m", "class": "m"}], "edge_obj": [)" +
                                edges + R"({"name": "e", "class": "e", "source": "s",
    "target": "m"}]})",
                            "four_cores");
}

// One thread's words on their way, with room for a few of them; keeps all for the replay.
class Queue {
 public:
  void write(const Word* words, std::size_t n) {
    std::unique_lock lock(mutex_);
    for (std::size_t i = 0; i < n; ++i) {
      room_.wait(lock, [&] { return words_.size() < 512; });
      words_.push_back(words[i]);
    }
  }
  std::size_t read(Word* to, std::size_t room) {
    const std::lock_guard lock(mutex_);
    if (!words_.empty() && anticipated_.may_begin_with(words_[0], words_.size())) return 0;
    const std::size_t n = std::min(room, words_.size());
    std::copy_n(words_.begin(), n, to);
    words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(n));
    room_.notify_one();
    const std::size_t left = anticipated_.leave_out(to, n);
    all_.insert(all_.end(), to, to + left);
    return left;
  }
  void anticipate(std::span<const Word> wait) {
    anticipated_.expect(wait);
    all_.insert(all_.end(), wait.begin(), wait.end());
  }
  bool anticipating() const { return anticipated_.any(); }
  void finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  bool finished() const {
    const std::lock_guard lock(mutex_);
    return finished_ && words_.empty();
  }
  void doing(Doing doing) {
    const std::lock_guard lock(mutex_);
    doing_ = doing;
  }
  Doing doing() const {
    const std::lock_guard lock(mutex_);
    return doing_;
  }
  const std::vector<Word>& all() const { return all_; }

 private:
  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::deque<Word> words_;
  std::vector<Word> all_;  // of the reader
  Anticipation anticipated_;
  bool finished_ = false;
  Doing doing_;
};

// What a tracer's runtime does for its thread.
class Tracer {
 public:
  explicit Tracer(Queue& queue) : queue_(queue) { event(Event::thread_start, {1}); }
  void references(std::uint64_t from, int n, Op op = Op::write) {
    for (int i = 0; i < n; ++i) {
      const Word w = reference(from + 8 * static_cast<std::uint64_t>(i), 3, op);
      ++clock_;
      queue_.write(&w, 1);
    }
  }
  void event(Event event, const std::vector<Word>& payload) {
    std::vector<Word> words = {
        reftrace::event_head(event, static_cast<unsigned>(payload.size() + 1)), clock_};
    words.insert(words.end(), payload.begin(), payload.end());
    queue_.write(words.data(), words.size());
  }
  void signal(Word object) { event(Event::signal, {object}); }
  void wait(Word object, Word count) { event(Event::wait, {object, count}); }
  // Around a call that may block: on `object` until `count`, or (0) on nothing known.
  template <class F>
  void blocked(Word object, Word count, F&& f) {
    queue_.doing({object == 0 ? HostState::asleep : HostState::blocked, object, count});
    f();
    queue_.doing({});
  }

 private:
  Queue& queue_;
  Word clock_ = 0;
};

class QueueSource : public WordSource {
 public:
  explicit QueueSource(Queue& queue) : queue_(queue) {}
  std::size_t read(Word* to, std::size_t room) override { return queue_.read(to, room); }
  bool finished() const override { return queue_.finished(); }
  void anticipate(std::span<const Word> wait) override { queue_.anticipate(wait); }
  bool anticipating() const override { return queue_.anticipating(); }

 private:
  Queue& queue_;
};

using Body = std::function<void(Tracer&, std::uint32_t)>;

class LiveThreads : public Feed {
 public:
  LiveThreads(std::uint32_t threads, const Body& body, bool with_end = true) : queues_(threads) {
    for (std::uint32_t t = 0; t < threads; ++t)
      threads_.emplace_back([this, t, body, with_end] {
        Tracer tracer(queues_[t]);
        body(tracer, t);
        if (with_end) tracer.event(Event::thread_end, {});
        queues_[t].finish();
      });
  }
  ~LiveThreads() override {
    for (std::thread& t : threads_) t.join();
  }
  std::vector<NewThread> new_threads() override {
    std::vector<NewThread> result;
    for (; known_ < queues_.size(); ++known_)
      result.push_back({known_, false, 0, nullptr, std::make_unique<QueueSource>(queues_[known_])});
    return result;
  }
  bool complete() const override { return known_ == queues_.size(); }
  Doing doing(std::uint32_t thread) override { return queues_[thread].doing(); }
  void idle(std::uint32_t) override { std::this_thread::sleep_for(20us); }

  // After the run.
  std::vector<std::vector<Word>> recorded() {
    for (std::thread& t : threads_) t.join();
    threads_.clear();
    std::vector<std::vector<Word>> words;
    for (const Queue& queue : queues_) words.push_back(queue.all());
    return words;
  }

 private:
  std::deque<Queue> queues_;
  std::vector<std::thread> threads_;
  std::uint32_t known_ = 0;
};

std::uint64_t writes(const Simulation& simulation) {
  std::uint64_t sum = 0;
  for (const PhaseCounts& phase : simulation.phases())
    for (const PrivateCounters& core : phase.core) sum += core.references[1][3];
  return sum;
}

// Runs live, with and without coherence, and replays what was recorded on 1 and 4 host threads.
void run_and_replay(std::uint32_t threads, const std::function<Body()>& make_body,
                    std::uint64_t expected_writes) {
  const dat::Machine machine = four_cores();
  const dat::Routes routes(machine);
  for (const bool coherent : {false, true}) {
    SimulationOptions options{.coherent = coherent, .placement = {}, .weave = {}};
    options.weave.interval = 100;
    options.weave.host_threads = 2;
    options.weave.replayable = true;
    Simulation live(machine, routes, options);
    LiveThreads feed(threads, make_body());
    live.run(feed);
    EXPECT_EQ(writes(live), expected_writes);
    EXPECT_EQ(live.weaver().unmet_waits(), 0U);
    const std::vector<std::vector<Word>> recorded = feed.recorded();
    for (const unsigned host_threads : {1U, 4U}) {
      options.weave.host_threads = host_threads;
      Simulation replay(machine, routes, options);
      VectorFeed words(recorded);
      replay.run(words, &live.weaver().log());
      expect_same_phases(live, replay);
      EXPECT_EQ(replay.weaver().unmet_waits(), 0U);
    }
  }
}

TEST(Weaver, ThreadsThatContendForAMutex) {
  struct Shared {
    std::mutex mutex;
    Word unlocks = 0;
  };
  run_and_replay(
      4,
      [] {
        auto shared = std::make_shared<Shared>();
        return [shared](Tracer& t, std::uint32_t id) {
          for (int turn = 0; turn < 50; ++turn) {
            t.references(0x10000 * (id + 1), 20);
            t.blocked(7, 0, [&] { shared->mutex.lock(); });
            t.wait(7, shared->unlocks);
            t.references(0x1000, 10);
            t.signal(7);
            ++shared->unlocks;
            shared->mutex.unlock();
          }
        };
      },
      4 * 50 * 30);
}

TEST(Weaver, ThreadsThatWaitForConditions) {
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    Word produced = 0;
  };
  run_and_replay(
      2,
      [] {
        auto shared = std::make_shared<Shared>();
        return [shared](Tracer& t, std::uint32_t id) {
          for (Word item = 1; item <= 60; ++item) {
            if (id == 0) {
              t.references(0x1000, 25);
              t.signal(9);
              const std::lock_guard lock(shared->mutex);
              shared->produced = item;
              shared->changed.notify_one();
            } else {
              t.blocked(9, item, [&] {
                std::unique_lock lock(shared->mutex);
                shared->changed.wait(lock, [&] { return shared->produced >= item; });
              });
              t.wait(9, item);
              t.references(0x1000, 25);
            }
          }
        };
      },
      2 * 60 * 25);
}

TEST(Weaver, ThreadsThatMeetAtBarriers) {
  run_and_replay(
      4,
      [] {
        auto barrier = std::make_shared<std::barrier<>>(4);
        return [barrier](Tracer& t, std::uint32_t id) {
          for (Word generation = 0; generation < 40; ++generation) {
            t.references(0x1000, 10 * (static_cast<int>(id) + 1));
            t.signal(11);
            t.blocked(11, 4 * (generation + 1), [&] { barrier->arrive_and_wait(); });
            t.wait(11, 4 * (generation + 1));
          }
        };
      },
      40 * (10 + 20 + 30 + 40));
}

// hpcast knows nothing of pipes: the reader is only seen to sleep.
TEST(Weaver, ThreadsThatReadPipes) {
  struct Pipe {
    Pipe() { EXPECT_EQ(pipe(ends), 0); }
    ~Pipe() {
      close(ends[0]);
      close(ends[1]);
    }
    int ends[2];
  };
  run_and_replay(
      2,
      [] {
        auto there = std::make_shared<Pipe>();
        auto back = std::make_shared<Pipe>();
        return [there, back](Tracer& t, std::uint32_t id) {
          for (int turn = 0; turn < 30; ++turn) {
            t.references(0x1000, 150);
            char byte = 1;
            const auto send = [&](Pipe& pipe) { EXPECT_EQ(write(pipe.ends[1], &byte, 1), 1); };
            const auto receive = [&](Pipe& pipe) {
              t.blocked(0, 0, [&] { EXPECT_EQ(read(pipe.ends[0], &byte, 1), 1); });
            };
            if (id == 0) {
              send(*there);
              receive(*back);
            } else {
              receive(*there);
              send(*back);
            }
          }
        };
      },
      2 * 30 * 150);
}

// Thread 1 is not known before the end of the second pass, in which its creation is woven.
class LateThread : public Feed {
 public:
  explicit LateThread(std::vector<std::vector<Word>> threads) : threads_(std::move(threads)) {}
  std::vector<NewThread> new_threads() override {
    std::vector<NewThread> result;
    for (; known_ < announced_; ++known_)
      result.push_back(
          {known_, false, 0, nullptr, std::make_unique<VectorSource>(threads_[known_])});
    return result;
  }
  bool somebody_new() override {
    if (++passes_ == 2) announced_ = 2;
    return announced_ != known_;
  }
  bool complete() const override { return known_ == 2; }

 private:
  std::vector<std::vector<Word>> threads_;
  std::uint32_t known_ = 0, announced_ = 1, passes_ = 0;
};

TEST(Weaver, HowLateAThreadAppearsShowsInNoCount) {
  // Both jump about in the same 32 KiB; what the 16 KiB of the shared cache miss tells the order.
  const auto jump = [](std::uint64_t i) {
    return reference((i * 2654435761 >> 8) % 512 * 64, 3, Op::read);
  };
  std::vector<Word> creator, created;
  add_wait(created, 5, 1);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    if (i == 150) add_signal(creator, 5);
    creator.push_back(jump(i));
    created.push_back(jump(i + 5000));
  }
  const dat::Machine machine = four_cores();
  const dat::Routes routes(machine);
  SimulationOptions options;
  options.weave.interval = 100;
  for (const bool replayable : {false, true}) {
    options.weave.replayable = replayable;
    Simulation early(machine, routes, options), late(machine, routes, options),
        replay(machine, routes, options);
    VectorFeed both({thread_of(creator), thread_of(created)}), again = both;
    LateThread one_by_one({thread_of(creator), thread_of(created)});
    early.run(both);
    late.run(one_by_one);
    expect_same_phases(early, late);
    if (!replayable) continue;
    replay.run(again, &late.weaver().log());
    expect_same_phases(late, replay);
  }
}

// --- Recorded streams that end in odd ways -------------------------------------------------------

struct Outcome {
  std::uint64_t writes, unmet_waits, references;
  std::vector<std::uint32_t> cores;
};

Outcome run_recorded(std::vector<std::vector<Word>> threads, bool coherent) {
  const dat::Machine machine = four_cores();
  const dat::Routes routes(machine);
  Simulation simulation(machine, routes, {.coherent = coherent, .placement = {}, .weave = {}});
  VectorFeed feed(std::move(threads));
  simulation.run(feed);
  return {writes(simulation), simulation.weaver().unmet_waits(), simulation.weaver().references(),
          simulation.weaver().thread_cores()};
}

std::vector<Word> some_writes(int n) {
  std::vector<Word> words;
  for (int i = 0; i < n; ++i)
    words.push_back(reference(0x1000 + 8 * static_cast<std::uint64_t>(i), 3, Op::write));
  return words;
}

TEST(Weaver, AnUnmetWaitAtTheEndOfACutOffTraceIsPassedAndCounted) {
  std::vector<Word> first = some_writes(10);
  add_wait(first, 5, 3);
  first.push_back(reference(0x1000, 3, Op::write));
  std::vector<Word> second = some_writes(10);
  add_signal(second, 5);
  for (const bool coherent : {false, true}) {
    const Outcome outcome = run_recorded({thread_of(first), thread_of(second)}, coherent);
    EXPECT_EQ(outcome.writes, 21U);
    EXPECT_EQ(outcome.unmet_waits, 1U);
  }
}

TEST(Weaver, AThreadWithoutReferencesTakesNoCore) {
  std::vector<Word> idle;
  add_signal(idle, 5);
  std::vector<Word> busy;
  add_wait(busy, 5, 1);
  for (const Word w : some_writes(10)) busy.push_back(w);
  const Outcome outcome = run_recorded({thread_of(idle), thread_of(busy)}, true);
  EXPECT_EQ(outcome.writes, 10U);
  EXPECT_EQ(outcome.cores, std::vector<std::uint32_t>{0});
}

TEST(Weaver, AThreadThatEndsWithoutThreadEnd) {
  std::vector<Word> cut = thread_of(some_writes(9000));
  cut.resize(cut.size() - 2);
  for (const bool coherent : {false, true}) {
    const Outcome outcome = run_recorded({cut, thread_of(some_writes(5))}, coherent);
    EXPECT_EQ(outcome.writes, 9005U);
    EXPECT_EQ(outcome.references, 9005U);
  }
}

TEST(Weaver, AStreamThatBreaksOffInsideAnEvent) {
  std::vector<Word> cut = some_writes(10);
  add_wait(cut, 5, 1);
  cut.pop_back();
  EXPECT_EQ(run_recorded({cut}, false).writes, 10U);
  EXPECT_EQ(run_recorded({cut}, true).writes, 10U);
}

TEST(Weaver, NoThreadsNoPasses) {
  EXPECT_EQ(run_recorded({}, true).references, 0U);
  EXPECT_EQ(run_recorded({{}}, true).references, 0U);
}

TEST(Weaver, ThreadsGoToTheCoresWithTheFewest) {
  std::vector<std::vector<Word>> threads(6, thread_of(some_writes(10)));
  EXPECT_EQ(run_recorded(threads, true).cores, (std::vector<std::uint32_t>{0, 1, 2, 3, 0, 1}));
}

// A live program may write over its ring.
TEST(Weaver, RefusesEventsThatNoTracerWrites) {
  const dat::Machine machine = four_cores();
  const dat::Routes routes(machine);
  for (const bool requests : {false, true})
    for (const unsigned payload : {0U, 128U, 255U}) {
      std::vector<Word> words = thread_of({});
      words.resize(words.size() - 2);
      words.push_back(reftrace::event_head(Event::signal, payload));
      words.insert(words.end(), 300, ~Word{0});
      VectorFeed feed({words}, requests);
      Simulation simulation(machine, routes, {});
      EXPECT_THROW(simulation.run(feed), InputError) << payload;
    }
}

TEST(Weaver, RefusesAPhaseBeyondTheMost) {
  const dat::Machine machine = four_cores();
  const dat::Routes routes(machine);
  for (const Word phase : {reftrace::max_phases - 1, reftrace::max_phases}) {
    std::vector<Word> body;
    add_event(body, Event::phase, {phase});
    body.push_back(reference(0x1000, 3, Op::read));
    VectorFeed feed({thread_of(body)});
    SimulationOptions options;
    Simulation simulation(machine, routes, options);
    if (phase < reftrace::max_phases)
      EXPECT_NO_THROW(simulation.run(feed));
    else
      EXPECT_THROW(simulation.run(feed), InputError);
  }
}

}  // namespace
}  // namespace hpcast::memsim
