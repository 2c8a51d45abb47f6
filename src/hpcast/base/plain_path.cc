#include "hpcast/base/plain_path.h"

#include <filesystem>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast {

namespace {

bool is_plain(const std::string& path) { return path.find_first_of(" \t\n:") == std::string::npos; }

}  // namespace

PlainPath::PlainPath(const std::string& path) : path_(path) {
  if (is_plain(path)) return;
  folder_.emplace();
  path_ = folder_->file("link");
  if (!is_plain(path_))
    throw InputError(path + ": no program can load this, for its path has a blank or a colon",
                     "TMPDIR, where a link would do, has one too: TMPDIR=/tmp");
  std::error_code error;
  std::filesystem::create_symlink(std::filesystem::absolute(path), path_, error);
  if (error) fail_with_errno(path_, "cannot be made a link", error.value());
}

}  // namespace hpcast
