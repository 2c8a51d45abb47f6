// Two answers of hpcast network side by side: what `hpcast compare A B` tells of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/network/answer.h"

namespace hpcast::answers {

// "halo on tsubame3, 16 ranks, packet"
std::string title(const NetworkAnswer& result);

// Why it is not all of the run; empty where it is.
std::optional<std::string> why_partial(const NetworkAnswer& result);

// "B is 1.8× faster (1.42 ms → 0.79 ms)"
std::string headline(const NetworkAnswer& a, const NetworkAnswer& b);

// Why the two may not be comparable.
std::vector<std::string> caveats(const NetworkAnswer& a, const NetworkAnswer& b);
// What only one of them assumes: "only A: …".
std::vector<std::string> differing_assumptions(const NetworkAnswer& a, const NetworkAnswer& b);

}  // namespace hpcast::answers
