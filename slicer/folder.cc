#include <unistd.h>

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "plan.h"

namespace hpcast::slicer {

namespace fs = std::filesystem;

namespace {

fs::path common_folder(const std::vector<Unit>& units) {
  fs::path common = fs::absolute(units.front().path).lexically_normal().parent_path();
  for (const Unit& unit : units) {
    const fs::path path = fs::absolute(unit.path).lexically_normal();
    while (!common.empty() && *path.lexically_relative(common).begin() == "..")
      common = common.parent_path();
  }
  return common;
}

void refuse_others(const std::string& folder) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) throw InputError(folder + " is no folder", "give another name");
  if (!fs::is_empty(folder) && !fs::exists(fs::path(folder) / "skeleton.json"))
    throw InputError(folder + " holds something else than a skeleton",
                     "give another name, or empty it");
}

}  // namespace

std::map<std::string, std::string> names_in_folder(const std::vector<std::string>& files,
                                                   const std::vector<Unit>& units) {
  const fs::path common = common_folder(units);
  std::map<std::string, std::string> names;
  for (const std::string& file : files) {
    const fs::path path = fs::absolute(file).lexically_normal();
    const fs::path relative = path.lexically_relative(common);
    names[file] = *relative.begin() == ".." ? path.filename().string() : relative.string();
  }
  return names;
}

void write_folder(const std::string& folder, const std::map<std::string, std::string>& files) {
  refuse_others(folder);
  const std::string beside = folder + ".new-" + std::to_string(getpid());
  try {
    for (const auto& [name, text] : files) {
      const fs::path path = fs::path(beside) / name;
      fs::create_directories(path.parent_path());
      write_file_atomically(path.string(), text);
    }
    fs::remove_all(folder);
    fs::rename(beside, folder);
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove_all(beside, ignored);
    throw InputError(folder + ": cannot be written: " + error.code().message());
  }
}

}  // namespace hpcast::slicer
