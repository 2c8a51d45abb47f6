#include "hpcast/models/netsim/thread_exchange.h"

#include <algorithm>
#include <barrier>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace hpcast::netsim {

namespace {

// What the threads share. Between two barriers it is either written by its part or read by all.
struct Table {
  explicit Table(std::uint32_t count)
      : barrier(count, LookForFailure{*this}),
        mail(count),
        words(count),
        times(count),
        outcomes(count) {}

  // When all have come, so that nobody fails meanwhile: all know the same, and none leaves while
  // another reads what it has.
  struct LookForFailure {
    Table& table;
    void operator()() noexcept { table.gives_up = table.failure != nullptr; }
  };
  std::barrier<LookForFailure> barrier;
  bool gives_up = false;
  std::vector<std::vector<Mail>*> mail;
  std::vector<Exchange::Word> words;
  std::vector<Time> times;
  std::vector<Outcome> outcomes;

  // A part that cannot go on: the others give up when they meet next.
  void fail(std::exception_ptr why) {
    const std::scoped_lock lock(mutex);
    if (!failure) failure = std::move(why);
  }
  std::mutex mutex;
  std::exception_ptr failure;
};

struct GivenUp {};  // because of another part

class ThreadExchange final : public Exchange {
 public:
  ThreadExchange(Table& table, std::uint32_t mine) : table_(table), mine_(mine) {}

  std::uint32_t parts() const override { return static_cast<std::uint32_t>(table_.words.size()); }
  std::uint32_t mine() const override { return mine_; }

  Word exchange(std::vector<Mail>& out, Mail& in, const Word& word) override {
    table_.mail[mine_] = &out;
    table_.words[mine_] = word;
    meet();
    Word all;
    for (const Word& one : table_.words) {
      all.earliest = std::min(all.earliest, one.earliest);
      all.stop = all.stop || one.stop;
    }
    try {
      collect(in);
    } catch (...) {
      table_.fail(std::current_exception());
    }
    meet();
    return all;
  }

  Time latest(Time time) override {
    table_.times[mine_] = time;
    meet();
    return *std::max_element(table_.times.begin(), table_.times.end());
  }

  void gather(Outcome& outcome) override {
    if (mine_ > 0) {
      table_.outcomes[mine_] = std::move(outcome);
      meet();
      return;
    }
    meet();
    for (std::size_t part = 1; part < table_.outcomes.size(); ++part)
      outcome.merge(std::move(table_.outcomes[part]));
  }

 private:
  void meet() {
    table_.barrier.arrive_and_wait();
    if (table_.gives_up) throw GivenUp();
  }

  void collect(Mail& in) {
    in.clear();
    for (std::vector<Mail>* const boxes : table_.mail) {
      Mail& letters = (*boxes)[mine_];
      in.events.insert(in.events.end(), letters.events.begin(), letters.events.end());
      in.transfers.insert(in.transfers.end(), letters.transfers.begin(), letters.transfers.end());
      letters.clear();
    }
  }

  Table& table_;
  std::uint32_t mine_;
};

Outcome take_part(Table& table, std::uint32_t mine, const std::function<Outcome(Exchange&)>& part) {
  try {
    ThreadExchange exchange(table, mine);
    return part(exchange);
  } catch (const GivenUp&) {
  } catch (...) {
    table.fail(std::current_exception());
  }
  table.barrier.arrive_and_drop();
  return {};
}

}  // namespace

Outcome run_threads(std::uint32_t parts, const std::function<Outcome(Exchange&)>& part) {
  Table table(parts);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < parts; ++i) {
    threads.emplace_back([&table, &part, i] { take_part(table, i, part); });
  }
  Outcome outcome = take_part(table, 0, part);
  for (std::thread& thread : threads) thread.join();
  if (table.failure) std::rethrow_exception(table.failure);
  return outcome;
}

}  // namespace hpcast::netsim
