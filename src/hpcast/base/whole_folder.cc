#include "hpcast/base/whole_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace hpcast {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot(const std::string& folder, const std::string& reason) {
  throw InputError(folder + ": the folder cannot be written: " + reason);
}

// Also through "file/", at which stat would only say that this is no folder.
void check_no_file(const std::string& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder_meant(folder), error);
  if (fs::exists(status) && !fs::is_directory(status))
    throw InputError(folder + ": this is a file, and a folder is to be written",
                     "another name, or remove it");
}

}  // namespace

std::string folder_meant(const std::string& folder) {
  std::error_code error;
  std::string path = folder;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const fs::path real = fs::weakly_canonical(path, error);
  return error || real.empty() ? path : real.string();
}

void check_replaceable(const std::string& folder, const std::string& kind,
                       const std::function<bool(const std::string&)>& is_one) {
  check_no_file(folder);
  const std::string path = folder_meant(folder);
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_empty(path, error) && !is_one(path))
    throw InputError(folder + ": this folder holds something that is no " + kind,
                     "another name, or move it away: all that is in the folder would be replaced");
}

WholeFolder::WholeFolder(const std::string& folder)
    : shown_(folder), folder_(folder_meant(folder)) {
  check_no_file(folder);
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

InputError WholeFolder::meant(const InputError& error) const {
  std::vector<Diagnostic> told = error.diagnostics();
  for (Diagnostic& one : told)
    for (std::string* const text : {&one.file, &one.message})
      for (std::size_t at; (at = text->find(path())) != std::string::npos;)
        text->replace(at, path().size(), shown_);
  return InputError(std::move(told));
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
