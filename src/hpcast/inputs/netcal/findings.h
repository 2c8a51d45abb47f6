// What the tables of one place say, between two nodes or on one: latency, bandwidth, what of a
// message is the processors', where the rendezvous begins.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/netcal/line_fit.h"
#include "hpcast/inputs/netcal/series.h"

namespace hpcast::netcal {

enum class Place : std::uint8_t { between_nodes, on_a_node };

struct Findings {
  std::vector<Series> series;
  std::optional<Point> ping_pong;  // s: half a round trip of the smallest message
  std::optional<Point> bandwidth;  // bytes/s, of large messages
  bool is_of_ping_pong = false;    // the bandwidth
  std::optional<Point> both_ways;  // ÷ one way, at the largest size that both have
  // s: what one processor takes of a message, of the rate of small ones.
  std::optional<Point> gap;
  std::optional<Jump> jump;              // of a ping-pong's times
  bool jump_is_of_windows = false;       // of a window's, since a ping-pong's have none
  std::optional<double> copy_bandwidth;  // bytes/s: an eager message is copied at both ends
  bool any() const { return !series.empty(); }
};
Findings findings_of(Place place, const std::vector<Table>& tables);

}  // namespace hpcast::netcal
