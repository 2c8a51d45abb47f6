// Options of several NAME=VALUE behind one flag, as if the flag stood before each of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hpcast::cli {

// CLI11 gives an option with many values all that stands behind it, files too, or one value alone.
// So "--set a.x=1 b.y=2 file" becomes "--set a.x=1 --set b.y=2 file", for every option of many
// values that takes one at a time.
std::vector<std::string> with_repeated_flags(const CLI::App& app,
                                             const std::vector<std::string>& arguments);

}  // namespace hpcast::cli
