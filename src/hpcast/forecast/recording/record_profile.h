// Runs an MPI program and keeps what its ranks do as a communication profile: hpcast record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/forecast/recording/mpi_family.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/reftrace/traced_process.h"

namespace hpcast::forecast {

struct RecordProfileRequest {
  std::string output;                    // folder of the OTF2 archive
  std::string clock;                     // "cpu", "wall"; empty: as the environment has it
  std::optional<ndl::MpiFamily> family;  // else the program's own
  std::uint32_t virtual_ranks = 0;       // 0: the command starts the ranks
};

struct RecordedProfile {
  std::size_t ranks = 0;
  mpitrace::Totals totals;
  double ideal_s = 0;  // on a network that takes no time
  std::vector<std::string> not_modelled;
  std::vector<std::string> partial;  // Profile::partial
  ProgramExit exit;
};

// Shows progress. Throws InputError, with the program's exit status, where no rank came through
// MPI_Init.
RecordedProfile record_profile(const RecordProfileRequest& request,
                               const std::vector<std::string>& command);

}  // namespace hpcast::forecast
