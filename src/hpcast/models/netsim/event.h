// What happens at a moment. Events at one moment are handled in the order of their places, so that
// it makes no difference who handed them in when.
#pragma once

#include <cstdint>

#include "hpcast/models/netsim/time.h"

namespace hpcast::netsim {

// What `Event::at` is a number of, and what happens there.
enum class Place : std::uint32_t {
  link,  // the head of a packet comes out of a link
  // The same, of the last packet of a transfer at its node: after all others of the moment, which
  // the node's interfaces take in first (Nics::expect).
  arrival,
  nic,       // may send its next packet
  retry,     // link: what waits for it may go now
  credit,    // link: there is room again at its far end
  delivery,  // node: the tail of a transfer's last packet has come
  sent,      // rank: the last byte of a transfer has left its node
  local,     // rank: a transfer from a rank of the same node, or over a fabric without links, comes
  activity,  // a collective under way goes on
  rank,      // goes on with its program
};

struct Event {
  static constexpr int place_shift = 28;
  static constexpr std::uint32_t number_mask = (1U << place_shift) - 1;
  static constexpr std::uint32_t last_packet = 1U << 31, on_detour = 1U << 30;
  static constexpr std::uint32_t size_mask = (1U << 24) - 1;

  Time time = 0;
  std::uint64_t id = 0;     // of the transfer: rank that made it << 40, its number
  std::uint32_t at = 0;     // Place << place_shift | number
  std::uint32_t to = 0;     // packet: node
  std::uint32_t via = 0;    // packet on a detour: vertex
  std::uint32_t flags = 0;  // packet: bytes on the wire, last_packet, on_detour

  Place place() const { return static_cast<Place>(at >> place_shift); }
  std::uint32_t number() const { return at & number_mask; }
  std::uint32_t size() const { return flags & size_mask; }
};
static_assert(sizeof(Event) == 32);

inline std::uint32_t place(Place kind, std::uint32_t number) {
  return static_cast<std::uint32_t>(kind) << Event::place_shift | number;
}

inline bool operator<(const Event& a, const Event& b) {
  if (a.time != b.time) return a.time < b.time;
  if (a.at != b.at) return a.at < b.at;
  return a.id < b.id;
}

}  // namespace hpcast::netsim
