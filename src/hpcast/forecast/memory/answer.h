// From what was simulated to what is answered.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/machine_input.h"
#include "hpcast/forecast/memory/simulated.h"

namespace hpcast::forecast {

// What was simulated: a program as it ran, or a trace of one.
struct Subject {
  answers::Input input;
  std::vector<std::string> phases;
  std::string partial;  // why; empty where it is whole
  std::vector<std::string> not_modelled;
  answers::Run run;            // command, tracer, mode, exit status
  std::string libraries = {};  // what is known of those that were not traced; empty: no need to say
};

// InputError where the phase that is asked for was not marked, or a sample has measured nothing.
MemoryForecast conclude(const MemoryRequest& request, LoadedMachine loaded,
                        const Simulated& simulated, const Subject& subject);

}  // namespace hpcast::forecast
