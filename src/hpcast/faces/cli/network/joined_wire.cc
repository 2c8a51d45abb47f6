#include "hpcast/faces/cli/network/joined_wire.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"

namespace hpcast::cli {

namespace {

// Open MPI's mpirun, and those of MPICH and its kin.
bool started_by_mpirun() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const size = std::getenv(name);
    if (size != nullptr && std::atoi(size) > 1) return true;
  }
  return false;
}

}  // namespace

JoinedWire::JoinedWire() {
  if (!started_by_mpirun()) return;
  // The module stays: MPI's library does not bear to be unloaded.
  void* const module = dlopen((support_folder() / "mpi-wire.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr)
    throw InputError(
        std::string("mpirun has started several of hpcast, which cannot join: ") + dlerror(),
        "build it where an MPI is installed, or start it once, with --threads");
  const auto open =
      reinterpret_cast<decltype(&hpcast_open_wire)>(dlsym(module, "hpcast_open_wire"));
  wire_ = open == nullptr ? nullptr : open();
  if (wire_ == nullptr) throw InputError("hpcast cannot join the MPI that mpirun has started");
}

JoinedWire::~JoinedWire() {
  if (wire_ != nullptr) wire_->close();
}

std::optional<int> JoinedWire::first_to_fail(bool failed) const {
  const std::int64_t mine = failed ? 1 : 0;
  const auto size = static_cast<std::size_t>(wire_ == nullptr ? 1 : wire_->size);
  std::vector<std::int64_t> tell(size, mine), told(size, mine);
  if (wire_ != nullptr) wire_->all_to_all(tell.data(), told.data(), sizeof mine);
  const auto at = std::find(told.begin(), told.end(), 1);
  if (at == told.end()) return {};
  return static_cast<int>(at - told.begin());
}

}  // namespace hpcast::cli
