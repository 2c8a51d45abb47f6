// From what was simulated to what is answered.
#pragma once

#include <string>
#include <vector>

#include "hpcast/forecast/machine_input.h"
#include "hpcast/forecast/memory.h"
#include "hpcast/forecast/simulated.h"
#include "hpcast/result/memory_result.h"

namespace hpcast::forecast {

// What was simulated: a program as it ran, or a trace of one.
struct Subject {
  result::Input input;
  std::vector<std::string> phases;
  std::string partial;  // why; empty where it is whole
  std::vector<std::string> not_modelled;
  result::Run run;             // command, tracer, mode, exit status
  std::string libraries = {};  // what is known of those that were not traced; empty: no need to say
};

// InputError where the phase that is asked for was not marked, or a sample has measured nothing.
MemoryForecast conclude(const MemoryRequest& request, LoadedMachine loaded,
                        const Simulated& simulated, const Subject& subject);

}  // namespace hpcast::forecast
