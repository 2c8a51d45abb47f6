// How much of the last cache this machine has: another guest of the same host may have the rest.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace hpcast::calibrate {

// What is asked: seconds for a line of a way through so many bytes, at random, over and over.
using TimeOfLine = std::function<double(std::size_t bytes)>;

// From `inside` on, which the cache has and the ones before it have not, to half of `told`: where
// lines come to take much longer, it ends. Empty: nowhere, so that it has as much as is told.
std::optional<std::size_t> seen_capacity(std::size_t inside, std::size_t told,
                                         const TimeOfLine& time_of_line);

// By a Chase in memory of that size.
double time_of_line(std::size_t bytes);

}  // namespace hpcast::calibrate
