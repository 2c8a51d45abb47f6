#include "hpcast/forecast/recording/record_profile.h"

#include <fmt/core.h>
#include <stdlib.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/json.h"
#include "hpcast/base/plain_path.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/early_end.h"
#include "hpcast/forecast/recording/ranks_process.h"
#include "hpcast/forecast/recording/virtual_ranks.h"
#include "hpcast/inputs/mpitrace/cut.h"
#include "hpcast/inputs/mpitrace/record_file.h"
#include "hpcast/inputs/mpitrace/recorded.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;

// Beside the archive, where all hosts of the run can reach it if they can reach that.
class RanksFolder {
 public:
  explicit RanksFolder(const std::string& output) {
    std::string beside = fs::absolute(output).lexically_normal().string();
    while (beside.size() > 1 && beside.ends_with('/')) beside.pop_back();
    path_ = beside + ".recording-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr)
      throw InputError(output + ": cannot be written there: " + std::strerror(errno));
  }
  ~RanksFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  RanksFolder(const RanksFolder&) = delete;
  RanksFolder& operator=(const RanksFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Before what is to be loaded anyway.
std::string preload(const std::string& library) {
  const char* const others = std::getenv("LD_PRELOAD");
  return others != nullptr && *others != '\0' ? library + ":" + others : library;
}

RanksProcess::Environment environment_of(const RecordProfileRequest& request,
                                         const std::string& folder) {
  RanksProcess::Environment own = {{mpitrace::record_folder_variable, folder}};
  if (!request.clock.empty()) own.emplace_back(mpitrace::record_clock_variable, request.clock);
  return own;
}

ndl::MpiFamily family_for(const RecordProfileRequest& request,
                          const std::vector<std::string>& command) {
  if (request.family) return *request.family;
  return mpi_family_of(command).value_or(ndl::MpiFamily::open_mpi);
}

ProgramExit run_ranks(RanksProcess& process, const std::string& program,
                      const std::string& folder) {
  Progress progress("recording " + program);
  for (;;) {
    if (const auto exit = process.poll()) return *exit;
    if (progress.due()) {
      const mpitrace::RecordProgress at = mpitrace::record_progress(folder);
      progress.show(fmt::format("{} ranks, {} operations, {} of computation", at.ranks,
                                format_count(static_cast<double>(at.operations)),
                                format_time(at.compute_s)));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void check_recorded(const mpitrace::Recorded& recorded, const std::string& program,
                    const ProgramExit& exit) {
  if (!recorded.profile.ranks.empty()) return;
  if (exit.status != 0)
    throw InputError(fmt::format("'{}' ended with status {} before any rank was through MPI_Init",
                                 program, exit.status),
                     hint_at_early_end(program))
        .ending_with(exit.status);
  throw InputError("'" + program + "' ran without being recorded: no rank called MPI_Init",
                   "it must be an MPI program that is linked to MPI's shared library, and all its "
                   "ranks must see this host's files and environment (docs/recording.md)");
}

// Any will do: nothing takes time on it.
ndl::Network switch_for(std::size_t ranks) {
  return ndl::parse_network(parse_json(
      fmt::format(R"({{"name": "ideal", "topology": {{"type": "single-switch", "nodes": {}}},
                       "links": {{"bandwidth": "1 GB/s", "latency": "1 us"}},
                       "switches": {{"latency": "1 us"}}}})",
                  std::max<std::size_t>(ranks, 2)),
      "ideal"));
}

// With receives as they were matched, so that it comes to its end as the program did.
mpitrace::Profile as_matched(mpitrace::Profile profile, const mpitrace::Matches& matches) {
  for (std::size_t rank = 0; rank < matches.size(); ++rank)
    for (const auto& [number, match] : matches[rank]) {
      mpitrace::Operation& operation = profile.ranks[rank].operations[number];
      operation.peer = static_cast<std::int32_t>(match.source);
      operation.tag = match.tag;
    }
  return profile;
}

// The profile's timeline where messages take no time.
netsim::Outcome ideal_run(const mpitrace::Profile& profile) {
  netsim::SimulationOptions options;
  options.fidelity = netsim::Fidelity::ideal;
  options.keeps_timeline = true;
  options.keeps_links = false;
  Progress progress("putting times to it");
  options.goes_on = [&](std::uint32_t finished, netsim::Time) {
    if (progress.due())
      progress.show(finished / static_cast<double>(std::max<std::size_t>(profile.ranks.size(), 1)));
    return true;
  };
  return netsim::simulate(switch_for(profile.ranks.size()), profile, options);
}

void note_second_program(const std::string& folder, mpitrace::Recorded& recorded) {
  if (fs::exists(folder + "/" + mpitrace::record_second_program))
    recorded.profile.partial.emplace_back(
        "the command started more than one MPI program, of which the first is in the profile");
}

// Also of a program that came to its end: nobody has to receive what is sent.
void cut_to_what_fits(mpitrace::Recorded& recorded) {
  const mpitrace::Cut cut = mpitrace::cut_unfinished(recorded.profile, recorded.matches);
  if (cut.operations == 0) return;
  if (recorded.profile.partial.empty())
    recorded.profile.not_modelled.push_back(fmt::format(
        "messages, receives and collectives that had no other side when the program ended, left "
        "out: {}",
        cut.operations));
  else
    recorded.profile.partial.push_back(fmt::format(
        "{} left out, of which the other side is missing", counted(cut.operations, "operation")));
}

}  // namespace

RecordedProfile record_profile(const RecordProfileRequest& request,
                               const std::vector<std::string>& command) {
  mpitrace::check_otf2_output(request.output);
  const RanksFolder folder(request.output);
  RanksProcess::Environment environment = environment_of(request, folder.path());
  const PlainPath recorder(request.virtual_ranks > 0
                               ? smpi_recorder_library()
                               : recorder_library(family_for(request, command)));
  std::optional<VirtualRanks> ranks;
  if (request.virtual_ranks > 0)
    ranks.emplace(request.virtual_ranks, command, preload(recorder.get()));
  else
    environment.emplace_back("LD_PRELOAD", preload(recorder.get()));
  RecordedProfile made;
  bool interrupted = false;
  {
    RanksProcess process(ranks ? ranks->command() : command, environment);
    made.exit = run_ranks(process, command.front(), folder.path());
    interrupted = process.interrupted();
  }
  const Interruption goes_on;  // what is recorded is not to be lost by a second Ctrl-C
  mpitrace::Recorded recorded = mpitrace::read_recorded(folder.path());
  check_recorded(recorded, command.front(), made.exit);
  if (!recorded.profile.partial.empty() && interrupted)
    recorded.profile.partial.insert(recorded.profile.partial.begin(),
                                    "the program was interrupted");
  // smpirun says nothing of deadlocks and of MPI_Abort, MPICH's mpiexec not always of Ctrl-C.
  if ((ranks || interrupted) && made.exit.status == 0 && !recorded.profile.partial.empty())
    made.exit.status = 1;
  note_second_program(folder.path(), recorded);
  cut_to_what_fits(recorded);
  const netsim::Outcome ideal = ideal_run(as_matched(recorded.profile, recorded.matches));
  mpitrace::WriteOptions options;
  options.creator = std::string("hpcast ") + version();
  options.matches = &recorded.matches;
  mpitrace::write_otf2(request.output, recorded.profile, ideal.timeline, options);
  made.ranks = recorded.profile.ranks.size();
  made.totals = totals_of(recorded.profile);
  made.ideal_s = netsim::to_seconds(ideal.time);
  made.not_modelled = std::move(recorded.profile.not_modelled);
  made.partial = std::move(recorded.profile.partial);
  return made;
}

}  // namespace hpcast::forecast
