#include "hpcast/inputs/otf2/archive_folder.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/whole_folder.h"

namespace hpcast::otf2 {

namespace {

namespace fs = std::filesystem;

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

}  // namespace

void check_archive_folder(const std::string& folder) {
  if (folder.empty()) throw InputError("the archive's folder has no name");
  check_replaceable(folder, "OTF2 archive", is_archive);
}

}  // namespace hpcast::otf2
