#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/latency/latency_methods.h"
#include "hpcast/faces/cli/options/counter_input.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/model_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/report/latency/study.h"
#include "hpcast/forecast/latency/study.h"

namespace hpcast::cli {

namespace {

struct StudyArguments {
  std::string machine, to, method;
  std::vector<std::string> panels, cases;
  bool over_time = false;
  forecast::StudyRequest request;
};

// Every run has it, or has it not: they are made alike.
void choose_method(answers::StudyResult& study, const std::string& name) {
  if (!name.empty()) study.method = *answers::latency_method_named(name);
  for (const answers::StudyRun& run : study.runs)
    if (run.outcome == answers::StudyOutcome::answered && run.by(study.method) == nullptr)
      throw InputError(fmt::format("--method {}: {} {} has no answer by it", name_of(study.method),
                                   run.panel, run.name),
                       "its file in the study's folder names those that it has");
}

int run_latency_study(StudyArguments a, const std::vector<std::string>& program) {
  forecast::StudyRequest& request = a.request;
  request.machine_path = find_machine(a.machine);
  request.to_s = list_of_seconds("--to", a.to);
  request.panel = forecast::axis_of("--panel", a.panels);
  request.cases = forecast::axis_of("--case", a.cases);
  request.command = program;
  if (request.scale > 0)
    request.working_set = 0;
  else
    request.scale = 1;
  answers::StudyResult study = forecast::run_study(request);
  study.machine = a.machine;
  study.over_time = a.over_time;
  choose_method(study, a.method);
  const std::string& directory = request.directory;
  write_file_atomically(directory + "/study.svg", report::svg_file(study));
  write_file_atomically(directory + "/study.html", report::html_page(study));
  print(fmt::format("{}\n{}\n", report::text_report(study, report::options_for(STDOUT_FILENO)),
                    directory + "/study.html, study.svg: the figure"));
  return answered;
}

}  // namespace

void add_latency_study(CLI::App& latency, Invocation& invocation) {
  auto a = std::make_shared<StudyArguments>();
  a->request.scale = 0;
  CLI::App* const command = latency.add_subcommand(
      "study", "One program, many inputs: every slowdown, sorted, in one figure");
  command->formatter(std::make_shared<ProgramUsage>("-- PROGRAM ARGUMENTS"));
  command->footer(
      "Runs the program once for each pair of a panel's value and a case's, which its arguments\n"
      "name in braces. Stopped (Ctrl-C), the same command goes on where it was. The exit status 3\n"
      "of a program says that it refuses for want of memory; a case that ends in .zst is "
      "unpacked.\n"
      "docs/latency-study.md has more.\n\n"
      "  hpcast latency study xeon-phi-7210 --to 300ns,500ns,750ns,1us -o DIR \\\n"
      "    --panel format=CRS,ELL,DIA --case matrix=a.mtx,b.mtx.zst,stencil:3d7:20 \\\n"
      "    --region multiply -- ./spmv {format} {matrix} 2");
  command->add_option("machine", a->machine, "machine file, or the name of a known machine")
      ->required();
  command->add_option("--to", a->to, "longer latencies to forecast for, as 300ns,500ns")
      ->required();
  command
      ->add_option("-o,--output", a->request.directory,
                   "folder for the runs, study.html and study.svg; what it has is not run again")
      ->required();
  command->add_option("--panel", a->panels, "NAME=VALUE,VALUE,...: a panel of the figure each")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--case", a->cases, "NAME=VALUE,VALUE,...: a point in each panel")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--region", a->request.region, "count this region alone");
  CLI::Option* const multiple =
      command
          ->add_option("--working-set", a->request.working_set,
                       "caches are scaled down until the working set that the program tells is so "
                       "many times the last of them; 0: never")
          ->check(CLI::Range(0.0, 1e6))
          ->capture_default_str();
  command->add_option("--scale", a->request.scale, "caches so many times smaller, in every run")
      ->check(CLI::Range(1, 1 << 30))
      ->excludes(multiple);
  command->add_flag("--same-caches", a->request.same_caches,
                    "a case's first answer decides on the caches for all panels: what takes more "
                    "memory exceeds them further");
  add_set_option(*command, a->request.changes);
  command->add_option("--method", a->method, "show slowdowns by it instead of by the best")
      ->check(CLI::IsMember(latency_method_names()));
  command->add_flag("--over-time", a->over_time, "draw outstanding reads over time, too");
  command->add_flag("--restart", a->request.restart, "throw away what the folder has");
  command->add_flag("--retry-failed", a->request.retry_failed, "run again what failed");
  command->add_option("--simulated-intervals", a->request.intervals, "about so many in each run")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  add_program_options(*command, a->request.program);
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_latency_study(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
