// Records a program's references into a trace.
#pragma once

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/reftrace/manifest.h"
#include "hpcast/reftrace/traced_process.h"

namespace hpcast::forecast {

struct RecordRequest {
  reftrace::ProgramOptions program;  // without a tracer: the one that serves the program
  bool regions = false;              // entry and exit of functions as well
  unsigned host_threads = std::max(1U, std::thread::hardware_concurrency());
};

// After the run: throws InputError where no traced program came of it, with the exit status of the
// program if that failed.
void check_traced(const reftrace::Channel& channel, const reftrace::TracedProcess& process,
                  const std::string& program, const ProgramExit& exit);

reftrace::Manifest record_program(const RecordRequest& request,
                                  const std::vector<std::string>& command,
                                  const std::string& trace);

}  // namespace hpcast::forecast
