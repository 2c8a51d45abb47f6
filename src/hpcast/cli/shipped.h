// The data files that come with hpcast: machines, event sets.
#pragma once

#include <filesystem>
#include <string>

namespace hpcast::cli {

// Beside the executable's folder when installed, in the source tree when built there.
std::filesystem::path shipped_folder(const std::string& name);

}  // namespace hpcast::cli
