#include "hpcast/forecast/mpi_family.h"

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

// The names of the libraries that it needs stand in it as they are, between zeros.
std::optional<ndl::MpiFamily> linked_to(const std::string& path) {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;
  std::error_code error;
  if (fs::file_size(path, error) > most_bytes || error) return {};
  std::ifstream file(path, std::ios::binary);
  char magic[4] = {};
  if (!file.read(magic, sizeof magic) || std::string_view(magic, 4) !=
                                             "\x7F"
                                             "ELF")
    return {};
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
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

const char* word_for(ndl::MpiFamily family) {
  return family == ndl::MpiFamily::open_mpi ? "openmpi" : "mpich";
}

}  // namespace

std::optional<ndl::MpiFamily> mpi_family_of(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    const std::optional<std::string> path = program_named(word);
    if (!path || access(path->c_str(), R_OK) != 0) continue;
    if (const auto family = linked_to(*path)) return family;
  }
  if (command.empty()) return {};
  const std::optional<std::string> path = program_named(command.front());
  return path ? starter_of(*path) : std::nullopt;
}

std::string recorder_library(ndl::MpiFamily family) {
  const fs::path folder =
      fs::read_symlink("/proc/self/exe").parent_path().parent_path() / HPCAST_LIBDIR / "hpcast";
  const fs::path path = folder / (std::string("libhpcast-mpi-record-") + word_for(family) + ".so");
  if (!fs::exists(path))
    throw InputError(std::string("this hpcast has no recorder for ") +
                         (family == ndl::MpiFamily::open_mpi ? "Open MPI" : "MPICH"),
                     "build it where that MPI's compiler (mpicc) is installed");
  return path;
}

}  // namespace hpcast::forecast
