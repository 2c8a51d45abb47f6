#include "hpcast/cli/shipped.h"

#include "hpcast/base/program.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

fs::path shipped_folder(const std::string& name) {
  std::error_code error;
  const fs::path installed = own_tree() / "share/hpcast" / name;
  return fs::is_directory(installed, error) ? installed : fs::path(HPCAST_SOURCE_TREE) / name;
}

}  // namespace hpcast::cli
