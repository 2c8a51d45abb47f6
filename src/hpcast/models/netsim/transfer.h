// What travels between ranks: a message, or what the protocol says about one.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/event.h"

namespace hpcast::netsim {

// What a rank waited for: `peer` began to send it (or, who waits for a grant, to receive) at
// `sent`, having been blocked `blocks` times before.
struct Cause {
  Time sent = 0;
  std::uint32_t peer = 0, blocks = 0;
};

enum class TransferKind : std::uint8_t { eager, ask, grant, data, put, get, answer };

// On its way to a rank, or waiting there.
struct Transfer {
  std::uint64_t id = 0;
  std::uint64_t bytes = 0;  // of the message that it belongs to
  Cause cause;
  std::uint32_t from = 0, to = 0, context = 0;
  std::int32_t tag = 0;
  std::uint32_t sender = 0;    // the sending side's number of the send that waits for a grant
  std::uint32_t receiver = 0;  // the receiving side's endpoint that data are for
  // Of those from one rank to another that must be matched in order; once matched, what
  // Ranks::list_message() returned.
  std::uint32_t number = 0;
  TransferKind kind = TransferKind::eager;
};

// From one part of a divided simulation to another: packets that have crossed, and what the
// transfers are that come in packets.
struct Mail {
  std::vector<Event> events;
  std::vector<Transfer> transfers;
  void clear() {
    events.clear();
    transfers.clear();
  }
};

}  // namespace hpcast::netsim
