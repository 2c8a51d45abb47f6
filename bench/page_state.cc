#include "page_state.h"

#include "hpcast/dat/graph.h"
#include "hpcast/dat/read.h"
#include "hpcast/memsim/simulation.h"
#include "hpcast/memsim/trace_feed.h"
#include "hpcast/reftrace/trace_reader.h"

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
