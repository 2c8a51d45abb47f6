#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/interruption.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/counters/report.h"
#include "hpcast/forecast/counters/forecast.h"
#include "hpcast/inputs/countertrace/write.h"

namespace hpcast::cli {

namespace {

struct GenerateArguments {
  forecast::CounterRequest request;
  std::string size;
  std::string output;  // folder; empty: none
  std::optional<std::string> csv, json, html;
};

std::vector<Output> outputs_of(const GenerateArguments& a) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, *path});
  };
  add("--csv", a.csv);
  add("--json", a.json);
  add("--html", a.html);
  return outputs;
}

std::string content_of(const Output& output, const forecast::ForecastTrace& made) {
  if (output.option == "--csv") return countertrace::to_csv(made.generated.trace);
  if (output.option == "--json") return answers::to_text(made.result);
  return report::html_page(made.result);
}

// Half of it is not left behind.
void write_archive(const std::string& folder, const countertrace::Trace& trace) {
  const Interruption interruption;
  countertrace::write_trace(folder, trace, &interruption);
}

int run_generate(GenerateArguments a) {
  const std::vector<std::string> inputs = {a.request.model, a.request.shape, a.request.against};
  check_outputs(outputs_of(a), inputs);
  if (!a.output.empty()) check_output_folder({"-o", a.output}, outputs_of(a), inputs);
  a.request.sizes = countergen::sizes_in(a.size, "--size");
  const forecast::ForecastTrace made = forecast::forecast_counters(a.request);
  if (!a.output.empty()) write_archive(a.output, made.generated.trace);
  deliver(report::text_report(made.result, report::options_for(STDOUT_FILENO)), outputs_of(a),
          [&](const Output& output) { return content_of(output, made); });
  return answered;
}

}  // namespace

void add_generate(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<GenerateArguments>();
  CLI::App* const command = app.add_subcommand(
      "generate", "Forecast a program's counters at sizes that were never run, event by event");
  command->footer(
      "  hpcast learn --sizes n=100 n=1000 --machine NAME -o MODEL -- ./program {n}\n"
      "  hpcast generate MODEL --size n=5000 -o DIR\n"
      "  hpcast generate MODEL --size n=5000 --against T --html page.html\n\n"
      "DIR is an OTF2 archive as Score-P writes them; T one that was measured at that size\n"
      "(docs/counter-traces.md).");
  command->add_option("model", a->request.model, "what hpcast learn has written")->required();
  command->add_option("--size", a->size, "the sizes to forecast, as rows=5000,cols=100")
      ->required();
  command->add_option("-o,--output", a->output, "folder of the OTF2 archive to write");
  command->add_option("--csv", a->csv, "write the events as CSV");
  command->add_option("--shape", a->request.shape,
                      "take the order of events from this trace of a run at that size, with "
                      "counters or without");
  command->add_option("--against", a->request.against,
                      "compare with this trace of a run at that size");
  command
      ->add_option("--least-event", a->request.least_event,
                   "compare events that counted at least so much")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--most-events", a->request.most_events,
                   "refuse a forecast of more events than so many")
      ->check(CLI::Range(std::uint64_t{2}, std::uint64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--json", a->json,
                      "write the result as JSON; - for standard output instead of the text");
  command->add_option("--html", a->html, "write a page to look at");
  command->callback([a, &invocation] { invocation.run = [a] { return run_generate(*a); }; });
}

}  // namespace hpcast::cli
