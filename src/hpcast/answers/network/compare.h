// Two answers of hpcast network side by side: what `hpcast compare A B` tells of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/network/answer.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// What is compared of an answer.
struct NetworkSide {
  Tool tool;
  std::vector<Input> inputs;
  std::string network, fidelity;
  std::uint32_t ranks = 0;
  double time_s = 0;
  std::optional<double> ideal_time_s;
  TimeSplit mean;            // over the ranks
  std::string busiest_link;  // "node 3 to switch 0"; empty without links
  double busiest_share = 0;  // how much of the time it is busy
  std::uint64_t messages = 0, bytes = 0;
  std::vector<std::string> assumptions;
  std::optional<std::string> partial;  // why it is not all of the run
};

// Whether it is meant as an answer of hpcast network, of any version.
bool is_network_result(const Json& json);

// Throws InputError with every fault of what is compared.
NetworkSide network_side(const Document& document);

// "halo on tsubame3, 16 ranks, packet"
std::string title(const NetworkSide& side);

// "B is 1.8× faster (1.42 ms → 0.79 ms)"
std::string headline(const NetworkSide& a, const NetworkSide& b);

// Why the two may not be comparable.
std::vector<std::string> caveats(const NetworkSide& a, const NetworkSide& b);
// What only one of them assumes: "only A: …".
std::vector<std::string> differing_assumptions(const NetworkSide& a, const NetworkSide& b);

}  // namespace hpcast::answers
