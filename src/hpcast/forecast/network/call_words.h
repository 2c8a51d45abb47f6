// What an operation of a profile is called, and whom it concerns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::forecast {

// "MPI_Isend", or the kind of operation where the profile does not say; "computes".
std::string call_name(const mpitrace::Profile& profile, const mpitrace::Operation& operation);

// Bytes that it sends or, of a collective, its `amount`; of a wait, probe or flush nothing.
std::optional<std::uint64_t> call_bytes(const mpitrace::Operation& operation);

// Rank of the other side; none where it is any, or where there are several.
std::optional<std::uint32_t> call_peer(const mpitrace::Operation& operation);

}  // namespace hpcast::forecast
