#include "hpcast/cli/find_machine.h"

#include <unistd.h>

#include <filesystem>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/dat/generate.h"

namespace hpcast::cli {

namespace {

namespace fs = std::filesystem;

// Beside the executable's folder when installed, in the source tree when built there.
std::vector<fs::path> machine_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(self.parent_path().parent_path() / "share/hpcast/machines");
  folders.emplace_back(HPCAST_MACHINES);
  return folders;
}

}  // namespace

std::string find_machine(const std::string& name) {
  std::error_code unreachable;
  if (fs::exists(name, unreachable) || unreachable) return name;  // its reader says what is wrong
  if (name.find('/') == std::string::npos)
    for (const fs::path& folder : machine_folders())
      if (const fs::path path = folder / (name + ".dat.json"); fs::exists(path, unreachable))
        return path.string();
  if (name == "host" || name == "custom")
    throw InputError("'" + name + "' names no machine yet",
                     "write it first: hpcast machine " + name + " -o " + name + ".dat.json");
  const std::string hint = did_you_mean(name, dat::known_machines());
  throw InputError("there is no file and no known machine '" + name + "'",
                   hint.empty() ? "hpcast machine --list names the machines" : hint);
}

}  // namespace hpcast::cli
