#include "hpcast/forecast/recording/mpi_family.h"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;

bool holds_any(std::string_view bytes, const std::vector<std::string_view>& names) {
  for (const std::string_view name : names)
    if (bytes.find(name) != std::string_view::npos) return true;
  return false;
}

// What an executable holds; empty for what is none.
std::string executable_bytes(const std::string& path) {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;
  std::error_code error;
  if (fs::file_size(path, error) > most_bytes || error) return {};
  std::ifstream file(path, std::ios::binary);
  char magic[4] = {};
  if (!file.read(magic, sizeof magic) || std::string_view(magic, 4) !=
                                             "\x7F"
                                             "ELF")
    return {};
  return {(std::istreambuf_iterator<char>(file)), {}};
}

// The names of the libraries that it needs stand in it as they are, between zeros.
std::optional<ndl::MpiFamily> linked_to(const std::string& path) {
  const std::string bytes = executable_bytes(path);
  using namespace std::string_view_literals;
  if (holds_any(bytes, {"\0libmpi.so.40"sv, "\0libmpi_mpifh.so"sv, "\0libmpi_usempi"sv,
                        "\0libmpi.so.20"sv, "\0libmpi_cxx.so"sv}))
    return ndl::MpiFamily::open_mpi;
  if (holds_any(bytes, {"\0libmpich"sv, "\0libmpi.so.12"sv, "\0libmpifort.so"sv, "\0libmpi.so.0"sv,
                        "\0libmpicxx.so"sv}))
    return ndl::MpiFamily::mpich;
  return {};
}

// By the file that "mpirun" leads to: orterun, prterun, mpirun.openmpi; mpiexec.hydra,
// mpirun.mpich.
std::optional<ndl::MpiFamily> starter_of(const std::string& path) {
  std::error_code error;
  const std::string real = fs::canonical(path, error).string();
  const auto names = [&](const char* name) { return real.find(name) != std::string::npos; };
  if (names("openmpi") || names("orterun") || names("prte")) return ndl::MpiFamily::open_mpi;
  if (names("mpich") || names("hydra") || names("mvapich") || names("intel"))
    return ndl::MpiFamily::mpich;
  return {};
}

const char* name_of(ndl::MpiFamily family) {
  return family == ndl::MpiFamily::open_mpi ? "Open MPI" : "MPICH";
}

// Ranks that another MPI starts are as many programs of one rank.
void check_starter(const std::string& starter, const std::string& program, ndl::MpiFamily family) {
  const std::string name = fs::path(starter).filename().string();
  if (!name.starts_with("mpirun") && !name.starts_with("mpiexec")) return;
  const auto path = program_named(starter);
  const auto others = path ? starter_of(*path) : std::nullopt;
  if (!others || *others == family) return;
  throw InputError(fmt::format("'{}' is {}'s, but '{}' is linked to {}", starter, name_of(*others),
                               program, name_of(family)),
                   fmt::format("start it with {}'s own (Debian: mpirun.{})", name_of(family),
                               family == ndl::MpiFamily::open_mpi ? "openmpi" : "mpich"));
}

std::optional<std::string> library_for(const char* word) {
  const fs::path path = support_folder() / fmt::format("libhpcast-mpi-record-{}.so", word);
  if (!fs::exists(path)) return {};
  return path;
}

}  // namespace

std::optional<ndl::MpiFamily> mpi_family_of(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::optional<std::string> path = program_named(word);
    if (!path || access(path->c_str(), R_OK) != 0) continue;
    if (const auto family = linked_to(*path)) {
      check_starter(command.front(), word, *family);
      return family;
    }
    if (is_linked_to_smpi(*path))
      throw InputError("'" + word + "' was made by SimGrid's smpicc: no MPI starts it as processes",
                       "hpcast record --virtual-ranks N -- " + word);
  }
  if (command.empty()) return {};
  const std::optional<std::string> path = program_named(command.front());
  return path ? starter_of(*path) : std::nullopt;
}

bool is_linked_to_smpi(const std::string& path) {
  using namespace std::string_view_literals;
  return holds_any(executable_bytes(path), {"\0libsimgrid.so"sv});
}

std::string recorder_library(ndl::MpiFamily family) {
  if (const auto path = library_for(family == ndl::MpiFamily::open_mpi ? "openmpi" : "mpich"))
    return *path;
  throw InputError(std::string("this hpcast has no recorder for ") + name_of(family),
                   "build it where that MPI's compiler (mpicc) is installed");
}

std::string smpi_recorder_library() {
  if (const auto path = library_for("smpi")) return *path;
  throw InputError("this hpcast has no recorder for virtual ranks",
                   "build it where SimGrid is installed (Debian: libsimgrid-dev)");
}

}  // namespace hpcast::forecast
