// The roofline of a result: FLOP/s that the machine's ceilings allow, and that a run and its phases
// reach, by FLOPs a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::report {

// FLOP/s of the cores that were used.
struct RooflinePeak {
  std::string label;  // "2 cores, double precision"
  double flops_per_s = 0;
};

// The memories of a class that were used, or the caches of one that cores share.
struct RooflineLevel {
  std::string label;                   // "ddr4-3200x2 (1 of 8)"
  std::vector<std::uint32_t> members;  // indices into MemoryAnswer::objects, ascending
  double bandwidth = 0;                // bytes/s of all of them, as the points mix reads and writes
  bool limits = false;                 // the bottleneck is one of them
};

// The run, or a phase of it.
struct RooflinePoint {
  std::string name;
  double flops = 0;
  double flops_per_s = 0;
  std::vector<double> bytes;  // by level: read and written
};

struct Roofline {
  std::vector<RooflinePeak> peaks;    // lowest first; empty where the machine does not tell
  std::vector<RooflineLevel> levels;  // from the cores outwards
  std::vector<RooflinePoint> points;  // the run first
};

// FLOPs a byte of that level; 0 where it moved none.
double intensity(const RooflinePoint& point, std::size_t level);

// FLOP/s that this level and the cores allow at such an intensity.
double roof_at(const Roofline& roofline, std::size_t level, double intensity);

// Nothing where no FLOPs were counted, or the result does not tell what its machine does at most.
std::optional<Roofline> roofline_of(const answers::MemoryAnswer& result);

}  // namespace hpcast::report
