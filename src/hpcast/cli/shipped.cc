#include "hpcast/cli/shipped.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

fs::path shipped_folder(const std::string& name) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = self.parent_path().parent_path() / "share/hpcast" / name;
  return fs::is_directory(installed, error) ? installed : fs::path(HPCAST_SOURCE_TREE) / name;
}

}  // namespace hpcast::cli
