#include "hpcast/base/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

namespace {

bool is_executable_file(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

[[noreturn]] void cannot_run(const std::string& program, int error) {
  throw InputError("cannot run '" + program + "': " + std::strerror(error),
                   "name an executable file, or a command found in PATH");
}

std::optional<std::string> found_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  return {};
}

}  // namespace

std::string find_program(const std::string& program) {
  if (program.find('/') != std::string::npos) {
    if (access(program.c_str(), F_OK) != 0) cannot_run(program, errno);
    if (!is_executable_file(program)) cannot_run(program, EACCES);
    return program;
  }
  if (std::optional<std::string> found = found_in_path(program)) return *std::move(found);
  cannot_run(program, ENOENT);
}

std::optional<std::string> program_named(const std::string& word) {
  if (is_executable_file(word)) return word;
  return word.empty() || word.find('/') != std::string::npos ? std::nullopt : found_in_path(word);
}

std::filesystem::path own_tree() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path();
}

std::filesystem::path support_folder() { return own_tree() / HPCAST_LIBDIR / "hpcast"; }

}  // namespace hpcast
