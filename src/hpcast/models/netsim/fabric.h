// What carries transfers from node to node, as the ranks' side sees it.
#pragma once

#include <cstdint>

#include "hpcast/models/netsim/time.h"

namespace hpcast::netsim {

// One way, once, of some bytes: a message, or what the protocol says to ask for and to grant one.
struct Shipment {
  std::uint64_t id = 0;            // of the transfer: rank that made it << 40, its number
  std::uint32_t from = 0, to = 0;  // nodes, different ones
  std::uint64_t bytes = 0;
  std::uint32_t sender = 0;  // who is told when the last byte has left, see `tells`
  std::uint32_t sender_rank = 0;
  bool tells = false;
};

// Hands in events: Place::delivery at `to` when all has come and, where `tells`, Place::sent with
// the number `sender_rank` and `to` = `sender`.
class Fabric {
 public:
  Fabric() = default;
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;
  virtual ~Fabric() = default;
  virtual void send(const Shipment& shipment, Time now) = 0;
};

}  // namespace hpcast::netsim
