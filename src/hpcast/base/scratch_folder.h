// A folder for what is needed only for a while.
#pragma once

#include <string>

namespace hpcast {

// Empty, below TMPDIR; removed with this object, and all that is in it. Throws InputError where
// none can be made.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace hpcast
