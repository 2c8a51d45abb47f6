// What the benchmarks run: the programs of the build tree they lie in themselves.
#pragma once

#include <string>
#include <vector>

namespace hpcast::bench {

// Paths below build/PRESET, found from this program's own place in it.
std::string hpcast_program();
std::string native_workload(const std::string& name);
std::string traced_workload(const std::string& name);
std::string two_wide_workload(const std::string& name);  // of workloads/power, for the K computer
std::string mpi_program(const std::string& name);        // of bench/mpi
std::string openmpi_recorder();                          // its library
// Open MPI's mpirun, for more ranks than cores too.
std::vector<std::string> openmpi_run(int ranks);

}  // namespace hpcast::bench
