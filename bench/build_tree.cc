#include "build_tree.h"

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"

namespace hpcast::bench {

namespace {

namespace fs = std::filesystem;

std::string built(const fs::path& relative) {
  const fs::path path = own_tree() / relative;
  if (!fs::exists(path))
    throw InputError("there is no " + path.string(),
                     "build the whole tree: cmake --build " + own_tree().string());
  return path.string();
}

}  // namespace

std::string hpcast_program() { return built("bin/hpcast"); }
std::string native_workload(const std::string& name) { return built("workloads/native/" + name); }
std::string traced_workload(const std::string& name) { return built("workloads/traced/" + name); }
std::string two_wide_workload(const std::string& name) { return built("bench/two-wide/" + name); }
std::string mpi_program(const std::string& name) { return built("bench/native/" + name); }
std::string openmpi_recorder() { return built("lib/hpcast/libhpcast-mpi-record-openmpi.so"); }

std::vector<std::string> openmpi_run(int ranks) {
  const char* const name = program_named("mpirun.openmpi") ? "mpirun.openmpi" : "mpirun";
  return {name,
          "-np",
          std::to_string(ranks),
          "--allow-run-as-root",
          "--oversubscribe",
          "--mca",
          "mpi_yield_when_idle",
          "1"};
}

}  // namespace hpcast::bench
