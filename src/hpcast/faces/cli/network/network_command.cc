#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/network/joined_wire.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/network_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/network/report.h"
#include "hpcast/forecast/network/chrome_trace.h"
#include "hpcast/forecast/network/forecast.h"
#include "hpcast/forecast/network/timeline.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"

namespace hpcast::cli {

namespace {

struct NetworkArguments {
  forecast::NetworkRequest request;
  std::optional<std::string> json, html, chrome, otf2;
};

std::vector<Output> outputs_of(const NetworkArguments& a) {
  std::vector<Output> outputs;
  if (a.json) outputs.push_back({"--json", *a.json});
  if (a.html) outputs.push_back({"--html", *a.html});
  return outputs;
}

// Those that are too long to be put together first.
std::vector<Output> long_outputs_of(const NetworkArguments& a) {
  if (a.chrome) return {{"--chrome", *a.chrome}};
  return {};
}

void check_all_outputs(const NetworkArguments& a, const forecast::NetworkRequest& request) {
  std::vector<Output> outputs = outputs_of(a);
  for (Output& output : long_outputs_of(a)) outputs.push_back(std::move(output));
  std::vector<std::string> inputs = request.profiles;
  inputs.insert(inputs.end(), {request.network, forecast::mapping_file(request)});
  check_outputs(outputs, inputs);
  if (!a.otf2) return;
  mpitrace::check_otf2_output(*a.otf2);
  check_output_folder({"--otf2", *a.otf2}, outputs, inputs);
}

void write_timelines(const NetworkArguments& a, const forecast::NetworkForecast& made) {
  if (a.otf2 && made.result.partial) {
    tell("--otf2: not written, since the run did not come to its end");
  } else if (a.otf2) {
    mpitrace::WriteOptions options;
    options.creator = fmt::format("hpcast {}", made.result.tool.version);
    options.matches = &made.matches;
    mpitrace::write_otf2(*a.otf2, made.profile, made.outcome.timeline, options);
  }
  if (!a.chrome) return;
  const std::uint64_t events = forecast::chrome_events(made);
  if (events > forecast::comfortable_chrome_events)
    tell(
        fmt::format("{} events in {}: more than viewers are comfortable with; --otf2 writes them "
                    "for others",
                    format_count(static_cast<double>(events)), *a.chrome));
  write_file_in_pieces(*a.chrome,
                       [&](const Sink& sink) { forecast::write_chrome_trace(made, sink); });
}

std::string content_of(const Output& output, const forecast::NetworkForecast& made) {
  if (output.option == "--json") return answers::to_text(made.result);
  return report::html_page(made.result, forecast::network_timeline(made));
}

// Where one of several processes cannot begin, none does, and only one of them says why: nothing is
// returned in the others.
std::optional<forecast::NetworkInputs> ready_inputs(const NetworkArguments& a,
                                                    forecast::NetworkRequest& request,
                                                    const JoinedWire& joined) {
  std::optional<forecast::NetworkInputs> inputs;
  std::optional<InputError> fault;
  try {
    request.network = find_network(request.network);
    if (joined.is_first()) check_all_outputs(a, request);
    inputs = forecast::read_network_inputs(request);
  } catch (const InputError& error) {
    fault = error;
  }
  const std::optional<int> failed = joined.first_to_fail(fault.has_value());
  if (failed == joined.rank()) throw *std::move(fault);
  return failed ? std::nullopt : std::move(inputs);
}

// A core simulates some millions of packets over links a second (bench/network-speed). What
// collectives send is not known before they are expanded, so only messages count.
constexpr double patient_packets = 1e9;

void tell_if_long(const forecast::NetworkRequest& request, const forecast::NetworkInputs& inputs) {
  const auto payload = static_cast<double>(inputs.network.packet_payload);
  const double packets = static_cast<double>(mpitrace::totals_of(inputs.profile).bytes) / payload;
  if (request.fidelity == netsim::Fidelity::packet && packets > patient_packets)
    tell(
        fmt::format("the messages have {} packets of {}, so this takes many minutes; "
                    "--fidelity loggp has no packets, and no contention",
                    format_count(packets), format_bytes(payload)));
}

int run_network(const NetworkArguments& a) {
  forecast::NetworkRequest request = a.request;
  const JoinedWire joined;
  request.wire = joined.wire();
  request.keeps_timeline = a.html || a.chrome || a.otf2;
  std::optional<forecast::NetworkInputs> inputs = ready_inputs(a, request, joined);
  if (!inputs) return answered;  // by another
  if (joined.is_first()) tell_if_long(request, *inputs);
  const forecast::NetworkForecast made = forecast::forecast_network(request, *std::move(inputs));
  if (!joined.is_first()) return answered;
  report::TextOptions look = report::options_for(STDOUT_FILENO);
  look.colour = look.colour && joined.wire() == nullptr;  // mpirun's terminal is not the user's
  const std::string text =
      takes_stdout(long_outputs_of(a)) ? "" : report::text_report(made.result, look);
  deliver(text, outputs_of(a), [&](const Output& output) { return content_of(output, made); });
  write_timelines(a, made);
  return made.signal != 0 ? 128 + made.signal : answered;
}

}  // namespace

void add_network(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<NetworkArguments>();
  CLI::App* const command = app.add_subcommand(
      "network", "Forecast the time of an MPI program on a network, and what limits it");
  command->footer(
      "NETWORK is a description (docs/ndl.md) or one that came with hpcast. PROFILE is an OTF2\n"
      "archive, a SimGrid time-independent trace, a GOAL schedule or a pattern "
      "(docs/profile.md).\n\n"
      "  hpcast network k-computer halo.json\n"
      "  hpcast network k-computer halo.json --set links.bandwidth='10 GB/s' mpi.eager_limit=4096\n"
      "  mpirun -np 4 hpcast network k-computer halo.json\n"
      "  hpcast network my-cluster.ndl.json scorep-20261121/traces.otf2 --ranks-per-node 8");
  command->add_option("network", a->request.network, "network description")->required();
  command
      ->add_option("profile", a->request.profiles,
                   "communication profile; with --scale-to two or more of them")
      ->required();
  command->add_option_function<std::string>(
      "--scale-to",
      [a](const std::string& text) { a->request.scale_to = scaling::parse_target(text); },
      "so many ranks, or a grid of them such as 64x64, from runs on fewer (docs/scaling.md)");
  add_network_options(*command, a->request);
  command
      ->add_option("--set", a->request.changes,
                   "change members of the network for this run: links.bandwidth='25 GB/s'; .0, .1, "
                   "… stand for one of an array")
      ->type_name("MEMBER=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--collective", a->request.algorithms,
                   "such as alltoall=pairwise; else as the MPI library does")
      ->type_name("COLLECTIVE=ALGORITHM")
      ->allow_extra_args(false);
  command
      ->add_option_function<std::string>(
          "--wildcards",
          [a](const std::string& name) { a->request.wildcards_as_recorded = name == "recorded"; },
          "posted: MPI_ANY_SOURCE and MPI_ANY_TAG take what comes first on this network (default); "
          "recorded: what they took then")
      ->check(CLI::IsMember({"posted", "recorded"}));
  command
      ->add_option("--threads", a->request.threads,
                   "simulate parts of the network at the same time; the answer is the same")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--json", a->json, "write the result as JSON; - for standard output");
  command->add_option("--html", a->html, "write a page with pictures; - for standard output");
  command->add_option("--otf2", a->otf2, "write the timeline as an OTF2 archive: a folder");
  command->add_option("--chrome", a->chrome,
                      "write the timeline for ui.perfetto.dev and chrome://tracing");
  command->callback([a, &invocation] { invocation.run = [a] { return run_network(*a); }; });
}

}  // namespace hpcast::cli
