// The data files that come with hpcast: machines, event sets.
#pragma once

#include <filesystem>
#include <string>

namespace hpcast::cli {

// In share/hpcast beside the executable's folder; a build tree has links there.
std::filesystem::path shipped_folder(const std::string& name);

}  // namespace hpcast::cli
