// How a message gets from rank to rank: eager, or asked for and granted first.
#include <algorithm>

#include "hpcast/models/netsim/ranks.h"

namespace hpcast::netsim {

namespace {

std::uint64_t pair_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

}  // namespace

// What is not sent from where it lies is copied first.
Time Ranks::send_cost(std::uint64_t bytes, mpitrace::SendMode mode) const {
  const bool copies = bytes <= model_.eager_limit || mode == mpitrace::SendMode::buffered;
  return model_.send_overhead + (copies ? model_.copy.time(bytes) : 0);
}

Time Ranks::receive_cost(std::uint64_t bytes) const {
  return model_.receive_overhead + (bytes > model_.eager_limit ? 0 : model_.copy.time(bytes));
}

// What list_received() is to be told when it has come; 0: nothing.
std::uint32_t Ranks::list_message(const Transfer& transfer, Time received) {
  if (messages_.size() >= options_.most_messages) return 0;
  messages_.push_back({transfer.from, transfer.to, transfer.bytes, transfer.cause.sent, received});
  return static_cast<std::uint32_t>(messages_.size());
}

void Ranks::list_received(std::uint32_t number, Time now) {
  if (number > 0) messages_[number - 1].received = now;
}

// `called`: when the rank's call began, which is before the processor's part of it.
void Ranks::send_message(std::uint32_t rank, std::uint32_t to, std::uint32_t context,
                         std::int32_t tag, std::uint64_t bytes, mpitrace::SendMode mode,
                         std::uint32_t endpoint, Time now, Time called) {
  traffic_.add(rank, to, bytes);
  Transfer transfer;
  transfer.bytes = bytes;
  transfer.cause = cause_at(rank, called);
  transfer.from = rank;
  transfer.to = to;
  transfer.context = context;
  transfer.tag = tag;
  if (options_.may_overtake) transfer.number = orders_.at(pair_of(rank, to)).sent++;
  if (bytes > model_.eager_limit || mode == mpitrace::SendMode::synchronous) {
    const bool buffered = mode == mpitrace::SendMode::buffered;
    const auto nobodys = static_cast<std::uint32_t>(ranks_[rank].requests.size() - 1);
    transfer.kind = TransferKind::ask;
    transfer.sender = pending_.keep(Pending{rank, buffered ? nobodys : endpoint, to, bytes, {}});
    ship(transfer, 0, false, now);
    if (buffered) complete(rank, endpoint, now, 0, transfer.cause);
    return;
  }
  ship(transfer, bytes, false, now);
  complete(rank, endpoint, now, 0, transfer.cause);
}

void Ranks::ship(Transfer transfer, std::uint64_t bytes, bool tells, Time now) {
  transfer.id = std::uint64_t{transfer.from} << 40 | ranks_[transfer.from].transfers++;
  const std::uint32_t from = node_of_rank_[transfer.from], to = node_of_rank_[transfer.to];
  if (from != to) {
    const std::uint32_t part = post_.territory->part_of(to);
    if (part == post_.mine)
      announce(transfer);
    else
      post_.out[part].transfers.push_back(transfer);
    fabric_.send({transfer.id, from, to, bytes, transfer.sender, transfer.from, tells}, now);
    return;
  }
  const std::uint32_t index = transfers_.keep(transfer);
  const Time there = now + model_.local_latency + model_.local.time(bytes);
  queue_.push({there, transfer.id, place(Place::local, transfer.to), index, 0, 0});
  if (tells)
    queue_.push({there, transfer.id, place(Place::sent, transfer.from), transfer.sender, 0, 0});
}

void Ranks::announce(const Transfer& transfer) {
  transfer_of_.at(transfer.id) = transfers_.keep(transfer);
}

void Ranks::come(std::uint32_t index, Time now) {
  const Transfer transfer = transfers_[index];
  switch (transfer.kind) {
    case TransferKind::eager:
    case TransferKind::ask:
      if (options_.may_overtake)
        come_in_order(index, now);
      else
        match(index, now);
      return;
    case TransferKind::grant:
      if (in_library(transfer.to))
        send_data(index, now);
      else
        ranks_[transfer.to].deferred.push_back({Deferred::What::data, index, {}});
      return;
    case TransferKind::data:
      transfers_.give_back(index);
      list_received(transfer.number, now);
      complete(transfer.to, transfer.receiver, now, receive_cost(transfer.bytes), transfer.cause);
      return;
    case TransferKind::answer:
      transfers_.give_back(index);
      list_received(transfer.number, now);
      complete(transfer.to, one_sided, now, 0, transfer.cause);
      return;
    default: {  // put, get: answered by the network's hardware
      transfers_.give_back(index);
      if (transfer.kind == TransferKind::put) list_message(transfer, now);
      Transfer answer = transfer;
      answer.kind = TransferKind::answer;
      std::swap(answer.from, answer.to);
      ship(answer, transfer.kind == TransferKind::get ? transfer.bytes : 0, false, now);
    }
  }
}

void Ranks::come_in_order(std::uint32_t index, Time now) {
  const std::uint64_t pair = pair_of(transfers_[index].from, transfers_[index].to);
  if (transfers_[index].number != orders_.at(pair).come) {
    orders_.at(pair).early.push_back(index);
    return;
  }
  for (std::uint32_t next = index; next != nobody;) {
    ++orders_.at(pair).come;
    match(next, now);
    Order& order = orders_.at(pair);
    const auto at = std::find_if(order.early.begin(), order.early.end(), [&](std::uint32_t i) {
      return transfers_[i].number == order.come;
    });
    next = at == order.early.end() ? nobody : *at;
    if (next != nobody) order.early.erase(at);
  }
}

void Ranks::match(std::uint32_t index, Time now) {
  const Transfer& transfer = transfers_[index];
  const std::uint32_t to = transfer.to;
  const std::uint32_t receive =
      matcher_.arrive({to, transfer.from, transfer.context, transfer.tag}, index);
  if (receive != nobody) {
    const Receive posted = receives_[receive];
    receives_.give_back(receive);
    matched(index, posted, now, transfer.cause);
    return;
  }
  Rank& r = ranks_[to];
  if (!r.probing || matcher_.probe(envelope_of(to, r.trace->operations[r.next])) == nobody) return;
  note_wildcard(to, r.next, transfer);
  unblock(to, now, transfer.cause);
}

void Ranks::post_receive(const Envelope& envelope, const Receive& receive, Time now) {
  const std::uint32_t index = receives_.keep(receive);
  const std::uint32_t transfer = matcher_.post(envelope, index);
  if (transfer == nobody) return;
  receives_.give_back(index);
  matched(transfer, receive, now, cause_at(envelope.to, now));  // the receive was late
}

void Ranks::matched(std::uint32_t index, const Receive& receive, Time now, const Cause& cause) {
  const bool eager = transfers_[index].kind == TransferKind::eager;
  if (receive.operation != Receive::collectives)
    note_wildcard(receive.rank, receive.operation, transfers_[index]);
  transfers_[index].number = list_message(transfers_[index], eager ? now : -1);
  transfers_[index].cause = cause;
  if (eager) {
    const Transfer transfer = transfers_[index];
    transfers_.give_back(index);
    complete(receive.rank, receive.endpoint, now, receive_cost(transfer.bytes), transfer.cause);
  } else if (in_library(receive.rank)) {
    grant(index, receive, now);
  } else {
    ranks_[receive.rank].deferred.push_back({Deferred::What::grant, index, receive});
  }
}

void Ranks::note_wildcard(std::uint32_t rank, std::size_t operation, const Transfer& taken) {
  if (!options_.keeps_timeline) return;
  const mpitrace::Operation& asks = ranks_[rank].trace->operations[operation];
  if (asks.peer == mpitrace::any_source || asks.tag == mpitrace::any_tag)
    wildcards_.push_back({rank, static_cast<std::uint32_t>(operation), taken.from, taken.tag});
}

void Ranks::grant(std::uint32_t index, const Receive& receive, Time now) {
  Transfer transfer = transfers_[index];
  transfers_.give_back(index);
  transfer.kind = TransferKind::grant;
  std::swap(transfer.from, transfer.to);
  transfer.receiver = receive.endpoint;
  ship(transfer, 0, false, now);
}

void Ranks::send_data(std::uint32_t index, Time now) {
  Transfer transfer = transfers_[index];
  transfers_.give_back(index);
  pending_[transfer.sender].cause = transfer.cause;
  transfer.kind = TransferKind::data;
  std::swap(transfer.from, transfer.to);
  ship(transfer, transfer.bytes, true, now);
}

void Ranks::complete(std::uint32_t rank, std::uint32_t endpoint, Time now, Time cost,
                     const Cause& cause) {
  if ((endpoint & activity_bit) != 0) {
    told(endpoint & ~activity_bit, now, cost, cause);
    return;
  }
  Rank& r = ranks_[rank];
  if (endpoint == one_sided) {
    if (--r.one_sided == 0 && r.flushing) unblock(rank, now, cause);
    return;
  }
  Request& request = endpoint == blocking_slot ? r.blocking : r.requests[endpoint];
  if (!request.awaited) {
    request = {Request::State::done, false, cost};
    return;
  }
  request = {};
  if (--r.waiting == 0) return unblock(rank, now, cause, cost);
  note_blocked(rank, r.wait, {r.now, now, cause}, false);
  r.now = std::max(r.now, now) + cost;
}

}  // namespace hpcast::netsim
