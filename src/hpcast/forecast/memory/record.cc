#include "hpcast/forecast/memory/record.h"

#include <fmt/format.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/start_program.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/early_end.h"
#include "hpcast/inputs/blocks/places.h"
#include "hpcast/inputs/reftrace/recording.h"
#include "hpcast/inputs/reftrace/tracer.h"

namespace hpcast::forecast {

namespace {

std::string how_to_trace(reftrace::Tracer tracer, bool several) {
  if (tracer == reftrace::Tracer::compiler)
    return "trace what it starts; or the program, the script and its interpreter themselves: "
           "--tracer valgrind";
  if (!several) return "see what valgrind --tool=none says about it";
  return "ranks are known by what mpirun tells them in their environment; what runs elsewhere "
         "(srun, ssh) cannot be traced";
}

void check_options(const RecordRequest& request, const reftrace::Tracing& tracing) {
  if (request.code && !reftrace::tells_code(tracing))
    throw InputError(
        "--code: '" + tracing.program + "' does not tell what it executes",
        "compile it with hpcast-cc and GCC's plugin (--hpcast-tracer=plugin), or trace "
        "it as it is: --tracer valgrind");
}

}  // namespace

void check_traced(const reftrace::Channel& channel, const reftrace::TracedProcess& process,
                  const std::string& program, const ProgramExit& exit) {
  const auto kept_out = process.kept_out();
  const bool linked_in = !channel.processes().empty();
  if (linked_in && (!kept_out || channel.header().instrumented.load() != 0)) return;
  if (const std::string complaint = process.complaint(); !complaint.empty())
    throw InputError("'" + program + "' was not traced: " + complaint).ending_with(exit.status);
  if (kept_out)
    throw InputError("'" + program + "' was not traced: " + kept_out->why, kept_out->mend);
  if (exit.status == 0)
    throw InputError("'" + program + "' ran without being traced: " + process.nothing_traced(),
                     how_to_trace(process.tracer(), channel.options().several));
  throw InputError("'" + program + "' ended with status " + std::to_string(exit.status) +
                       " before anything was traced",
                   hint_at_early_end(program))
      .ending_with(exit.status);
}

void refuse_without_references(const reftrace::TracedProcess& process,
                               const reftrace::Tracing& tracing, const ProgramExit& exit) {
  if (exit.status > ended_by_signal)
    throw InputError(
        fmt::format("'{}' was ended by signal {} before any of its references came in",
                    tracing.program, exit.status - ended_by_signal),
        "see whether it runs by itself; where something stops it after a time, give it "
        "longer: traced, it runs slower")
        .ending_with(exit.status);
  std::string what = "'" + tracing.program + "' made no reference that was traced";
  for (const std::string& unseen : process.unseen()) what += "; " + unseen;
  throw InputError(what,
                   "compile what it is linked of with hpcast-cc too, or trace it as it is: "
                   "--tracer valgrind")
      .ending_with(exit.status != 0 ? exit.status : 2);
}

std::vector<std::string> unseen_in(const reftrace::TracedProcess& process,
                                   const reftrace::Tracing& tracing) {
  std::vector<std::string> lines = reftrace::besides(tracing);
  for (std::string& line : process.unseen()) lines.push_back(std::move(line));
  return lines;
}

void add_code(reftrace::TraceWriter& writer, const reftrace::Channel& channel) {
  if (channel.code() != nullptr)
    writer.add_code(reftrace::TracedCode(*channel.code()), blocks::places_of(channel));
}

RecordedProgram record_program(const RecordRequest& request,
                               const std::vector<std::string>& command, const std::string& trace) {
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast trace -o T -- ./app");
  reftrace::ProgramOptions program = request.program;
  const reftrace::Tracing tracing = reftrace::tracing_for(command, program.tracer, program.ranks);
  program.tracer = tracing.tracer;
  check_options(request, tracing);
  reftrace::ChannelOptions options;
  options.several = tracing.several;
  options.code = request.code;
  if (request.regions) options.record_regions = regions_to_record(false);
  reftrace::Channel channel(options);
  reftrace::TraceWriter writer(trace);
  reftrace::TracedProcess process(channel, command, program);
  Progress progress("tracing " + command.front());
  reftrace::record(channel, process, writer, request.host_threads, [&] {
    if (progress.due())
      progress.show(std::to_string(channel.header().threads_created.load()) + " threads");
  });
  const ProgramExit exit = *process.poll();
  check_traced(channel, process, command.front(), exit);
  add_code(writer, channel);
  if (channel.header().instrumented.load() == 0) refuse_without_references(process, tracing, exit);
  reftrace::Manifest manifest =
      reftrace::manifest_of(channel, process, command, exit, request.program.randomize_addresses);
  manifest.tool_version = version();
  manifest.not_traced = unseen_in(process, tracing);
  const std::string known = manifest.reason;
  manifest = writer.finish(std::move(manifest));
  const bool written = manifest.reason == known;
  return {std::move(manifest), written};
}

}  // namespace hpcast::forecast
