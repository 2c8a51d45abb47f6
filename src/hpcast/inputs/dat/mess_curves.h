// Curves of latency over used bandwidth as the Mess benchmark publishes them (LatencyCurves has the
// paper): a directory with a file bwlat_NN.txt for each share of reads, NN percent, a point a line,
// MB/s and ns, in any order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

struct MessCurves {
  std::vector<BandwidthLatency> points;  // MemClass::latency_curve
  std::size_t curves = 0;
  std::size_t left_out = 0;  // points
};

// Throws InputError where there is no such file, or what is in one is no such curve.
MessCurves read_mess_curves(const std::string& directory);

// Adds that curve. `name`: of where the text comes from.
void add_mess_curve(std::string_view text, const std::string& name, double read_percent,
                    MessCurves& curves);

}  // namespace hpcast::dat
