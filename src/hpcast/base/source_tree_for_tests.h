// The checkout that tests and benchmarks read their inputs from.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "hpcast/base/program.h"

namespace hpcast {

// HPCAST_SOURCE_DIR, which CTest sets; else the nearest checkout above this program. No path is
// compiled in, so that one checkout's objects serve another's build (CMakeLists.txt, ccache).
inline std::string source_tree() {
  if (const char* told = std::getenv("HPCAST_SOURCE_DIR")) return told;
  std::filesystem::path folder = own_tree();
  while (folder.has_relative_path() && !std::filesystem::exists(folder / "CMakePresets.json"))
    folder = folder.parent_path();
  return folder.string();
}

}  // namespace hpcast
