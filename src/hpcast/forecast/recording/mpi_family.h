// Which MPI a program uses: the recorder has a library for each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/ndl/network.h"

namespace hpcast::forecast {

// By what the first program in the command is linked to that is linked to any, else by whose mpirun
// it is. Nothing where nobody can tell. Throws InputError for a program of SimGrid's SMPI, and
// where mpirun is another MPI's than the program.
std::optional<ndl::MpiFamily> mpi_family_of(const std::vector<std::string>& command);

// Whether it was made by SimGrid's smpicc.
bool is_linked_to_smpi(const std::string& path);

// Of libhpcast-mpi-record-….so. Throws InputError where hpcast was built without it.
std::string recorder_library(ndl::MpiFamily family);
std::string smpi_recorder_library();

}  // namespace hpcast::forecast
