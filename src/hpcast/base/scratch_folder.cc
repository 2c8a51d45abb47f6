#include "hpcast/base/scratch_folder.h"

#include <stdlib.h>

#include <filesystem>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::error_code error;
  path_ = (fs::temp_directory_path(error) / "hpcast-XXXXXX").string();
  if (error || ::mkdtemp(path_.data()) == nullptr)
    throw InputError("no temporary folder can be made",
                     "TMPDIR names where: TMPDIR=/tmp, or a folder of yours");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace hpcast
