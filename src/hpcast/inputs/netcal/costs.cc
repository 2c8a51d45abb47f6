#include "hpcast/inputs/netcal/costs.h"

#include <algorithm>

namespace hpcast::netcal {

namespace {

// Two processors' part of a ping-pong.
double processors_part(const Findings& place, const std::optional<Point>& gap, std::string& why) {
  const double whole = place.ping_pong ? place.ping_pong->value : 0;
  if (gap) {
    why = "by the message rate";
    return std::min(2 * gap->value, whole);
  }
  if (place.jump && !place.jump_is_of_windows) {
    why = "by the jump to the rendezvous";
    return std::clamp(whole - (place.jump->after.seconds - whole) / 2, 0.0, whole);
  }
  why = "by nothing: assumed to be half of a ping-pong";
  return whole / 2;
}

}  // namespace

Costs costs_of(const Findings& between, const Findings& local) {
  Costs costs;
  const Findings& place = between.ping_pong ? between : local;
  double processors = processors_part(place, between.gap ? between.gap : local.gap, costs.why);
  const double on_a_node = local.ping_pong ? local.ping_pong->value : processors;
  if (on_a_node < processors) {
    processors = on_a_node;
    costs.why += ", and as a message on a node takes no longer";
  }
  costs.overhead = processors / 2;
  if (between.ping_pong) costs.between_nodes = between.ping_pong->value - processors;
  costs.on_a_node = on_a_node - processors;
  return costs;
}

}  // namespace hpcast::netcal
