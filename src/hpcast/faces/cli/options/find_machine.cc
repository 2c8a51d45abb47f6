#include "hpcast/faces/cli/options/find_machine.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/cli/options/shipped.h"
#include "hpcast/inputs/dat/generate.h"

namespace hpcast::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view machine_suffix = ".dat.json", network_suffix = ".ndl.json",
                           power_suffix = ".power.json";

// A file, or one that is shipped; nothing where there is none.
std::optional<std::string> find_file(const std::string& name, std::string_view suffix) {
  std::error_code unreachable;
  if (fs::exists(name, unreachable) || unreachable) return name;  // its reader says what is wrong
  if (name.find('/') != std::string::npos) return {};
  const fs::path path = shipped_folder("machines") / (name + std::string(suffix));
  if (fs::exists(path, unreachable)) return path.string();
  return {};
}

// Of the files shipped with that suffix, in order.
std::vector<std::string> shipped_names(std::string_view suffix) {
  std::error_code unreachable;
  std::vector<std::string> known;
  for (const auto& entry : fs::directory_iterator(shipped_folder("machines"), unreachable)) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with(suffix)) known.push_back(file.substr(0, file.size() - suffix.size()));
  }
  std::sort(known.begin(), known.end());
  return known;
}

[[noreturn]] void refuse_name(const std::string& what, const std::string& name,
                              const std::vector<std::string>& known) {
  const std::string near = did_you_mean(name, known);
  throw InputError("there is no file and no known " + what + " '" + name + "'",
                   near.empty() ? "there are " + list_of(known) : near);
}

}  // namespace

std::string find_machine(const std::string& name) {
  if (const auto path = find_file(name, machine_suffix)) return *path;
  if (name == "host" || name == "custom")
    throw InputError("'" + name + "' names no machine yet",
                     "write it first: hpcast machine " + name + " -o " + name + ".dat.json");
  if (find_file(name, network_suffix))
    throw InputError(
        "'" + name + "' is a network, and no machine",
        "hpcast network " + name + " PROFILE; hpcast machine --list tells which is which");
  const std::string hint = did_you_mean(name, dat::known_machines());
  throw InputError("there is no file and no known machine '" + name + "'",
                   hint.empty() ? "hpcast machine --list names the machines" : hint);
}

std::string find_machine_or_network(const std::string& name) {
  if (const auto path = find_file(name, network_suffix)) return *path;
  const std::vector<std::string> networks = known_networks();
  const bool like_a_network = !did_you_mean(name, networks).empty();
  return like_a_network ? find_network(name) : find_machine(name);
}

std::vector<std::string> known_networks() { return shipped_names(network_suffix); }

std::string find_network(const std::string& name) {
  if (const auto path = find_file(name, network_suffix)) return *path;
  if (find_file(name, machine_suffix))
    throw InputError(
        "'" + name + "' is a machine, and no network",
        "hpcast memory " + name + " -- ./app; hpcast machine --list tells which is which");
  refuse_name("network", name, known_networks());
}

std::vector<std::string> known_power_models() { return shipped_names(power_suffix); }

std::string find_power_model(const std::string& name) {
  if (const auto path = find_file(name, power_suffix)) return *path;
  refuse_name("power model", name, known_power_models());
}

}  // namespace hpcast::cli
