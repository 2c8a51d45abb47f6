// Of several names that a word may have been meant for, none is nearer than the other.
#pragma once

#include <string>
#include <vector>

namespace hpcast {

// All candidates at the least edit distance from `word`, in their order, if near enough to be
// meant; nearest() (diagnostics.h) is the first of them.
std::vector<std::string> all_nearest(const std::string& word,
                                     const std::vector<std::string>& candidates);

}  // namespace hpcast
