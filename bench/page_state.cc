#include "page_state.h"

#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/reftrace/trace_reader.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/trace_feed.h"

namespace hpcast::bench {

SimulationState state_after(const std::string& machine_path, const std::string& trace) {
  const dat::Machine machine = dat::read_machine(machine_path);
  const dat::Routes routes(machine);
  memsim::Simulation simulation(machine, routes, {});
  reftrace::TraceReader reader(trace);
  memsim::TraceFeed feed(reader);
  simulation.run(feed);
  return {simulation.weaver().references(), simulation.pages(), simulation.state_bytes()};
}

}  // namespace hpcast::bench
