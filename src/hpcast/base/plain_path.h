// A path that LD_PRELOAD can hold.
#pragma once

#include <optional>
#include <string>

#include "hpcast/base/scratch_folder.h"

namespace hpcast {

// The loader takes blanks and colons for the ends of paths. Where `path` has one, a link to it in a
// temporary folder stands for it while this lives. Throws InputError where that folder's name has
// one too.
class PlainPath {
 public:
  explicit PlainPath(const std::string& path);
  const std::string& get() const { return path_; }

 private:
  std::optional<ScratchFolder> folder_;
  std::string path_;
};

}  // namespace hpcast
