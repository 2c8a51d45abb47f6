// Records a program's references into a trace.
#pragma once

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/trace_writer.h"
#include "hpcast/inputs/reftrace/traced_process.h"

namespace hpcast::forecast {

struct RecordRequest {
  reftrace::ProgramOptions program;  // without a tracer: the one that serves the program
  bool regions = false;              // entry and exit of regions as well
  bool code = false;                 // what is executed as well
  unsigned host_threads = std::max(1U, std::thread::hardware_concurrency());
};

// After the run: throws InputError where no traced program came of it, with the exit status of the
// program if that failed.
void check_traced(const reftrace::Channel& channel, const reftrace::TracedProcess& process,
                  const std::string& program, const ProgramExit& exit);

// Throws InputError: nothing in the program was compiled with hpcast-cc, or it did nothing there.
[[noreturn]] void refuse_without_references(const reftrace::TracedProcess& process,
                                            const reftrace::Tracing& tracing,
                                            const ProgramExit& exit);

// What the tracer did not see in this run, or saw besides the program: lines of "not modelled".
std::vector<std::string> unseen_in(const reftrace::TracedProcess& process,
                                   const reftrace::Tracing& tracing);

// What a tracer is to tell of (reftrace/record.h).
inline std::uint32_t regions_to_record(bool marked_only) {
  return marked_only ? reftrace::marked_regions
                     : reftrace::marked_regions | reftrace::function_regions;
}

// What the streams tell of executed code, where they do: its descriptions, and where they lie in
// the sources.
void add_code(reftrace::TraceWriter& writer, const reftrace::Channel& channel);

struct RecordedProgram {
  reftrace::Manifest manifest;  // as it was written
  bool written = true;          // false: the trace is cut, its manifest says why
};
RecordedProgram record_program(const RecordRequest& request,
                               const std::vector<std::string>& command, const std::string& trace);

}  // namespace hpcast::forecast
