// Programs whose threads come late, sleep, block and share cores as chance has it: their replay
// counts what the live run has counted, to the last hit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_dice.h"
#include "hpcast/models/memsim/test_phases.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

// Private caches of 1 KiB; pairs of cores share 2 KiB, all 8 KiB, both inclusive.
dat::Machine small_machine() {
  std::string cores, caches, edges;
  const auto edge = [&](const std::string& from, const std::string& to) {
    edges += R"({"name": ")" + from + to + R"(", "class": "e", "source": ")" + from +
             R"(", "target": ")" + to + R"("},)";
  };
  for (int c = 0; c < 4; ++c) {
    const std::string n = std::to_string(c), pair = "p" + std::to_string(c / 2);
    cores += (c == 0 ? "" : ",") + std::string(R"({"name": "c)") + n + R"(", "class": "c"})";
    caches += R"({"name": "l)" + n + R"(", "class": "l"},)";
    edge("c" + n, "l" + n);
    edge("l" + n, pair);
  }
  edge("p0", "s");
  edge("p1", "s");
  return dat::parse_machine(R"({
    "core_class": [{"name": "c", "dp_flops": 1, "sp_flops": 1, "ips": 1}], "cache_class": [
      {"name": "l", "capacity": 1024, "associativity": 2, "linesize": 64, "read_bandwidth": 1},
      {"name": "p", "capacity": 2048, "associativity": 2, "linesize": 64, "read_bandwidth": 1,
       "inclusion": "inclusive"},
      {"name": "s", "capacity": 8192, "associativity": 4, "linesize": 64, "read_bandwidth": 1,
       "inclusion": "inclusive"}],
    "mem_class": [{"name": "m", "capacity": 1048576, "linesize": 64, "read_bandwidth": 1}],
    "router_class": [], "router_obj": [], "edge_class": [{"name": "e"}],
    "core_obj": [)" + cores + R"(], "cache_obj": [)" +
                                caches + R"({"name": "p0", "class": "p"},
      {"name": "p1", "class": "p"}, {"name": "s", "class": "s"}],
    "mem_obj": [{"name": "m", "class": "m"}], "edge_obj": [)" +
                                edges + R"({"name": "e", "class": "e", "source": "s",
    "target": "m"}]})",
                            "small_machine");
}

enum class Call { none, sleep, announced_wait, hidden_wait };
struct Step {
  Call call;
  std::vector<Word> words;  // a reference or an event
};
using Script = std::vector<Step>;

Word awaited(const Step& step) { return step.words[2]; }
bool is(const Step& step, Event event) {
  return reftrace::op_of(step.words[0]) == Op::event && reftrace::event_of(step.words[0]) == event;
}

// Rounds of references; between them a meeting of all, a message to the next thread, or a sleep.
class Program {
 public:
  Program(Dice& dice, unsigned threads) : scripts_(threads) {
    for (unsigned t = 0; t < threads; ++t) event(t, Event::thread_start, {t == 0 ? 0U : 1U});
    const std::uint64_t rounds = 2 + dice.below(10);
    for (std::uint64_t r = 0; r < rounds; ++r) {
      for (unsigned t = 0; t < threads; ++t) work(dice, t);
      if (dice.chance(40))
        meet(dice, r);
      else if (dice.chance(70))
        send(dice, r);
    }
    for (unsigned t = 0; t < threads; ++t)
      if (dice.chance(80)) event(t, Event::thread_end, {});
  }
  const std::vector<Script>& scripts() const { return scripts_; }

 private:
  void event(unsigned thread, Event event, const std::vector<Word>& payload,
             Call call = Call::none) {
    Step step{call, {}};
    add_event(step.words, event, payload);
    scripts_[thread].push_back(std::move(step));
  }
  void work(Dice& dice, unsigned thread) {
    const std::uint64_t references = dice.chance(20) ? 0 : dice.below(400);
    const std::uint64_t from = dice.below(4) * 4096, lines = 1 + dice.below(100);
    for (std::uint64_t i = 0; i < references; ++i) {
      const std::uint64_t address =
          from + dice.below(lines) * 64 + (dice.chance(50) ? 0 : thread * 8);
      const Op op = dice.chance(40) ? Op::write : Op::read;
      scripts_[thread].push_back(
          {dice.chance(1) ? Call::sleep : Call::none, {reference(address, 3, op)}});
    }
    if (dice.chance(10)) event(thread, Event::phase, {dice.below(3)});
  }
  static Call a_wait(Dice& dice) {
    return dice.chance(70) ? Call::announced_wait : Call::hidden_wait;
  }
  void meet(Dice& dice, Word object) {
    for (unsigned t = 0; t < scripts_.size(); ++t) event(t, Event::signal, {1000 + object});
    for (unsigned t = 0; t < scripts_.size(); ++t)
      event(t, Event::wait, {1000 + object, scripts_.size()}, a_wait(dice));
  }
  void send(Dice& dice, Word object) {
    const unsigned from = static_cast<unsigned>(dice.below(scripts_.size()));
    const unsigned to = (from + 1) % static_cast<unsigned>(scripts_.size());
    event(from, Event::signal, {object});
    if (to != from) event(to, Event::wait, {object, 1}, a_wait(dice));
  }

  std::vector<Script> scripts_;
};

// Runs a program while somebody reads it: whenever that one looks, some threads have gone on.
class Running : public Feed {
 public:
  Running(Dice& dice, const Program& program) : dice_(dice), threads_(program.scripts().size()) {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      threads_[t].script = &program.scripts()[t];
      threads_[t].comes_at = t == 0 ? 0 : dice.below(200);
    }
  }
  std::vector<NewThread> new_threads() override {
    std::vector<NewThread> found;
    for (; known_ < announced_; ++known_)
      found.push_back({known_, false, 0, nullptr, std::make_unique<Source>(*this, known_)});
    return found;
  }
  bool somebody_new() override {
    go_on();
    announced_ = started_;
    return announced_ != known_;
  }
  bool complete() const override { return over() && known_ == threads_.size(); }
  Doing doing(std::uint32_t thread) override {
    const Thread& t = threads_[thread];
    if (!t.called) return {};
    const Step& step = (*t.script)[t.at];
    if (step.call == Call::announced_wait)
      return {HostState::blocked, awaited(step), step.words[3]};
    return {HostState::asleep, 0, 0};
  }
  void idle(std::uint32_t) override { go_on(); }
  std::vector<std::vector<Word>> recorded() const {
    std::vector<std::vector<Word>> words;
    for (const Thread& thread : threads_) words.push_back(thread.recorded);
    return words;
  }

 private:
  struct Thread {
    const Script* script = nullptr;
    std::uint64_t comes_at = 0;  // go_on() since the start
    std::size_t at = 0;
    bool called = false;  // is in the call of that step
    Word clock = 0;
    std::vector<Word> written, recorded;  // not read yet; read
    Anticipation anticipated;
  };
  class Source : public WordSource {
   public:
    Source(Running& running, std::uint32_t thread) : running_(running), thread_(thread) {}
    std::size_t read(Word* to, std::size_t room) override {
      return running_.read(thread_, to, room);
    }
    bool finished() const override {
      return running_.is_over(thread_) && running_.threads_[thread_].written.empty();
    }
    void anticipate(std::span<const Word> wait) override {
      Thread& thread = running_.threads_[thread_];
      thread.anticipated.expect(wait);
      thread.recorded.insert(thread.recorded.end(), wait.begin(), wait.end());
    }
    bool anticipating() const override { return running_.threads_[thread_].anticipated.any(); }

   private:
    Running& running_;
    std::uint32_t thread_;
  };

  bool at_end(const Thread& thread) const { return thread.at == thread.script->size(); }
  // One that ends without a word is known to have ended when the program has.
  bool over() const {
    return std::all_of(threads_.begin(), threads_.end(),
                       [this](const Thread& t) { return at_end(t); });
  }
  bool is_over(std::uint32_t thread) const { return over() || at_end(threads_[thread]); }
  std::size_t read(std::uint32_t thread, Word* to, std::size_t room) {
    if (dice_.chance(30)) go_on();
    Thread& t = threads_[thread];
    if (!t.written.empty() && t.anticipated.may_begin_with(t.written[0], t.written.size()))
      return 0;
    const std::size_t n = std::min(room, t.written.size());
    std::copy_n(t.written.begin(), n, to);
    t.written.erase(t.written.begin(), t.written.begin() + static_cast<std::ptrdiff_t>(n));
    const std::size_t left = t.anticipated.leave_out(to, n);
    t.recorded.insert(t.recorded.end(), to, to + left);
    return left;
  }
  void go_on() {
    ++now_;
    while (started_ < threads_.size() && threads_[started_].comes_at <= now_) ++started_;
    for (std::uint32_t t = 0; t < started_; ++t)
      if (dice_.chance(50)) run(threads_[t]);
  }
  void run(Thread& t) {
    for (std::uint64_t steps = dice_.below(60); steps > 0 && !at_end(t); --steps) {
      const Step& step = (*t.script)[t.at];
      if (!may_pass(t, step)) return;
      std::vector<Word> words = step.words;
      if (reftrace::op_of(words[0]) != Op::event)
        ++t.clock;
      else
        words[1] = t.clock;
      if (is(step, Event::signal)) ++signals_[awaited(step)];
      t.written.insert(t.written.end(), words.begin(), words.end());
      ++t.at;
    }
  }
  // A call is entered, and left when it may be and some time has passed.
  bool may_pass(Thread& t, const Step& step) {
    if (step.call == Call::none) return true;
    const bool waits = step.call != Call::sleep;
    const bool met = !waits || signals_[awaited(step)] >= step.words[3];
    if (!t.called && met && dice_.chance(50)) return true;
    const bool left = t.called && met && dice_.chance(20);
    t.called = !left;
    return left;
  }

  Dice& dice_;
  std::vector<Thread> threads_;
  std::map<Word, Word> signals_;
  std::uint64_t now_ = 0;
  std::uint32_t started_ = 1, known_ = 0, announced_ = 0;
};

// A thread that is taken up again has something new: words, its end, or its core to itself.
void expect_no_vain_turns(const MergeLog& log) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, unsigned> turns;  // by thread and words used
  for (const MergeDecision& decision : log)
    if (decision.resumes) {
      EXPECT_LE(++turns[std::make_pair(decision.thread, decision.words)], 3U);
    }
}

void run_and_replay_program(std::uint64_t seed) {
  static const dat::Machine machine = small_machine();
  static const dat::Routes routes(machine);
  Dice dice(seed);
  const Program program(dice, 1 + static_cast<unsigned>(dice.below(6)));
  SimulationOptions options{.coherent = dice.chance(50), .placement = {}, .weave = {}};
  options.weave.interval = 10 + dice.below(100);
  options.weave.replayable = true;
  Simulation live(machine, routes, options);
  Running feed(dice, program);
  live.run(feed);
  Simulation replay(machine, routes, options);
  VectorFeed recorded(feed.recorded());
  replay.run(recorded, &live.weaver().log());
  expect_same_phases(live, replay);
  expect_no_vain_turns(live.weaver().log());
}

TEST(Replay, CountsWhatTheLiveRunDid) {
  for (std::uint64_t seed = 0; seed < random_cases(1200); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_NO_THROW(run_and_replay_program(seed));
  }
}

}  // namespace
}  // namespace hpcast::memsim
