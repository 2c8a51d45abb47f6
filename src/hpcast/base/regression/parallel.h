// A loop whose turns host threads share out.
#pragma once

#include <cstddef>
#include <functional>

namespace hpcast::regression {

// Calls work(i) for every i < count, in no order, from so many threads (0: as many as the host
// runs at once), and returns when all have. What one of them throws comes through then.
void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& work);

}  // namespace hpcast::regression
