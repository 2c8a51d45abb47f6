// What the ranks of an MPI program did, as text, and how unlike they are.
#pragma once

#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// "core0", "core0 to core15 (16)", "core3, core1"
std::string cores_of(const answers::RankResult& rank);

// How far the rank that moves most is above the mean: "Rank 3 moves most, 1.40 times the mean of
// 2.1 GB from and to memory", or that all are alike; empty where nobody moved anything.
std::string imbalance(const answers::MemoryAnswer& result);

std::string ranks_section(const answers::MemoryAnswer& result, const TextOptions& options);

}  // namespace hpcast::report
