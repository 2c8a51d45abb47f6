#include "hpcast/mpitrace/archive_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "hpcast/base/diagnostics.h"

namespace hpcast::mpitrace {

namespace {

namespace fs = std::filesystem;

// "a/b/" is "a/b", so that what lies beside it is not in it. A link is where it points.
std::string plain(const std::string& folder) {
  std::error_code error;
  std::string path = folder;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const fs::path real = fs::weakly_canonical(path, error);
  return error || real.empty() ? path : real.string();
}

// NAME/ of an archive: 17.evt, 17.def.
bool holds_events_only(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path name = entry.path().filename();
    const std::string number = name.stem().string(), kind = name.extension().string();
    const bool known = kind == ".evt" || kind == ".def" || kind == ".snap";
    if (!entry.is_regular_file(error) || !known || number.empty() ||
        number.find_first_not_of("0123456789") != std::string::npos)
      return false;
  }
  return !error;
}

// Nothing but an archive: NAME.otf2, NAME.def, NAME.marker, NAME/. Whatever else is there is
// somebody's, and would be lost.
bool is_archive(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  fs::path anchor;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    entries.push_back(entry.path());
    if (entry.path().extension() == ".otf2") anchor = entry.path();
  }
  if (error || anchor.empty()) return false;
  for (const fs::path& entry : entries) {
    const bool is_events = entry.extension().empty() && fs::is_directory(entry, error);
    const std::string kind = entry.extension().string();
    const bool is_file =
        (kind == ".otf2" || kind == ".def" || kind == ".marker" || kind == ".thumb") &&
        fs::is_regular_file(fs::symlink_status(entry, error));
    if (entry.stem() != anchor.stem() || !(is_file || (is_events && holds_events_only(entry))))
      return false;
  }
  return true;
}

[[noreturn]] void cannot(const std::string& folder, const std::string& reason) {
  throw InputError(folder + ": the archive cannot be written: " + reason);
}

}  // namespace

void check_archive_folder(const std::string& folder) {
  if (folder.empty()) throw InputError("the archive's folder has no name");
  const std::string path = plain(folder);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw InputError(folder + ": this is a file, and an OTF2 archive is a folder",
                     "another name, or remove it");
  if (!fs::is_empty(path, error) && !is_archive(path))
    throw InputError(folder + ": this folder holds something that is no OTF2 archive",
                     "another name, or move it away: all that is in the folder would be replaced");
}

ArchiveFolder::ArchiveFolder(const std::string& folder) : folder_(plain(folder)) {
  check_archive_folder(folder);
  std::error_code error;
  const fs::path parent = fs::path(folder_).parent_path();
  if (!parent.empty() && !fs::is_directory(parent, error))
    cannot(folder, "there is no folder " + parent.string());
  scratch_ = folder_ + ".part-XXXXXX";
  if (::mkdtemp(scratch_.data()) == nullptr) cannot(folder, ::strerror(errno));
}

ArchiveFolder::~ArchiveFolder() {
  std::error_code ignored;
  fs::remove_all(scratch_, ignored);
}

void ArchiveFolder::commit() {
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

}  // namespace hpcast::mpitrace
