// What the name of a function of MPI says.
#pragma once

#include <string>
#include <string_view>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

SendMode mode_of(std::string_view function);            // of MPI_Ssend, MPI_Ibsend, …
bool starts_nonblocking(std::string_view function);     // MPI_Isend and its like, MPI_Start
bool is_sendreceive(std::string_view function);         // MPI_Sendrecv, MPI_Sendrecv_replace
bool is_neighborhood(std::string_view function);        // MPI_Neighbor_…, MPI_Ineighbor_…
bool is_flush(std::string_view function);               // MPI_Win_flush, MPI_Win_unlock, …
bool is_test(std::string_view function);                // or MPI_Waitany, MPI_Waitsome
bool is_local(std::string_view function);               // nothing that others could see
const std::string& default_function(const Operation&);  // what it was where nothing says so

}  // namespace hpcast::mpitrace
