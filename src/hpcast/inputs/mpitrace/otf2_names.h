// What our archives say beyond what OTF2 has records for: attributes and parameters by name.
// docs/profile.md says where each stands; tracers and write_otf2.cc write them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hpcast::mpitrace {

enum class OwnAttribute : std::uint8_t {
  source,        // INT32: of a receive or probe as posted: rank in the communicator, -1 for any
  tag,           // INT32: likewise
  communicator,  // COMM: of a probe, or of a receive that never completes
  bytes,         // UINT64: of a receive that never completes
  mode,          // UINT8: of a send: 0 standard, 1 synchronous, 2 ready, 3 buffered
  collective,    // UINT8: a Collective, where OTF2 has none of its kind
  element,       // UINT32: bytes of an element
  amount,        // UINT64: Operation::amount, where the sizes do not give it
};
inline constexpr int own_attribute_count = 8;
inline constexpr std::array<const char*, own_attribute_count> own_attribute_names = {
    "hpcast.source", "hpcast.tag",        "hpcast.communicator", "hpcast.bytes",
    "hpcast.mode",   "hpcast.collective", "hpcast.element",      "hpcast.amount"};

// Parameters: events of their own, as many as there are values.
enum class OwnParameter : std::uint8_t {
  count,           // UINT64: the next number of RankTrace::counts, of the collective that follows
  repeat,          // UINT64: the last count comes so many times more
  not_understood,  // STRING: a function of MPI that was called here and is not in the trace
};
inline constexpr int own_parameter_count = 3;
inline constexpr std::array<const char*, own_parameter_count> own_parameter_names = {
    "hpcast.count", "hpcast.repeat", "hpcast.not_understood"};

// Properties of the archive, which stand in its anchor file; otf2/archive_properties.h has another.
inline constexpr const char* origin_property = "HPCAST::ORIGIN";
inline constexpr const char* not_modelled_property = "HPCAST::NOT_MODELLED";  // lines

}  // namespace hpcast::mpitrace
