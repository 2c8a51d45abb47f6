// hpcast compare
#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/answers/gate.h"
#include "hpcast/answers/memory/compare.h"
#include "hpcast/answers/memory/verdict.h"
#include "hpcast/answers/network/compare.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/answers/kinds.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/answers/compare_text.h"
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

bool is_bound(const answers::MemoryAnswer& result) { return answers::is_lower_bound(result); }
bool is_bound(const answers::NetworkAnswer&) { return false; }
bool is_partial(const answers::MemoryAnswer& result) { return result.partial.has_value(); }
bool is_partial(const answers::NetworkAnswer& result) {
  return answers::why_partial(result).has_value();
}

// Why nothing can be said of these times: runs that were not seen to their end; a forecast beside
// what is only a lower bound. Two lower bounds are of the same parts of the time.
template <class T>
std::optional<std::string> incomparable(const T& a, const T& b) {
  if (is_partial(a) || is_partial(b))
    return fmt::format("{} is not of all of the run, and its time of no use",
                       is_partial(a) ? 'A' : 'B');
  if (is_bound(a) == is_bound(b)) return {};
  return fmt::format("{}'s time is only a lower bound, and {}'s is none", is_bound(a) ? 'A' : 'B',
                     is_bound(a) ? 'B' : 'A');
}

template <class T>
int status_of(const std::optional<answers::Gate>& gate, const T& a, const T& b) {
  if (!gate) return answered;
  std::optional<std::string> failed = incomparable(a, b);
  if (!failed) failed = answers::failure(*gate, a.time_s, b.time_s);
  if (failed) tell("hpcast: --fail-if: " + *failed);
  return failed ? gate_failed : answered;
}

struct Compared {
  std::string text, page;
  int status = answered;
};

// Answers of the others are compared number by number.
template <class T>
Compared compared(const CompareArguments& arguments, const T& a, const T& b) {
  const report::TextOptions look = report::options_for(STDOUT_FILENO);
  Compared made;
  if constexpr (std::is_same_v<T, answers::MemoryAnswer>) {
    const answers::Comparison comparison = answers::compare(a, b);
    made.text = report::text_report(comparison, look);
    if (arguments.html) made.page = report::html_page(comparison);
  } else {
    if (arguments.html)
      throw InputError(
          "--html: there is a page of two answers of hpcast memory alone",
          "leave it out: the text has all; hpcast report ANSWER --html PAGE makes one's");
    if constexpr (std::is_same_v<T, answers::NetworkAnswer>)
      made.text = report::text_report(a, b, look);
    else
      made.text = report::compare_text(a, b, look);
  }
  if constexpr (requires { is_bound(a); })
    made.status = status_of(arguments.gate, a, b);
  else if (arguments.gate)
    throw InputError(
        fmt::format("--fail-if: an answer of {} is no forecast of a time", T::kind.command),
        "it is for two answers of hpcast memory, or of hpcast network");
  return made;
}

int run_compare(const CompareArguments& arguments) {
  std::vector<Output> outputs;
  if (arguments.html) outputs.push_back({"--html", *arguments.html});
  check_outputs(outputs, {arguments.a, arguments.b});
  const Document a = read_json(arguments.a), b = read_json(arguments.b);
  return with_kind_of(a, [&]<class T>() {
    if (!answers::is_answer(b.root, T::kind))
      throw InputError(
          fmt::format("{} is an answer of {}, and {} is none", a.file, T::kind.command, b.file),
          "compare answers of the same command");
    const Compared made =
        compared(arguments, answers::from_document<T>(a), answers::from_document<T>(b));
    deliver(made.text, outputs, [&](const Output&) { return made.page; });
    return made.status;
  });
}

}  // namespace

void add_compare(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<CompareArguments>();
  CLI::App* const command = app.add_subcommand("compare", "Two answers side by side");
  command->footer(
      "Two answers of the same command, as --json writes them:\n\n"
      "  hpcast memory A.dat.json T --json a.json\n  hpcast memory B.dat.json T --json b.json\n"
      "  hpcast compare a.json b.json\n  hpcast compare a.json b.json --html compared.html\n"
      "  hpcast compare before.json after.json --fail-if slower:5%");
  command->add_option("a", a->a, "an answer's JSON, of --json")->required();
  command->add_option("b", a->b, "another one's")->required();
  command->add_option("--html", a->html, "write a page to look at, too; of hpcast memory alone");
  command
      ->add_option_function<std::string>(
          "--fail-if", [a](const std::string& text) { a->gate = answers::parse_gate(text); },
          "slower:5%: exit status 1 where B takes over 5 % longer than A; changed:5%: also where "
          "it takes over 5 % less")
      ->type_name("GATE:PERCENT");
  command->callback([a, &invocation] { invocation.run = [a] { return run_compare(*a); }; });
}

}  // namespace hpcast::cli
