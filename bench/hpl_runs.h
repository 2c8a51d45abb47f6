// workloads/hpl as the benchmarks run it: in processes, recorded, in SimGrid's smpirun; and the
// forecasts of what comes of it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "child.h"
#include "hpcast/base/scratch_folder.h"

namespace hpcast::bench {

// N equations in blocks of NB on P x Q processes, by a ring, rows exchanged, the answer not
// checked.
struct Hpl {
  int n, nb, p, q;
  int ranks() const { return p * q; }
  std::string grid() const { return std::to_string(p) + "×" + std::to_string(q); }
};

// In Open MPI's processes: seconds since MPI_Init, as rank 0 says them.
double run_hpl(const Hpl& hpl);
// The same under hpcast record; the profile's path.
std::string record_hpl(const Hpl& hpl, const ScratchFolder& scratch);
// By smpirun -trace-ti, all ranks in one process; hosts make 1e9 operations a second, which is what
// profiles of such traces are taken to mean: computation takes as long as here.
bool has_smpirun();
std::string trace_hpl(const Hpl& hpl, const ScratchFolder& scratch);

struct NetworkForecast {
  Cost cost;
  nlohmann::json result;
  double time_s() const { return result["time_s"].get<double>(); }
};
NetworkForecast forecast_network(const std::string& network, const std::string& profile,
                                 const std::vector<std::string>& options);

// This host as a network: two ranks of a node, by the ping-pong of Open MPI between them.
struct Host {
  double latency_s, bandwidth;                          // bytes/s
  std::string ndl(const ScratchFolder& scratch) const;  // the description's path
};
// Nothing where a byte took too long for anything to be said of many.
std::optional<Host> measure_host(int repeats);

}  // namespace hpcast::bench
