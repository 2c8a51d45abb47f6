// Plays a collective of all its ranks, slowly and plainly: every round's messages wait for their
// partners, sends too (rendezvous), and what a rank knows of others goes with what it sends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "hpcast/models/netsim/collective.h"

namespace hpcast::netsim {

// A call as its ranks see it.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  std::uint32_t size = 1, root = 0;
  std::uint64_t bytes = 0, element = 8;
  std::vector<std::vector<std::uint64_t>> counts;  // by rank, or empty
  std::vector<std::uint64_t> own_bytes;            // by rank, where they are not all `bytes`

  CollectivePart part(std::uint32_t rank) const {
    return {kind,
            rank,
            size,
            root,
            own_bytes.empty() ? bytes : own_bytes[rank],
            element,
            counts.empty() ? std::span<const std::uint64_t>() : counts[rank]};
  }
};

// So many elements from one rank for another, zero now and then.
inline std::uint64_t uneven(std::uint32_t from, std::uint32_t to, std::uint64_t scale) {
  return (from * 7 + to * 3) % 5 * scale;
}

// The same list for everyone.
inline CollectiveCall with_list(CollectiveCall call, const std::vector<std::uint64_t>& list) {
  call.counts.assign(call.size, list);
  return call;
}
inline std::vector<std::uint64_t> uneven_list(const CollectiveCall& call) {
  std::vector<std::uint64_t> list(call.size);
  for (std::uint32_t rank = 0; rank < call.size; ++rank) list[rank] = uneven(rank, 1, call.bytes);
  return list;
}
// Only the root has the list; the others know what is theirs.
inline CollectiveCall with_root_list(CollectiveCall call) {
  call.own_bytes = uneven_list(call);
  call.counts.assign(call.size, {});
  call.counts[call.root] = call.own_bytes;
  return call;
}
inline CollectiveCall with_alltoallv_lists(CollectiveCall call) {
  call.counts.assign(call.size, std::vector<std::uint64_t>(2 * std::size_t{call.size}));
  for (std::uint32_t from = 0; from < call.size; ++from) {
    for (std::uint32_t to = 0; to < call.size; ++to) {
      call.counts[from][to] = uneven(from, to, call.bytes);
      call.counts[to][call.size + from] = uneven(from, to, call.bytes);
    }
  }
  return call;
}
struct CollectiveOutcome {
  std::string error;                                                   // empty: all is well
  std::vector<std::uint64_t> sent, received, combined, messages_sent;  // by rank
  std::vector<std::uint32_t> rounds;
  std::vector<std::vector<bool>> knows;  // [rank][of whom]
};

class CollectiveRunner {
 public:
  CollectiveRunner(const CollectiveAlgorithm& algorithm, const CollectiveCall& call)
      : algorithm_(algorithm),
        call_(call),
        ranks_(call.size),
        channels_(std::size_t{call.size} * call.size) {
    outcome_.sent.resize(call.size);
    outcome_.received.resize(call.size);
    outcome_.combined.resize(call.size);
    outcome_.messages_sent.resize(call.size);
    outcome_.rounds.resize(call.size);
    outcome_.knows.assign(call.size, std::vector<bool>(call.size));
    for (std::uint32_t rank = 0; rank < call.size; ++rank) outcome_.knows[rank][rank] = true;
  }

  CollectiveOutcome run() {
    for (std::uint32_t rank = 0; rank < call_.size; ++rank) ready_.push_back(rank);
    while (!ready_.empty() && outcome_.error.empty()) {
      const std::uint32_t rank = ready_.front();
      ready_.pop_front();
      begin_round(rank);
    }
    for (std::uint32_t rank = 0; rank < call_.size; ++rank)
      if (!ranks_[rank].over) fail(rank, "waits for ever");
    for (const Channel& channel : channels_)
      if (!channel.empty()) fail(0, "a message is left over");
    return outcome_;
  }

 private:
  struct Rank {
    CollectiveRound round;
    std::uint32_t open = 0;  // messages of the round that have no partner yet
    std::vector<bool> learns;
    bool over = false;
  };
  struct Channel {  // from one rank to another: sends or receives without a partner
    CollectiveStep::Action action = CollectiveStep::Action::send;
    std::vector<std::uint64_t> waiting;  // bytes, oldest first
    std::size_t first = 0;
    bool empty() const { return first == waiting.size(); }
  };

  void fail(std::uint32_t rank, const std::string& what) {
    if (outcome_.error.empty()) {
      outcome_.error = "rank " + std::to_string(rank) + ", round " +
                       std::to_string(outcome_.rounds[rank]) + ": " + what;
    }
  }

  void begin_round(std::uint32_t rank) {
    Rank& state = ranks_[rank];
    const CollectivePart part = call_.part(rank);
    if (!algorithm_.round(part, outcome_.rounds[rank], state.round)) {
      if (!state.round.empty()) fail(rank, "steps after the end");
      state.over = true;
      return;
    }
    state.learns = outcome_.knows[rank];
    for (const CollectiveStep& step : state.round)
      if (step.action != CollectiveStep::Action::combine) ++state.open;
    for (const CollectiveStep& step : state.round) {
      if (step.action == CollectiveStep::Action::combine)
        outcome_.combined[rank] += step.bytes;
      else if (step.peer >= call_.size || step.peer == rank)
        return fail(rank, "no such peer");
      else
        post(rank, step);
    }
    if (state.round.empty() || only_combines(state.round)) end_round(rank);
  }
  static bool only_combines(const CollectiveRound& round) {
    for (const CollectiveStep& step : round)
      if (step.action != CollectiveStep::Action::combine) return false;
    return true;
  }

  void post(std::uint32_t rank, const CollectiveStep& step) {
    const bool sends = step.action == CollectiveStep::Action::send;
    const std::uint32_t from = sends ? rank : step.peer, to = sends ? step.peer : rank;
    if (sends) {
      outcome_.sent[rank] += step.bytes;
      ++outcome_.messages_sent[rank];
    } else {
      outcome_.received[rank] += step.bytes;
    }
    Channel& channel = channels_[std::size_t{from} * call_.size + to];
    if (channel.empty() || channel.action == step.action) {
      channel.action = step.action;
      channel.waiting.push_back(step.bytes);
      return;
    }
    if (channel.waiting[channel.first++] != step.bytes) fail(rank, "sizes differ");
    for (std::uint32_t of = 0; of < call_.size; ++of)
      if (outcome_.knows[from][of]) ranks_[to].learns[of] = true;
    close_one(from);
    close_one(to);
  }
  void close_one(std::uint32_t rank) {
    if (--ranks_[rank].open == 0) end_round(rank);
  }
  void end_round(std::uint32_t rank) {
    outcome_.knows[rank] = ranks_[rank].learns;
    ++outcome_.rounds[rank];
    ready_.push_back(rank);
  }

  const CollectiveAlgorithm& algorithm_;
  const CollectiveCall& call_;
  std::vector<Rank> ranks_;
  std::vector<Channel> channels_;  // [from][to]
  std::deque<std::uint32_t> ready_;
  CollectiveOutcome outcome_;
};

inline CollectiveOutcome run_collective(const CollectiveAlgorithm& algorithm,
                                        const CollectiveCall& call) {
  return CollectiveRunner(algorithm, call).run();
}

}  // namespace hpcast::netsim
