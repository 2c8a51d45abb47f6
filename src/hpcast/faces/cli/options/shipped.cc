#include "hpcast/faces/cli/options/shipped.h"

#include "hpcast/base/program.h"

namespace hpcast::cli {

std::filesystem::path shipped_folder(const std::string& name) {
  // A build tree has links there, which no message should name.
  return std::filesystem::weakly_canonical(own_tree() / "share/hpcast" / name);
}

}  // namespace hpcast::cli
