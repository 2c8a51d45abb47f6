// What an object's latency becomes, by its curve and what was seen at the latency before.
#pragma once

#include "hpcast/inputs/dat/latency_curve.h"

namespace hpcast::coretime {

// Seconds. `under_way`: bytes that were, on average, on their way by the object: those that passed
// a second times the latency that they met (Little's law), its own and the `rest` of the way's. As
// many are taken to stay under way at the new latency, so that it is the curve's at the bandwidth
// which that leaves: bandwidth x (rest + at(bandwidth)) = under_way. Latency is then the curve's
// own once it changes no more, and it comes there without going to and fro: who keeps as many lines
// under way, whatever they take, is there at once; who asks at the same pace, whatever they take,
// comes nearer each time.
double loaded_latency(const dat::LatencyCurves& curves, double under_way, double read_share,
                      double rest = 0);

}  // namespace hpcast::coretime
