// Commands on results that exist already: compare, report.
#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/cli/commands.h"
#include "hpcast/cli/outputs.h"
#include "hpcast/report/html.h"
#include "hpcast/report/text.h"
#include "hpcast/result/compare.h"
#include "hpcast/result/gate.h"
#include "hpcast/result/read.h"

namespace hpcast::cli {

namespace {

// Times of runs that were not seen to their end pass no gate.
int status_of(const std::optional<result::Gate>& gate, const result::MemoryResult& a,
              const result::MemoryResult& b) {
  if (!gate) return answered;
  const std::optional<std::string> failed =
      a.partial || b.partial
          ? fmt::format("{} is of a partial trace, and its time of no use", a.partial ? 'A' : 'B')
          : result::failure(*gate, a.time_s, b.time_s);
  if (failed) tell("hpcast: --fail-if: " + *failed);
  return failed ? gate_failed : answered;
}

}  // namespace

void add_compare(CLI::App& app, Invocation& invocation) {
  struct Arguments {
    std::string a, b;
    std::optional<std::string> html;
    std::optional<result::Gate> gate;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* const command = app.add_subcommand("compare", "Two results side by side");
  command->footer(
      "  hpcast memory A.dat.json T --json a.json\n  hpcast memory B.dat.json T --json b.json\n"
      "  hpcast compare a.json b.json\n  hpcast compare a.json b.json --html compared.html\n"
      "  hpcast compare before.json after.json --fail-if slower:5%");
  command->add_option("a", arguments->a, "a result's JSON")->required();
  command->add_option("b", arguments->b, "another one's")->required();
  command->add_option("--html", arguments->html, "write a page to look at instead of the text");
  command
      ->add_option_function<std::string>(
          "--fail-if",
          [arguments](const std::string& text) { arguments->gate = result::parse_gate(text); },
          "slower:5%: exit status 1 where B takes over 5 % longer than A; changed:5%: also where "
          "it "
          "takes over 5 % less")
      ->type_name("GATE:PERCENT");
  command->callback([arguments, &invocation] {
    invocation.run = [arguments] {
      if (arguments->html)
        check_outputs({{"--html", *arguments->html}}, {arguments->a, arguments->b});
      const auto a = result::read_result(arguments->a);
      const auto b = result::read_result(arguments->b);
      const result::Comparison comparison = result::compare(a, b);
      if (arguments->html) {
        write_file_atomically(*arguments->html, report::html_page(comparison));
      } else {
        print(report::text_report(comparison, report::options_for(STDOUT_FILENO)));
      }
      return status_of(arguments->gate, a, b);
    };
  });
}

void add_report(CLI::App& app, Invocation& invocation) {
  struct Arguments {
    std::vector<std::string> results;
    std::optional<std::string> html;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* const command =
      app.add_subcommand("report", "Results as text, or together as one HTML page");
  command->add_option("results", arguments->results, "results' JSON files")->required();
  command->add_option("--html", arguments->html, "write a page to look at instead of the text");
  command->callback([arguments, &invocation] {
    invocation.run = [arguments] {
      if (arguments->html) check_outputs({{"--html", *arguments->html}}, arguments->results);
      std::vector<result::MemoryResult> results;
      for (const std::string& path : arguments->results)
        results.push_back(result::read_result(path));
      if (arguments->html) {
        write_file_atomically(*arguments->html, report::html_page(results));
        return answered;
      }
      for (const result::MemoryResult& r : results)
        print(fmt::format("{}\n", report::text_report(r, report::options_for(STDOUT_FILENO))));
      return answered;
    };
  });
}

}  // namespace hpcast::cli
