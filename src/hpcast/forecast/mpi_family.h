// Which MPI a program uses: the recorder has a library for each.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hpcast::forecast {

enum class MpiLibrary { open_mpi, mpich };  // and its kin: Intel MPI, MVAPICH, Cray MPICH

// By what the first program in the command is linked to that is linked to any, else by whose mpirun
// it is. Nothing where nobody can tell.
std::optional<MpiLibrary> mpi_library_of(const std::vector<std::string>& command);

// Of libhpcast-mpi-record-….so. Throws InputError where hpcast was built without it.
std::string recorder_library(MpiLibrary library);

}  // namespace hpcast::forecast
