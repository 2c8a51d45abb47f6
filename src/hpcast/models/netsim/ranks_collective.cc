// Collectives under way: one activity for each rank's part in each call.
#include <algorithm>

#include "hpcast/models/netsim/ranks.h"

namespace hpcast::netsim {

using mpitrace::Operation;

std::uint32_t Ranks::rank_in(std::uint32_t communicator, std::uint32_t world) const {
  if (communicator == 0) return world;
  const auto& places = places_[communicator];
  return std::lower_bound(places.begin(), places.end(), std::pair(world, 0U))->second;
}

const CollectiveAlgorithm& Ranks::algorithm_for(const CollectivePart& part) const {
  const CollectiveAlgorithm* chosen = model_.chosen[static_cast<std::size_t>(part.kind)];
  return chosen != nullptr ? *chosen : choose_algorithm(part, model_.family);
}

std::uint32_t Ranks::start_activity(std::uint32_t rank, const Operation& operation) {
  Rank& r = ranks_[rank];
  const std::uint32_t index = activities_.take();
  Activity& a = activities_[index];
  const std::uint32_t communicator = operation.communicator;
  const auto size = static_cast<std::uint32_t>(profile_.communicators[communicator].members.size());
  a.rank = rank;
  a.main = operation.kind == mpitrace::Kind::collective;
  if (!a.main) r.requests[r.slot_of(operation)] = {Request::State::open, false, 0};
  a.request = r.slot_of(operation);
  a.context = 2 * communicator + 1;
  if (r.calls.size() <= communicator) r.calls.resize(communicator + 1);
  a.tag = static_cast<std::int32_t>(r.calls[communicator]++ & INT32_MAX);
  a.members = &profile_.communicators[communicator].members;
  a.part = {operation.collective,
            rank_in(communicator, rank),
            size,
            0,
            operation.amount,
            static_cast<std::uint64_t>(std::max(1, operation.tag)),
            counts_of(*r.trace, operation, size, rank)};
  if (is_rooted(operation.collective))
    a.part.root = rank_in(communicator, static_cast<std::uint32_t>(operation.peer));
  a.algorithm = &algorithm_for(a.part);
  a.phase = Activity::Phase::fresh;
  a.index = a.pending = 0;
  a.paid = false;
  a.debt = 0;
  a.now = r.now;
  a.cause = cause_at(rank, r.now);
  return index;
}

void Ranks::wake_activity(std::uint32_t index) {
  const Activity& a = activities_[index];
  queue_.push({a.now, std::uint64_t{a.context} << 32 | static_cast<std::uint32_t>(a.tag),
               place(Place::activity, a.rank), index, 0, 0});
}

void Ranks::go_on_with(std::uint32_t index, Time now) {
  Activity& a = activities_[index];
  a.now = std::max(a.now, now);
  if (is_awaited(a)) ranks_[a.rank].now = std::max(ranks_[a.rank].now, now);  // it has worked
  for (;;) {
    if (a.phase == Activity::Phase::fresh && !begin_round(index, now)) {
      finish_activity(index, now);
      return;
    }
    if (a.phase == Activity::Phase::sending) {
      if (!send_steps(index)) return;
      a.now += a.debt;
      a.debt = 0;
      a.wait = {a.now, 0};
      a.phase = a.pending > 0 ? Activity::Phase::waiting : Activity::Phase::complete;
    }
    if (a.phase == Activity::Phase::waiting) return;
    combine(a);
    if (a.now > now) {
      wake_activity(index);
      return;
    }
  }
}

bool Ranks::begin_round(std::uint32_t index, Time now) {
  Activity& a = activities_[index];
  a.round.clear();
  if (!a.algorithm->round(a.part, a.index, a.round)) return false;
  a.step = 0;
  a.phase = Activity::Phase::sending;
  for (const CollectiveStep& step : a.round) {
    if (step.action != CollectiveStep::Action::receive) continue;
    ++a.pending;
    post_receive({a.rank, (*a.members)[step.peer], a.context, a.tag},
                 {a.rank, activity_bit | index, Receive::collectives}, now);
  }
  return true;
}

bool Ranks::send_steps(std::uint32_t index) {
  Activity& a = activities_[index];
  for (; a.step < a.round.size(); ++a.step) {
    const CollectiveStep& step = a.round[a.step];
    if (step.action != CollectiveStep::Action::send) continue;
    const Time cost = send_cost(step.bytes);
    if (cost > 0 && !a.paid) {
      a.paid = true;
      a.now += cost;
      wake_activity(index);
      return false;
    }
    a.paid = false;
    ++a.pending;
    send_message(a.rank, (*a.members)[step.peer], a.context, a.tag, step.bytes,
                 mpitrace::SendMode::standard, activity_bit | index, a.now, a.now - cost);
  }
  return true;
}

Time Ranks::cost_of_sends(const Activity& activity) const {
  Time cost = 0;
  for (const CollectiveStep& step : activity.round)
    if (step.action == CollectiveStep::Action::send) cost += send_cost(step.bytes);
  return cost;
}

void Ranks::combine(Activity& a) {
  for (const CollectiveStep& step : a.round) {
    if (step.action == CollectiveStep::Action::combine) a.now += model_.combine.time(step.bytes);
  }
  ++a.index;
  a.phase = Activity::Phase::fresh;
}

void Ranks::told(std::uint32_t index, Time now, Time cost, const Cause& cause) {
  Activity& a = activities_[index];
  --a.pending;
  a.cause = cause;
  if (a.phase != Activity::Phase::waiting) {
    a.debt += cost;
    return;
  }
  Rank& r = ranks_[a.rank];
  const bool is_last = a.pending == 0;  // of the round
  if (a.main) {
    note_blocked(a.rank, a.wait, {a.now, now, cause}, is_last);
  } else if (is_awaited(a)) {
    note_blocked(a.rank, r.wait, {r.now, now, cause}, is_last);
    r.now = std::max(r.now, now) + cost;
    if (is_last) r.wait = {r.now, 0};
  }
  a.now = std::max(a.now, now) + cost;
  if (a.pending > 0) return;
  a.phase = Activity::Phase::complete;
  if (in_library(a.rank))
    wake_activity(index);
  else
    ranks_[a.rank].deferred.push_back({Deferred::What::activity, index, {}});
}

// Does its rank wait for its request?
bool Ranks::is_awaited(const Activity& activity) const {
  const Rank& rank = ranks_[activity.rank];
  return !activity.main && rank.blocked && rank.requests[activity.request].awaited;
}

void Ranks::finish_activity(std::uint32_t index, Time now) {
  Activity& a = activities_[index];
  a.algorithm = nullptr;
  activities_.give_back(index);
  Rank& r = ranks_[a.rank];
  if (!a.main) {
    complete(a.rank, a.request, now, 0, a.cause);
    return;
  }
  r.now = std::max(r.now, a.now);
  if (!r.blocked) return;  // it is still in the call that began this
  r.blocked = false;
  finish_operation(a.rank);
  wake(a.rank, r.now);
}

}  // namespace hpcast::netsim
