#include "hpcast/forecast/record.h"

#include <fstream>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/reftrace/elf_note.h"
#include "hpcast/reftrace/recording.h"

namespace hpcast::forecast {

namespace {

bool is_script(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[2] = {};
  file.read(head, sizeof head);
  return head[0] == '#' && head[1] == '!';
}

}  // namespace

void check_program(const std::string& program) {
  const std::string path = reftrace::find_program(program);
  const std::optional<std::uint32_t> note = reftrace::tracer_note(path);
  if (!note) {
    if (is_script(path)) return;
    throw InputError(
        "'" + program + "' was not compiled with hpcast-cc, hpcast-c++ or hpcast-fortran",
        "compile and link it with one of them: hpcast-cc -O2 -fopenmp app.c -o app");
  }
  if (*note != reftrace::channel_version)
    throw InputError("'" + program + "' was linked with another version of the tracer",
                     "link it again with this hpcast's hpcast-cc");
}

void check_traced(const reftrace::Channel& channel, const std::string& program,
                  const reftrace::ProgramExit& exit) {
  if (channel.header().process_state.load() != reftrace::ProcessState::unclaimed) return;
  if (exit.status == 0)
    throw InputError("'" + program +
                     "' ran without being traced: it started no program compiled with hpcast-cc");
  throw InputError("'" + program + "' ended with status " + std::to_string(exit.status) +
                       " before anything was traced",
                   "see whether it runs by itself")
      .ending_with(exit.status);
}

reftrace::Manifest record_program(const RecordRequest& request,
                                  const std::vector<std::string>& command,
                                  const std::string& trace) {
  if (command.empty())
    throw InputError("no program to run", "put it behind --: hpcast trace -o T -- ./app");
  check_program(command.front());
  reftrace::ChannelOptions options;
  options.record_regions = request.regions;
  reftrace::Channel channel(options);
  reftrace::TraceWriter writer(trace);
  reftrace::TracedProcess process(channel, command, request.program);
  Progress progress("tracing " + command.front());
  reftrace::record(channel, process, writer, request.host_threads, [&] {
    if (progress.due())
      progress.show(std::to_string(channel.header().threads_created.load()) + " threads");
  });
  const reftrace::ProgramExit exit = *process.poll();
  check_traced(channel, command.front(), exit);
  reftrace::Manifest manifest =
      reftrace::manifest_of(channel, process, command, exit, request.program.randomize_addresses);
  manifest.tool_version = HPCAST_VERSION;
  return writer.finish(std::move(manifest));
}

}  // namespace hpcast::forecast
