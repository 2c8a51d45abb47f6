#include "hpcast/netsim/thread_exchange.h"

#include <algorithm>
#include <barrier>
#include <thread>

namespace hpcast::netsim {

namespace {

// What the threads share. Between two barriers it is either written by its part or read by all.
struct Table {
  explicit Table(std::uint32_t count)
      : barrier(count), mail(count), words(count), times(count), outcomes(count) {}
  std::barrier<> barrier;
  std::vector<std::vector<Mail>*> mail;
  std::vector<Exchange::Word> words;
  std::vector<Time> times;
  std::vector<Outcome> outcomes;
};

class ThreadExchange final : public Exchange {
 public:
  ThreadExchange(Table& table, std::uint32_t mine) : table_(table), mine_(mine) {}

  std::uint32_t parts() const override { return static_cast<std::uint32_t>(table_.words.size()); }
  std::uint32_t mine() const override { return mine_; }

  Word exchange(std::vector<Mail>& out, Mail& in, const Word& word) override {
    table_.mail[mine_] = &out;
    table_.words[mine_] = word;
    table_.barrier.arrive_and_wait();
    Word all;
    for (const Word& one : table_.words) {
      all.earliest = std::min(all.earliest, one.earliest);
      all.stop = all.stop || one.stop;
    }
    in.clear();
    for (std::vector<Mail>* const boxes : table_.mail) {
      Mail& letters = (*boxes)[mine_];
      in.events.insert(in.events.end(), letters.events.begin(), letters.events.end());
      in.transfers.insert(in.transfers.end(), letters.transfers.begin(), letters.transfers.end());
      letters.clear();
    }
    table_.barrier.arrive_and_wait();
    return all;
  }

  Time latest(Time time) override {
    table_.times[mine_] = time;
    table_.barrier.arrive_and_wait();
    return *std::max_element(table_.times.begin(), table_.times.end());
  }

  void gather(Outcome& outcome) override {
    if (mine_ > 0) {
      table_.outcomes[mine_] = std::move(outcome);
      table_.barrier.arrive_and_wait();
      return;
    }
    table_.barrier.arrive_and_wait();
    for (std::size_t part = 1; part < table_.outcomes.size(); ++part)
      outcome.merge(std::move(table_.outcomes[part]));
  }

 private:
  Table& table_;
  std::uint32_t mine_;
};

}  // namespace

Outcome run_threads(std::uint32_t parts, const std::function<Outcome(Exchange&)>& part) {
  Table table(parts);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < parts; ++i) {
    threads.emplace_back([&table, &part, i] {
      ThreadExchange exchange(table, i);
      part(exchange);
    });
  }
  ThreadExchange exchange(table, 0);
  Outcome outcome = part(exchange);
  for (std::thread& thread : threads) thread.join();
  return outcome;
}

}  // namespace hpcast::netsim
