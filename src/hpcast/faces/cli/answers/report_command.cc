// hpcast report
#include <fmt/core.h>
#include <unistd.h>

#include <optional>

#include "hpcast/base/file.h"
#include "hpcast/faces/cli/answers/kinds.h"
#include "hpcast/faces/cli/answers/shown.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"

namespace hpcast::cli {

namespace {

struct ReportArguments {
  std::vector<std::string> answers;
  std::optional<std::string> html;
};

// Answers of hpcast memory share a page; of others there is one a page.
std::string page_with(const std::vector<Document>& documents) {
  if (documents.size() == 1)
    return with_kind_of(documents.front(), [&]<class T>() {
      return page_of(answers::from_document<T>(documents.front()));
    });
  std::vector<answers::MemoryAnswer> forecasts;
  for (const Document& document : documents)
    forecasts.push_back(answers::from_document<answers::MemoryAnswer>(document));
  return report::html_page(forecasts);
}

int run_report(const ReportArguments& arguments) {
  std::vector<Output> outputs;
  if (arguments.html) outputs.push_back({"--html", *arguments.html});
  check_outputs(outputs, arguments.answers);
  std::vector<Document> documents;
  for (const std::string& path : arguments.answers) documents.push_back(read_json(path));
  std::string text;
  for (const Document& document : documents)
    text += with_kind_of(document, [&]<class T>() {
      return text_of(answers::from_document<T>(document), report::options_for(STDOUT_FILENO)) +
             "\n";
    });
  deliver(text, outputs, [&](const Output&) { return page_with(documents); });
  return answered;
}

}  // namespace

void add_report(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<ReportArguments>();
  CLI::App* const command =
      app.add_subcommand("report", "Answers that were kept as JSON, as text and as a page");
  command->footer(
      "Answers of any command that has --json:\n\n"
      "  hpcast memory MACHINE T --json a.json\n  hpcast report a.json --html a.html\n"
      "  hpcast report a.json b.json --html both.html    several of hpcast memory on a page");
  command->add_option("answers", a->answers, "answers' JSON files")->required();
  command->add_option("--html", a->html, "write a page to look at, too");
  command->callback([a, &invocation] { invocation.run = [a] { return run_report(*a); }; });
}

}  // namespace hpcast::cli
