// What libraries took that the compiler tracer tells nothing of, from samples of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/file_profile.h"
#include "hpcast/inputs/reftrace/channel_host.h"

namespace hpcast::forecast {

// Of the processes named.
answers::LibraryTimes library_times(const FileProfile& profile,
                                    const std::set<std::uint32_t>& processes);

// Of the processes traced; `profile` is empty where nobody could look.
std::optional<answers::LibraryTimes> library_times(const std::optional<FileProfile>& profile,
                                                   const reftrace::Channel& channel);

// For what is not modelled: what they took, or that it is not known; empty where they took next to
// nothing.
std::string words_of(const std::optional<answers::LibraryTimes>& libraries);

}  // namespace hpcast::forecast
