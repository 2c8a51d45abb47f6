// How long an object (a memory, a shared cache, a router, an edge) takes while it is used: curves
// of latency over used bandwidth, one or, by the share of reads in what is used, several (as the
// Mess benchmark measures them: Esmaili-Dokht et al., A Mess of Memory System Benchmarking,
// Simulation and Application Profiling, MICRO 2024).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

// A point of a measured curve may lie so far below an earlier one, by scatter: the share of that
// one's latency. What is farther below is a fault.
inline constexpr double forgiven_fall = 0.02;

class LatencyCurves {
 public:
  LatencyCurves() = default;  // of an object whose latency is always the same
  // Of a class's latency_curve as a DAT may have it.
  explicit LatencyCurves(const std::vector<BandwidthLatency>& points);

  bool empty() const { return curves_.empty(); }
  // Seconds at that use (bytes/s), of which that share (0 to 1) is read: linear between the points
  // of a curve, and between curves of two shares; held beyond their ends. Never falls with
  // bandwidth: where a point is below an earlier one, that one's latency holds.
  double at(double bandwidth, double read_share) const;
  // Of an object that is not used but for the load that waits.
  double idle() const { return at(0, 1); }

 private:
  struct Curve {
    double read_share = 1;
    std::vector<BandwidthLatency> points;  // ascending
    double at(double bandwidth) const;
  };
  std::vector<Curve> curves_;  // by ascending read_share
};

// Of a class, while its objects are not used otherwise; empty: not known.
template <class Class>
std::optional<double> idle_latency(const Class& c) {
  if (c.latency_curve.empty()) return c.latency;
  return LatencyCurves(c.latency_curve).idle();
}

struct CurvedObject {
  Kind kind;
  std::uint32_t index;  // within its kind
  LatencyCurves curves;
};
// Those whose class has a latency_curve: caches, memories, routers, edges.
std::vector<CurvedObject> objects_with_curves(const Machine& machine);

}  // namespace hpcast::dat
