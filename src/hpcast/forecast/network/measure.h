// The network that is there, measured: hpcast's own MPI program, compiled by the MPI's compiler and
// started as the user starts programs, prints tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/ndl/network.h"
#include "hpcast/inputs/netcal/table.h"

namespace hpcast::forecast {

struct NetworkMeasurement {
  std::vector<netcal::Table> tables;
  std::optional<ndl::MpiFamily> family;  // whose mpirun or library it was, where that can be told
};

// `launcher`: mpirun with its options, or what stands in for it. `mpicc`: the compiler. Throws
// InputError where the program cannot be compiled or run, or the user stops it.
NetworkMeasurement measure_network(const std::vector<std::string>& launcher,
                                   const std::string& mpicc, int rounds);

}  // namespace hpcast::forecast
