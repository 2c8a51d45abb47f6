// hpcast report
#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/answers/memory/read.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/text.h"

namespace hpcast::cli {

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
      std::vector<answers::MemoryResult> results;
      for (const std::string& path : arguments->results)
        results.push_back(answers::read_result(path));
      if (arguments->html) {
        write_file_atomically(*arguments->html, report::html_page(results));
        return answered;
      }
      for (const answers::MemoryResult& r : results)
        print(fmt::format("{}\n", report::text_report(r, report::options_for(STDOUT_FILENO))));
      return answered;
    };
  });
}

}  // namespace hpcast::cli
