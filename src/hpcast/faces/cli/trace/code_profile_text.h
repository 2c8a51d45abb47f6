// What a program has executed, for people.
#pragma once

#include <string>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/forecast/memory/code_profile.h"

namespace hpcast::cli {

// The verdict, instructions by kind and phase, and the loops with most instructions.
std::string code_profile_text(const std::string& trace, const forecast::TracedCodeProfile& traced,
                              const report::TextOptions& options);

}  // namespace hpcast::cli
