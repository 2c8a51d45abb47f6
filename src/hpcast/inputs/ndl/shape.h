// The topology of a description: read, checked, and what its links and routings may be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

// Sets the shape, the topology's name and, of a custom one, the classes of links that have their
// own; `links` is the file's member of that name, the class of all others.
void read_shape(const Json& value, const std::string& pointer, const std::optional<LinkClass>& link,
                Network& network, Faults& faults);

// Beyond this, simulated time does not fit its whole picoseconds.
inline constexpr double most_seconds = 1000;
// What is out of bounds; a bandwidth of 0 has been refused already.
void check_link(Fields& fields, const LinkClass& link);

// How many classes of links a shape has: dimensions, levels, three of a dragonfly; 1 for a graph.
std::size_t link_class_count(const Shape& shape);
// "one for each dimension"
const char* link_classes_are(const Shape& shape);

// The first is the default.
std::vector<Routing> routings_of(const Shape& shape);

std::uint64_t node_count(const Shape& shape);

}  // namespace hpcast::ndl
