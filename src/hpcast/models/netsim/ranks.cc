// The programs of the ranks.
#include "hpcast/models/netsim/ranks.h"

#include <algorithm>

namespace hpcast::netsim {

using mpitrace::Kind;
using mpitrace::Operation;

Ranks::Ranks(const mpitrace::Profile& profile, const MpiModel& model,
             const std::vector<std::uint32_t>& node_of_rank, EventQueue& queue, Fabric& fabric,
             Post& post, const RankOptions& options)
    : profile_(profile),
      model_(model),
      node_of_rank_(node_of_rank),
      queue_(queue),
      fabric_(fabric),
      post_(post),
      options_(options),
      matcher_(static_cast<std::uint32_t>(profile.ranks.size())),
      ranks_(profile.ranks.size()),
      places_(profile.communicators.size()),
      times_(ranks_.size()),
      blocked_(ranks_.size()),
      made_wait_(ranks_.size()),
      traffic_(static_cast<std::uint32_t>(ranks_.size())) {
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].trace = &profile.ranks[rank];
    ranks_[rank].node = node_of_rank[rank];
    if (is_mine(rank)) ranks_[rank].requests.resize(profile.ranks[rank].request_slots + 1);
  }
  for (std::size_t c = 1; c < places_.size(); ++c) {
    const std::vector<std::uint32_t>& members = profile.communicators[c].members;
    for (std::uint32_t i = 0; i < members.size(); ++i) places_[c].emplace_back(members[i], i);
    std::sort(places_[c].begin(), places_[c].end());
  }
  if (options_.keeps_timeline) {
    timeline_.resize(ranks_.size());
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank)
      if (is_mine(rank)) timeline_[rank].reserve(profile.ranks[rank].operations.size());
  }
}

void Ranks::start() {
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    if (is_mine(rank)) wake(rank, 0);
  }
}

void Ranks::handle(const Event& event) {
  switch (event.place()) {
    case Place::delivery: {
      const std::uint32_t transfer = *transfer_of_.find(event.id);
      transfer_of_.erase(event.id);
      come(transfer, event.time);
      break;
    }
    case Place::local:
      come(event.to, event.time);
      break;
    case Place::sent: {
      const Pending pending = pending_[event.to];
      pending_.give_back(event.to);
      complete(pending.rank, pending.endpoint, event.time, 0, pending.cause);
      break;
    }
    case Place::activity:
      if (goes_on_alone(activities_[event.to]))
        go_on_with(event.to, event.time);
      else
        ranks_[event.number()].deferred.push_back({Deferred::What::activity, event.to, {}});
      break;
    default:
      go_on(event.number(), event.time);
      break;
  }
}

void Ranks::wake(std::uint32_t rank, Time when) {
  queue_.push({when, 0, place(Place::rank, rank), 0, 0, 0});
}

void Ranks::go_on(std::uint32_t rank, Time now) {
  Rank& r = ranks_[rank];
  r.now = now;
  calling_ = rank;
  while (r.next < r.trace->operations.size()) {
    const Operation& operation = r.trace->operations[r.next];
    if (!r.deferred.empty() && operation.kind != Kind::compute) run_deferred(rank, now);
    if (!perform(rank, operation)) {
      calling_ = nobody;
      return;
    }
    finish_operation(rank);
    if (r.now == now) continue;
    calling_ = nobody;
    wake(rank, r.now);
    return;
  }
  calling_ = nobody;
  r.done = true;
  ++finished_;
  times_[rank].end = now;
  run_deferred(rank, now);
}

void Ranks::finish_operation(std::uint32_t rank) {
  Rank& r = ranks_[rank];
  if (options_.keeps_timeline) timeline_[rank].push_back({r.begin, r.now});
  r.begin = r.now;
  ++r.next;
}

// True: done at Rank::now. False: blocked, or goes on at an event that is handed in.
bool Ranks::perform(std::uint32_t rank, const Operation& operation) {
  switch (operation.kind) {
    case Kind::compute: {
      // Of what is beyond all bounds, no more than shows it.
      const auto amount =
          static_cast<Time>(std::min<std::uint64_t>(operation.amount, latest_time + 1));
      ranks_[rank].now += amount;
      times_[rank].compute += amount;
      return true;
    }
    case Kind::send:
    case Kind::isend:
      return perform_send(rank, operation);
    case Kind::receive:
    case Kind::ireceive:
      return perform_receive(rank, operation);
    case Kind::probe:
      return perform_probe(rank, operation);
    case Kind::wait:
      return perform_wait(rank, operation);
    case Kind::collective:
    case Kind::icollective:
      return perform_collective(rank, operation);
    default:
      return perform_one_sided(rank, operation);
  }
}

// False the first time, where there is a cost: comes back when the processor has done its part.
bool Ranks::pay(Rank& rank, std::uint32_t number, Time cost) {
  if (cost > 0 && !rank.paid) {
    rank.paid = true;
    wake(number, rank.now + cost);
    return false;
  }
  rank.paid = false;
  return true;
}

bool Ranks::await(Rank& rank) {
  if (rank.blocking.state == Request::State::done) {
    rank.now += rank.blocking.cost;
    rank.blocking = {};
    return true;
  }
  rank.blocking.awaited = true;
  rank.waiting = 1;
  rank.blocked = true;
  rank.wait = {rank.now, 0};
  return false;
}

Envelope Ranks::envelope_of(std::uint32_t rank, const Operation& operation) const {
  return {rank, operation.peer < 0 ? nobody : static_cast<std::uint32_t>(operation.peer),
          2 * operation.communicator, operation.tag};
}

bool Ranks::perform_send(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  if (!pay(r, rank, send_cost(operation.amount, operation.mode))) return false;
  const bool blocking = operation.kind == Kind::send;
  (blocking ? r.blocking : r.requests[r.slot_of(operation)]) = {Request::State::open, false, 0};
  send_message(rank, static_cast<std::uint32_t>(operation.peer), 2 * operation.communicator,
               operation.tag, operation.amount, operation.mode,
               blocking ? blocking_slot : r.slot_of(operation), r.now, r.begin);
  return !blocking || await(r);
}

bool Ranks::perform_receive(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  const bool blocking = operation.kind == Kind::receive;
  (blocking ? r.blocking : r.requests[r.slot_of(operation)]) = {Request::State::open, false, 0};
  post_receive(
      envelope_of(rank, operation),
      {rank, blocking ? blocking_slot : r.slot_of(operation), static_cast<std::uint32_t>(r.next)},
      r.now);
  return !blocking || await(r);
}

bool Ranks::perform_probe(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  const std::uint32_t found = matcher_.probe(envelope_of(rank, operation));
  if (found != nobody) {
    note_wildcard(rank, r.next, transfers_[found]);
    return true;
  }
  r.probing = r.blocked = true;
  r.wait = {r.now, 0};
  return false;
}

bool Ranks::perform_wait(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  for (std::uint32_t i = 0; i < operation.count; ++i) {
    Request& request = r.requests[r.trace->waits[operation.amount + i]];
    if (request.state == Request::State::open) {
      request.awaited = true;
      ++r.waiting;
    } else if (request.state == Request::State::done) {
      r.now += request.cost;
      request = {};
    }
  }
  r.blocked = r.waiting > 0;
  r.wait = {r.now, 0};
  return !r.blocked;
}

bool Ranks::perform_one_sided(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  if (operation.kind == Kind::flush) {
    r.flushing = r.blocked = r.one_sided > 0;
    r.wait = {r.now, 0};
    return !r.blocked;
  }
  if (!pay(r, rank, model_.send_overhead)) return false;
  ++r.one_sided;
  Transfer transfer;
  transfer.kind = operation.kind == Kind::put ? TransferKind::put : TransferKind::get;
  transfer.bytes = operation.amount;
  transfer.from = rank;
  transfer.to = static_cast<std::uint32_t>(operation.peer);
  transfer.cause = cause_at(rank, r.begin);
  const bool puts = operation.kind == Kind::put;
  traffic_.add(puts ? rank : transfer.to, puts ? transfer.to : rank, operation.amount);
  if (!puts) {  // it is the other rank's data that come
    Transfer data = transfer;
    std::swap(data.from, data.to);
    transfer.number = list_message(data, -1);
  }
  ship(transfer, puts ? operation.amount : 0, false, r.now);
  return true;
}

bool Ranks::perform_collective(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  const Time now = r.now;
  const std::uint32_t activity = start_activity(rank, operation);
  r.blocked = false;
  go_on_with(activity, now);
  if (operation.kind == Kind::icollective) {
    // The call sends the messages of the first round, those of the others go when MPI is called.
    const Activity& a = activities_[activity];
    if (a.algorithm != nullptr && a.phase == Activity::Phase::sending) r.now += cost_of_sends(a);
    return true;
  }
  const bool finished = r.now > now || activities_[activity].algorithm == nullptr;
  r.blocked = !finished;
  return finished;
}

// The rank's program goes on at Rank::now, which is `now` or, where it has work to do first, later.
void Ranks::unblock(std::uint32_t rank, Time now, const Cause& cause, Time cost) {
  Rank& r = ranks_[rank];
  note_blocked(rank, r.wait, {r.now, now, cause}, true);
  r.blocked = r.probing = r.flushing = false;
  r.now = std::max(r.now, now) + cost;
  finish_operation(rank);
  wake(rank, r.now);
}

Cause Ranks::cause_at(std::uint32_t rank, Time called) const {
  return {called, rank, static_cast<std::uint32_t>(blocked_[rank].size())};
}

// How late the other side was counts from when the wait began: what came meanwhile from others does
// not make up for it.
void Ranks::note_blocked(std::uint32_t rank, Wait& wait, const Blocked& blocked, bool is_last) {
  if (blocked.end > blocked.begin) {
    times_[rank].blocked += blocked.end - blocked.begin;
    wait.blocked += blocked.end - blocked.begin;
    blocked_[rank].push_back(blocked);
  }
  if (!is_last) return;
  const Time late = std::clamp<Time>(blocked.cause.sent - wait.begin, 0, wait.blocked);
  times_[rank].late += late;
  made_wait_[blocked.cause.peer] += late;
}

// The first round of a non-blocking collective is sent by the call that begins it.
bool Ranks::goes_on_alone(const Activity& activity) const {
  const bool in_call = activity.index == 0 && activity.phase == Activity::Phase::sending;
  return activity.main || in_call || in_library(activity.rank);
}

bool Ranks::in_library(std::uint32_t rank) const {
  return model_.progresses_alone || calling_ == rank || ranks_[rank].blocked || ranks_[rank].done;
}

void Ranks::run_deferred(std::uint32_t rank, Time now) {
  const std::vector<Deferred> deferred = std::move(ranks_[rank].deferred);
  ranks_[rank].deferred.clear();
  for (const Deferred& one : deferred) {
    if (one.what == Deferred::What::activity) {
      go_on_with(one.index, now);
      continue;
    }
    transfers_[one.index].cause = cause_at(rank, now);
    if (one.what == Deferred::What::grant)
      grant(one.index, one.receive, now);
    else
      send_data(one.index, now);
  }
}

}  // namespace hpcast::netsim
