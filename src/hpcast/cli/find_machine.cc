#include "hpcast/cli/find_machine.h"

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/cli/shipped.h"
#include "hpcast/dat/generate.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

std::string find_machine(const std::string& name) {
  std::error_code unreachable;
  if (fs::exists(name, unreachable) || unreachable) return name;  // its reader says what is wrong
  if (name.find('/') == std::string::npos) {
    const fs::path path = shipped_folder("machines") / (name + ".dat.json");
    if (fs::exists(path, unreachable)) return path.string();
  }
  if (name == "host" || name == "custom")
    throw InputError("'" + name + "' names no machine yet",
                     "write it first: hpcast machine " + name + " -o " + name + ".dat.json");
  const std::string hint = did_you_mean(name, dat::known_machines());
  throw InputError("there is no file and no known machine '" + name + "'",
                   hint.empty() ? "hpcast machine --list names the machines" : hint);
}

}  // namespace hpcast::cli
