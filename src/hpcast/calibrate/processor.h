// Which of the tables of cores (dat/generations.h) this processor's is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hpcast::calibrate {

// `vendor`, family and model as CPUID has them. None where no table is of it.
std::optional<std::string> generation_of(std::string_view vendor, unsigned family, unsigned model);

// None on other architectures than x86.
std::optional<std::string> this_generation();

}  // namespace hpcast::calibrate
