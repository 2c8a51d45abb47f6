// A network forecast with everything in it, and with names that need care.
#pragma once

#include "hpcast/answers/network/answer.h"

namespace hpcast::answers {

inline NetworkAnswer network_sample(std::uint32_t ranks) {
  NetworkAnswer r;
  r.network = {"</script><b>net", "torus", "dimension-order", 64, 1};
  r.time_s = 3e-3;
  r.ideal_time_s = 1e-3;
  r.fidelity = "packet";
  r.ranks = ranks;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    r.rank_times.push_back({rank, {1e-3, 1e-3, 5e-4, 5e-4}, rank == 1 ? 2e-3 : 0.0});
  r.mean = r.rank_times[0].split;
  r.critical_path = {2e-3, 1e-3, 1, {{0, 2e-3, 0, {}}, {2e-3, 3e-3, 1, 0}}};
  r.links = {{"node 0", "node 1", "dimension 0", 4000, 1e-3, 0.6, 0.97}};
  r.link_classes = {{"dimension 0", 1e9, 1, 0.6, 0.6}};
  r.history = {1e-3, {0.1, 0.2, 0.3}, {0.5, 0.6, 0.7}};
  r.heat.maps = {{"level 1",
                  "",
                  "node",
                  {"up", "down"},
                  2,
                  2,
                  1,
                  3,
                  {0.1, 0.2, -1, 0.4},
                  {0.1, 0.3, -1, 0.96}}};
  r.messages = 2;
  r.bytes = 5000;
  r.sizes = {{2048, 4095, 2}};
  r.matrix = {1, 2, {0, 3000, 2000, 0}};
  return r;
}

}  // namespace hpcast::answers
