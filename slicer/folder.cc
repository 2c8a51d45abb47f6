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
  if (fs::exists(folder)) throw InputError(folder + " is there already", "give another name");
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw InputError(folder + ": cannot be written: " + error.message());
    write_file_atomically(path.string(), text);
  }
}

}  // namespace hpcast::slicer
