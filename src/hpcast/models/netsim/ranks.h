// The ranks: each goes through its part of the profile, and MPI's rules say when it waits for whom.
// docs/network-model.md has the rules in words.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"
#include "hpcast/models/netsim/collective.h"
#include "hpcast/models/netsim/event_queue.h"
#include "hpcast/models/netsim/fabric.h"
#include "hpcast/models/netsim/matching.h"
#include "hpcast/models/netsim/outcome.h"
#include "hpcast/models/netsim/pool.h"
#include "hpcast/models/netsim/territory.h"

namespace hpcast::netsim {

// What MPI costs the processors, and how it works.
struct MpiModel {
  Time send_overhead = 0, receive_overhead = 0;
  Rate copy;     // of an eager message, at both ends
  Rate combine;  // by a reduction's operator
  std::uint64_t eager_limit = 0;
  bool progresses_alone = false;
  Time local_latency = 0;
  Rate local;
  MpiFamily family = MpiFamily::open_mpi;
  std::vector<const CollectiveAlgorithm*> chosen;  // by Collective; null: as the library does
};

struct RankOptions {
  bool may_overtake = false;  // messages of a rank to another come in another order than they went
  bool keeps_timeline = false;
  std::uint32_t most_messages = 0;  // to be listed
};

class Ranks {
 public:
  // Those of `profile` that are on nodes of this part. `node_of_rank` by rank. All must outlive
  // this.
  Ranks(const mpitrace::Profile& profile, const MpiModel& model,
        const std::vector<std::uint32_t>& node_of_rank, EventQueue& queue, Fabric& fabric,
        Post& post, const RankOptions& options);

  void start();
  void handle(const Event& event);
  // A transfer to one of these ranks that another part has sent.
  void announce(const Transfer& transfer);
  std::uint32_t finished() const { return finished_; }

  // What keeps these ranks from finishing, for people; once there are no more events.
  std::vector<std::string> complaints() const;
  // Messages that nobody has received, likewise.
  std::vector<std::string> leftovers() const;

  const std::vector<RankTimes>& times() const { return times_; }
  const std::vector<std::vector<Blocked>>& blocked() const { return blocked_; }
  const std::vector<Time>& made_wait() const { return made_wait_; }
  const Traffic& traffic() const { return traffic_; }
  mpitrace::Timeline& timeline() { return timeline_; }
  std::vector<WildcardMatch>& wildcards() { return wildcards_; }
  std::vector<Message>& messages() { return messages_; }

 private:
  // Who is told of a completion: a request slot of the rank, or an activity.
  static constexpr std::uint32_t activity_bit = 1U << 31, blocking_slot = activity_bit - 1,
                                 one_sided = activity_bit - 2;
  struct Pending {  // a send that has asked and waits
    std::uint32_t rank = 0, endpoint = 0, to = 0;
    std::uint64_t bytes = 0;
    Cause cause;  // what its going on in the end waited for
  };
  struct Receive {  // posted
    std::uint32_t rank = 0, endpoint = 0;
    std::uint32_t operation = collectives;  // of the rank
    static constexpr std::uint32_t collectives = UINT32_MAX;
  };
  struct Request {
    enum class State : std::uint8_t { none, open, done } state = State::none;
    bool awaited = false;
    Time cost = 0;  // of the processor, to be paid when it is waited for
  };
  struct Deferred {
    enum class What : std::uint8_t { grant, data, activity } what = What::grant;
    std::uint32_t index = 0;  // transfer, transfer or activity
    Receive receive;          // of a grant
  };
  struct Wait {                   // in MPI, for something to come
    Time begin = 0, blocked = 0;  // the latter without the processor's work in between
  };
  struct Rank {
    const mpitrace::RankTrace* trace = nullptr;
    std::size_t next = 0;  // operation
    Time now = 0;          // while blocked: since when, work in between not counted
    Time begin = 0;        // of the operation at hand
    std::uint32_t node = 0, waiting = 0, one_sided = 0;
    bool paid = false;     // the processor's time for the operation at hand has passed
    bool blocked = false;  // in MPI until something comes
    bool done = false, probing = false, flushing = false;
    Wait wait;
    std::uint64_t transfers = 0;
    std::vector<Request> requests;  // by slot; the last for all that nobody waits for
    std::uint32_t slot_of(const mpitrace::Operation& operation) const {
      return operation.request != mpitrace::no_request
                 ? operation.request
                 : static_cast<std::uint32_t>(requests.size() - 1);
    }
    Request blocking;  // of a blocking send or receive
    std::vector<Deferred> deferred;
    std::vector<std::uint32_t> calls;  // by communicator: collectives so far
  };
  struct Activity {  // one rank's part in one collective under way
    std::uint32_t rank = 0, request = 0, context = 0;
    std::int32_t tag = 0;
    enum class Phase : std::uint8_t { fresh, sending, waiting, complete } phase = Phase::fresh;
    bool main = false;
    CollectivePart part;
    const CollectiveAlgorithm* algorithm = nullptr;
    const std::vector<std::uint32_t>* members = nullptr;
    std::uint32_t index = 0, pending = 0;
    std::size_t step = 0;
    bool paid = false;
    Time now = 0;
    Time debt = 0;  // processor's time for messages that came while it sent
    Cause cause;    // of its having gone on last
    Wait wait;
    CollectiveRound round;
  };

  // The program of a rank.
  void go_on(std::uint32_t rank, Time now);
  bool perform(std::uint32_t rank, const mpitrace::Operation& operation);
  bool pay(Rank& rank, std::uint32_t number, Time cost);
  bool perform_send(std::uint32_t rank, const mpitrace::Operation& operation);
  bool perform_receive(std::uint32_t rank, const mpitrace::Operation& operation);
  bool perform_wait(std::uint32_t rank, const mpitrace::Operation& operation);
  bool perform_one_sided(std::uint32_t rank, const mpitrace::Operation& operation);
  bool perform_collective(std::uint32_t rank, const mpitrace::Operation& operation);
  bool perform_probe(std::uint32_t rank, const mpitrace::Operation& operation);
  bool await(Rank& rank);
  void finish_operation(std::uint32_t rank);
  void unblock(std::uint32_t rank, Time now, const Cause& cause, Time cost = 0);
  Cause cause_at(std::uint32_t rank, Time called) const;
  void note_blocked(std::uint32_t rank, Wait& wait, const Blocked& blocked, bool is_last);
  void wake(std::uint32_t rank, Time when);
  Envelope envelope_of(std::uint32_t rank, const mpitrace::Operation& operation) const;

  // The protocol.
  Time send_cost(std::uint64_t bytes, mpitrace::SendMode mode = mpitrace::SendMode::standard) const;
  Time receive_cost(std::uint64_t bytes) const;
  void send_message(std::uint32_t rank, std::uint32_t to, std::uint32_t context, std::int32_t tag,
                    std::uint64_t bytes, mpitrace::SendMode mode, std::uint32_t endpoint, Time now,
                    Time called);
  void post_receive(const Envelope& envelope, const Receive& receive, Time now);
  void ship(Transfer transfer, std::uint64_t bytes, bool tells, Time now);
  void come(std::uint32_t transfer, Time now);
  void come_in_order(std::uint32_t transfer, Time now);
  void match(std::uint32_t transfer, Time now);
  // `cause`: of the receive's going on.
  void matched(std::uint32_t transfer, const Receive& receive, Time now, const Cause& cause);
  void grant(std::uint32_t transfer, const Receive& receive, Time now);
  void send_data(std::uint32_t transfer, Time now);
  void complete(std::uint32_t rank, std::uint32_t endpoint, Time now, Time cost,
                const Cause& cause);
  bool in_library(std::uint32_t rank) const;
  bool goes_on_alone(const Activity& activity) const;
  bool is_awaited(const Activity& activity) const;
  void run_deferred(std::uint32_t rank, Time now);
  void note_wildcard(std::uint32_t rank, std::size_t operation, const Transfer& taken);
  std::uint32_t list_message(const Transfer& transfer, Time received);
  void list_received(std::uint32_t number, Time now);

  // Collectives.
  std::uint32_t start_activity(std::uint32_t rank, const mpitrace::Operation& operation);
  const CollectiveAlgorithm& algorithm_for(const CollectivePart& part) const;
  void go_on_with(std::uint32_t activity, Time now);
  bool begin_round(std::uint32_t index, Time now);     // false: there are no more
  bool send_steps(std::uint32_t index);                // false: goes on later
  Time cost_of_sends(const Activity& activity) const;  // of the round at hand
  void combine(Activity& activity);
  void finish_activity(std::uint32_t index, Time now);
  void told(std::uint32_t activity, Time now, Time cost, const Cause& cause);
  void wake_activity(std::uint32_t index);
  bool is_mine(std::uint32_t rank) const { return post_.is_mine(node_of_rank_[rank]); }
  std::uint32_t rank_in(std::uint32_t communicator, std::uint32_t world) const;

  std::string function_at(std::uint32_t rank) const;

  const mpitrace::Profile& profile_;
  const MpiModel& model_;
  const std::vector<std::uint32_t>& node_of_rank_;
  EventQueue& queue_;
  Fabric& fabric_;
  Post& post_;
  RankOptions options_;
  Matcher matcher_;
  std::vector<Rank> ranks_;
  Pool<Activity, std::deque<Activity>> activities_;
  Pool<Transfer> transfers_;
  FlatMap<std::uint64_t, std::uint32_t> transfer_of_;  // by id: those on their way
  // Where messages can overtake each other, by sender and receiver: how many were sent, how many
  // have been matched, and those that came too early.
  struct Order {
    std::uint32_t sent = 0, come = 0;
    std::vector<std::uint32_t> early;
  };
  FlatMap<std::uint64_t, Order> orders_;
  Pool<Pending> pending_;
  Pool<Receive> receives_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> places_;  // see rank_in()
  std::uint32_t calling_ = nobody;  // the rank whose program goes on right now
  std::uint32_t finished_ = 0;
  std::vector<RankTimes> times_;
  std::vector<std::vector<Blocked>> blocked_;
  std::vector<Time> made_wait_;
  Traffic traffic_;
  mpitrace::Timeline timeline_;
  std::vector<WildcardMatch> wildcards_;
  std::vector<Message> messages_;
};

}  // namespace hpcast::netsim
