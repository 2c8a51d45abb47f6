#include "hpcast/base/whole_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(const std::string& folder, const std::string& reason) {
  throw InputError(folder + ": the folder cannot be written: " + reason);
}

}  // namespace

std::string folder_meant(const std::string& folder) {
  std::error_code error;
  std::string path = folder;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const fs::path real = fs::weakly_canonical(path, error);
  return error || real.empty() ? path : real.string();
}

WholeFolder::WholeFolder(const std::string& folder) : folder_(folder_meant(folder)) {
  std::error_code error;
  const fs::path parent = fs::path(folder_).parent_path();
  if (!parent.empty() && !fs::is_directory(parent, error))
    cannot(folder, "there is no folder " + parent.string());
  scratch_ = folder_ + ".part-XXXXXX";
  if (::mkdtemp(scratch_.data()) == nullptr) cannot(folder, ::strerror(errno));
}

WholeFolder::~WholeFolder() {
  std::error_code ignored;
  fs::remove_all(scratch_, ignored);
}

void WholeFolder::commit() {
  std::error_code error;
  if (::renameat2(AT_FDCWD, path().c_str(), AT_FDCWD, folder_.c_str(), RENAME_NOREPLACE) == 0)
    return;
  if (errno == EEXIST &&
      ::renameat2(AT_FDCWD, path().c_str(), AT_FDCWD, folder_.c_str(), RENAME_EXCHANGE) == 0)
    return;  // the old one goes with the scratch folder
  // File systems that can do neither: for a moment there is none.
  fs::rename(folder_, scratch_ + "/old", error);
  fs::rename(path(), folder_, error);
  if (!error) return;
  std::error_code ignored;
  fs::rename(scratch_ + "/old", folder_, ignored);
  cannot(folder_, error.message());
}

}  // namespace hpcast
