#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/skeleton/skeleton_page.h"
#include "hpcast/faces/cli/skeleton/skeleton_text.h"
#include "hpcast/forecast/skeleton/calibrate.h"

namespace hpcast::cli {

namespace {

struct SkeletonArguments {
  forecast::SkeletonRequest request;
  std::vector<std::string> calibrate;
  std::string times, as, from_memory, json, html;
  double factor = 0;
  int repeat = 3;
  bool list = false;
};

constexpr char example[] = "hpcast skeleton SOURCE… -o DIR --flags '-O2 -Iinclude'";

void check_skeleton_arguments(const SkeletonArguments& a) {
  const bool has_sources = !a.request.program.sources.empty();
  if (!has_sources && a.times.empty())
    throw InputError("of what program shall there be a skeleton?", example);
  if (has_sources && !a.times.empty())
    throw InputError("--times is for a skeleton that is there, and takes no sources",
                     "hpcast skeleton --times DIR --processor NAME");
  if (!a.request.output.empty() && (a.list || !a.times.empty()))
    throw InputError(a.list ? "--list writes no skeleton, and takes no -o"
                            : "--times is the folder, and takes no -o beside",
                     "one of both");
  if (!a.times.empty() && a.request.instrumented)
    throw InputError("--instrument needs the sources, and --times takes none",
                     "hpcast skeleton SOURCE… -o DIR --instrument");
  if (!a.times.empty() && !a.calibrate.empty())
    throw InputError("--calibrate needs the sources, and --times takes none",
                     "hpcast skeleton SOURCE… -o DIR --calibrate 'mpirun -n 4 {} ARGUMENTS'");
  if (has_sources && a.request.output.empty() && !a.list)
    throw InputError("where shall the skeleton go?", std::string(example) + ", or --list");
  if (a.as.empty() != (a.factor == 0 && a.from_memory.empty()))
    throw InputError("--as goes with --factor or --from-memory",
                     "--processor NEW --as OLD --factor 0.5: NEW takes half of OLD's time");
  if (!a.from_memory.empty() && a.times.empty())
    throw InputError("--from-memory is for a skeleton that is there",
                     "hpcast skeleton --times DIR --processor NEW --as OLD --from-memory RESULT");
}

void relate(const SkeletonArguments& a) {
  if (a.as.empty()) return;
  if (a.from_memory.empty()) {
    forecast::relate_processors(a.request, a.as, a.factor);
    return;
  }
  const forecast::ByMemory by = forecast::relate_by_memory(a.request, a.as, a.from_memory);
  tell(fmt::format("hpcast: {} of {} by {}", counted(by.regions, "region"), a.request.processor,
                   a.from_memory));
  if (by.operations_counted) return;
  const Diagnostic warning{a.from_memory, 0, "",
                           "nobody counted operations: what computes more than it loads seems fast",
                           "compile with hpcast-cc and GCC's plugin, or without hpcast-cc, for the "
                           "Valgrind tracer"};
  tell("hpcast: warning: " + to_string(warning));
}

// Headers that did not have to change stay where they are.
std::string next_step(const SkeletonArguments& a) {
  const std::string& output = a.request.output;
  if (output.empty() || !a.times.empty()) return {};
  std::set<std::string> folders, endings;
  for (const std::filesystem::path source : a.request.program.sources) {
    folders.insert(source.has_parent_path() ? source.parent_path().string() : ".");
    endings.insert(source.extension());
  }
  std::string text = fmt::format("\nnext: {} {}", a.request.program.mpicc, a.request.program.flags);
  if (a.request.instrumented) text += " -DHPCAST_SKELETON_MEASURE";
  text += " -I" + output;
  for (const std::string& folder : folders) text += " -I" + folder;
  for (const std::string& ending : endings)
    text += folders.size() == 1 ? fmt::format(" {}/*{}", output, ending)
                                : fmt::format(" $(find {} -name '*{}')", output, ending);
  if (a.request.instrumented && !endings.contains(".c"))
    text += fmt::format(" {}/hpcast_skeleton_measure.c", output);
  return text + (a.request.instrumented ? " -o app\n"
                                        : " -o app, hpcast record -o P -- mpirun -n N ./app\n");
}

int run_skeleton(SkeletonArguments a) {
  check_skeleton_arguments(a);
  std::vector<Output> outputs;
  if (!a.json.empty()) outputs.push_back({"--json", a.json});
  if (!a.html.empty()) outputs.push_back({"--html", a.html});
  check_outputs(outputs, a.request.program.sources);
  if (!a.times.empty()) a.request.output = a.times;
  if (a.list) a.request.output.clear();
  std::optional<forecast::Calibration> calibration;
  if (!a.calibrate.empty()) {
    if (!a.request.output.empty()) forecast::check_skeleton_output(a.request.output);
    calibration = forecast::calibrate(a.request, a.calibrate, a.repeat);
    a.request.processor = calibration->processor;
  }
  relate(a);
  const forecast::Skeleton skeleton =
      a.times.empty() ? forecast::make_skeleton(a.request) : forecast::retime_skeleton(a.request);
  const report::TextOptions options = report::options_for(STDOUT_FILENO);
  std::string text;
  if (calibration)
    text = calibration_text(*calibration, skeleton, forecast::database_of(a.request), options);
  text += skeleton_text(skeleton, options) + next_step(a);
  deliver(text, outputs, [&](const Output& output) {
    if (output.option == "--html") return skeleton_page(skeleton);
    return skeleton.json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  });
  for (const Diagnostic& warning : skeleton.warnings)
    tell("hpcast: warning: " + to_string(warning));
  return answered;
}

void add_skeleton_options(CLI::App& command, SkeletonArguments& a) {
  forecast::SkeletonRequest& request = a.request;
  command.add_option("source", request.program.sources, "all C or C++ sources of one MPI program");
  command.add_option("-o,--output", request.output, "folder for the skeleton's sources");
  command.add_flag("--list", a.list, "only show what would be replaced, and what not and why");
  command
      .add_option("--flags", request.program.flags, "the compiler's flags, as -O2 -Iinclude -DX=1")
      ->capture_default_str();
  command
      .add_option("--mpicc", request.program.mpicc,
                  "the compiler; it also knows where MPI's headers are")
      ->capture_default_str();
  command
      .add_option(
          "--calibrate", a.calibrate,
          "a command that runs the program, which is {}: measures what is replaced; several "
          "for several sizes")
      ->allow_extra_args(false);
  command.add_option("--repeat", a.repeat, "run each command so often; the middle run counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--processor", request.processor,
                     "whose times the skeleton has; with --calibrate, what this one is called");
  command.add_option("--database", request.database,
                     "times of processors; default: hpcast-processors.json beside the folder");
  command.add_option("--times", a.times, "a skeleton's folder: give it the times of --processor");
  command.add_option("--as", a.as, "the new --processor is as this one, but for a factor");
  CLI::Option* const factor =
      command.add_option("--factor", a.factor, "what takes 1 s there takes so many on the new one")
          ->check(CLI::Range(1e-9, 1e9));
  command
      .add_option("--from-memory", a.from_memory,
                  "the factor of each region, from hpcast memory's JSON")
      ->excludes(factor);
  command.add_flag("--instrument", request.instrumented,
                   "write the program that is measured in the skeleton's place");
  command.add_option("--html", a.html,
                     "write a page: the sources, what is replaced and what not and why");
  command.add_option("--json", a.json, "write the plan and its times (- for standard output)");
}

}  // namespace

void add_skeleton(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<SkeletonArguments>();
  CLI::App* const command = app.add_subcommand(
      "skeleton", "Replace what of an MPI program no message depends on by the time it takes");
  command->footer(
      "  hpcast skeleton *.c -o DIR --calibrate 'mpirun -n 4 {} 500' --calibrate 'mpirun -n 4 {} "
      "1000'\n"
      "  mpicc -O2 -IDIR DIR/*.c -o app-skeleton\n"
      "  hpcast record -o P -- mpirun -n 4 ./app-skeleton 20000\n"
      "  hpcast skeleton --times DIR --processor NEW --as OLD --factor 0.5\n\n"
      "In the source, before a statement: #pragma hpcast skeleton keep, replace, time(SECONDS) or\n"
      "assume(CONDITION). docs/skeleton.md has more.");
  add_skeleton_options(*command, *a);
  command->callback([a, &invocation] { invocation.run = [a] { return run_skeleton(*a); }; });
}

}  // namespace hpcast::cli
