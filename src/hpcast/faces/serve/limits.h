// How much the viewer takes in.
#pragma once

#include <cstddef>

namespace hpcast::serve {

// Bytes of a DAT or a result: a file put into the page, the body of a request for a forecast.
inline constexpr std::size_t largest_document = std::size_t{64} << 20;

// Bytes of a network that the page sends to have it drawn.
inline constexpr std::size_t largest_network = std::size_t{4} << 20;

}  // namespace hpcast::serve
