// What LIKWID calls hardware threads and counters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hpcast::counters {

// "HWThread 3", "Core 3", and likwid-mpirun's "host:RANK:CPU".
bool is_likwid_thread(std::string_view field);
bool is_likwid_mpi_thread(std::string_view field);
// LIKWID writes these where nothing was counted, or a counter belongs to another hardware thread.
bool is_likwid_no_value(std::string_view field);

// "MBOX0C1:EDGEDETECT"
struct LikwidCounter {
  std::string box;              // what counts: "MBOX0", "PMC"
  std::string options;          // "EDGEDETECT": with other options it counts something else
  std::string unit;             // of the numbers, where they are no events
  bool is_of_hbm = false;       // memory in the processor's package
  bool is_level = false;        // a temperature, a voltage: at the end of the run
  bool is_of_a_socket = false;  // one of its hardware threads tells it
  // Energy of the socket, or what its memories do: not 0 while anything runs.
  bool is_of_its_memory_or_energy = false;
  bool is_of_an_l3 = false;  // AMD's: one hardware thread of each L3 tells it
};
LikwidCounter likwid_counter(std::string_view name, std::string_view event);

}  // namespace hpcast::counters
