// hpcast compare
#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/answers/gate.h"
#include "hpcast/answers/memory/compare.h"
#include "hpcast/answers/memory/read.h"
#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/text.h"
#include "hpcast/faces/report/network/report.h"

namespace hpcast::cli {

namespace {

struct CompareArguments {
  std::string a, b;
  std::optional<std::string> html;
  std::optional<answers::Gate> gate;
};

bool is_bound(const answers::MemoryResult& result) { return answers::is_lower_bound(result); }
bool is_bound(const answers::NetworkSide&) { return false; }

// Why nothing can be said of these times: runs that were not seen to their end; a forecast beside
// what is only a lower bound. Two lower bounds are of the same parts of the time.
template <class Answer>
std::optional<std::string> incomparable(const Answer& a, const Answer& b) {
  if (a.partial || b.partial)
    return fmt::format("{} is not of all of the run, and its time of no use",
                       a.partial ? 'A' : 'B');
  if (is_bound(a) == is_bound(b)) return {};
  return fmt::format("{}'s time is only a lower bound, and {}'s is none", is_bound(a) ? 'A' : 'B',
                     is_bound(a) ? 'B' : 'A');
}

template <class Answer>
int status_of(const std::optional<answers::Gate>& gate, const Answer& a, const Answer& b) {
  if (!gate) return answered;
  std::optional<std::string> failed = incomparable(a, b);
  if (!failed) failed = answers::failure(*gate, a.time_s, b.time_s);
  if (failed) tell("hpcast: --fail-if: " + *failed);
  return failed ? gate_failed : answered;
}

int compare_networks(const CompareArguments& arguments, const Document& a, const Document& b) {
  if (arguments.html)
    throw InputError("--html: there is no page of two networks' answers",
                     "leave it out: the text has all; hpcast network … --html PAGE makes one's");
  const answers::NetworkSide side_a = answers::network_side(a), side_b = answers::network_side(b);
  print(report::text_report(side_a, side_b, report::options_for(STDOUT_FILENO)));
  return status_of(arguments.gate, side_a, side_b);
}

int compare_memories(const CompareArguments& arguments, const Document& a, const Document& b) {
  const answers::MemoryResult result_a = answers::from_document(a),
                              result_b = answers::from_document(b);
  const answers::Comparison comparison = answers::compare(result_a, result_b);
  if (arguments.html) {
    write_file_atomically(*arguments.html, report::html_page(comparison));
  } else {
    print(report::text_report(comparison, report::options_for(STDOUT_FILENO)));
  }
  return status_of(arguments.gate, result_a, result_b);
}

int run_compare(const CompareArguments& arguments) {
  if (arguments.html) check_outputs({{"--html", *arguments.html}}, {arguments.a, arguments.b});
  const Document a = read_json(arguments.a), b = read_json(arguments.b);
  const bool is_network = answers::is_network_result(a.root);
  if (is_network != answers::is_network_result(b.root))
    throw InputError(fmt::format("{} is an answer of hpcast network, and {} is none",
                                 is_network ? a.file : b.file, is_network ? b.file : a.file),
                     "compare answers of the same command");
  return is_network ? compare_networks(arguments, a, b) : compare_memories(arguments, a, b);
}

}  // namespace

void add_compare(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<CompareArguments>();
  CLI::App* const command = app.add_subcommand("compare", "Two results side by side");
  command->footer(
      "Two answers of hpcast memory, or two of hpcast network:\n\n"
      "  hpcast memory A.dat.json T --json a.json\n  hpcast memory B.dat.json T --json b.json\n"
      "  hpcast compare a.json b.json\n  hpcast compare a.json b.json --html compared.html\n"
      "  hpcast compare before.json after.json --fail-if slower:5%");
  command->add_option("a", a->a, "a result's JSON, of --json")->required();
  command->add_option("b", a->b, "another result's JSON")->required();
  command->add_option("--html", a->html,
                      "write a page to look at instead of the text; not of networks");
  command
      ->add_option_function<std::string>(
          "--fail-if", [a](const std::string& text) { a->gate = answers::parse_gate(text); },
          "slower:5%: exit status 1 where B takes over 5 % longer than A; changed:5%: also where "
          "it takes over 5 % less")
      ->type_name("GATE:PERCENT");
  command->callback([a, &invocation] { invocation.run = [a] { return run_compare(*a); }; });
}

}  // namespace hpcast::cli
