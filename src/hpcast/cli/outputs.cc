#include "hpcast/cli/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "hpcast/base/diagnostics.h"

namespace hpcast::cli {

namespace {

// Of a file, whichever of its names is used and whether it exists yet.
std::string identity_of(const std::string& path) {
  if (path == "-") return path;
  struct stat status {};
  if (stat(path.c_str(), &status) == 0)
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
  std::error_code unresolved;
  const auto canonical =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path), unresolved);
  return unresolved ? path : canonical.string();
}

// Pipes and terminals may be written twice, and read.
bool is_regular_or_new(const std::string& path) {
  struct stat status {};
  return path == "-" || stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

void check_writable(const Output& output) {
  if (output.path == "-") return;
  struct stat status {};
  const bool exists = stat(output.path.c_str(), &status) == 0;
  int error = 0;
  if (exists && S_ISDIR(status.st_mode)) error = EISDIR;
  std::string needed = output.path;
  if (!exists || S_ISREG(status.st_mode)) {  // is replaced: its folder is written to
    needed = std::filesystem::path(output.path).parent_path().string();
    if (needed.empty()) needed = ".";
  }
  if (error == 0 && access(needed.c_str(), W_OK) != 0) error = errno;
  if (error == 0 && exists && access(output.path.c_str(), W_OK) != 0) error = errno;
  if (error != 0)
    throw InputError(output.option + " " + output.path + ": cannot write: " + std::strerror(error));
}

}  // namespace

void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::map<std::string, std::string> taken;  // by identity: the option, empty for an input
  for (const std::string& input : inputs)
    if (is_regular_or_new(input)) taken.emplace(identity_of(input), "");
  for (const Output& output : outputs) {
    if (output.path.empty()) throw InputError(output.option + ": the name of the file is empty");
    check_writable(output);
    if (!is_regular_or_new(output.path)) continue;
    const auto [first, is_new] = taken.emplace(identity_of(output.path), output.option);
    if (is_new) continue;
    const std::string& other = first->second;
    throw InputError(
        output.option + " " + output.path +
            (other.empty() ? ": is read from too" : ": the same file as " + other + "'s"),
        "give it a name of its own");
  }
}

bool takes_stdout(const std::vector<Output>& outputs) {
  for (const Output& output : outputs)
    if (output.path == "-") return true;
  return false;
}

}  // namespace hpcast::cli
