#include "hpcast/cli/find_machine.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/cli/shipped.h"
#include "hpcast/dat/generate.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view network_suffix = ".ndl.json";

}  // namespace

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

std::string find_machine_or_network(const std::string& name) {
  std::error_code unreachable;
  const fs::path path = shipped_folder("machines") / (name + std::string(network_suffix));
  const bool network = name.find('/') == std::string::npos && !fs::exists(name, unreachable) &&
                       fs::exists(path, unreachable);
  return network ? path.string() : find_machine(name);
}

std::string find_network(const std::string& name) {
  std::error_code unreachable;
  if (fs::exists(name, unreachable) || unreachable) return name;
  std::vector<std::string> known;
  for (const auto& entry : fs::directory_iterator(shipped_folder("machines"), unreachable)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(network_suffix)) continue;
    known.push_back(file.substr(0, file.size() - network_suffix.size()));
    if (known.back() == name) return entry.path().string();
  }
  std::sort(known.begin(), known.end());
  const std::string near = did_you_mean(name, known);
  throw InputError("there is no file and no known network '" + name + "'",
                   near.empty() ? "there are " + list_of(known) : near);
}

}  // namespace hpcast::cli
