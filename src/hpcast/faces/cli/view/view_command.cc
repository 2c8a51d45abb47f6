// hpcast view: the viewer, with files in it.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/network/shown_network.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/model_options.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/view/live_view.h"
#include "hpcast/faces/cli/view/viewer_page.h"
#include "hpcast/faces/serve/limits.h"
#include "hpcast/faces/serve/page.h"
#include "hpcast/inputs/ndl/read.h"

namespace hpcast::cli {

namespace {

struct ViewArguments {
  std::vector<std::string> files;
  std::optional<std::string> output;
  std::string trace;
  ViewServer server;
  bool no_browser = false;
  const CLI::Option* port = nullptr;
  ModelOptions model;
  std::vector<CLI::Option*> of_forecasts;
};

void check_view(const ViewArguments& a) {
  if (!a.trace.empty() && a.files.empty())
    throw InputError("on which machine shall the trace run?",
                     "hpcast view --trace " + a.trace + " MACHINE");
  for (const CLI::Option* const option : a.of_forecasts)
    if (a.trace.empty() && option->count() > 0)
      throw InputError(option->get_name() + " is for forecasts, and there is no trace to forecast",
                       "hpcast view --trace T MACHINE");
  if (!a.output) return;
  if (!a.trace.empty())
    throw InputError("-o writes a page, and nobody is there to make forecasts for it",
                     "leave out -o, or --trace");
  if (a.port->count() > 0 || a.no_browser)
    throw InputError("-o writes a page, and nothing is served",
                     a.port->count() > 0 ? "leave out --port" : "leave out --no-browser");
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

struct ViewFiles {
  std::vector<serve::PageFile> files;
  std::optional<std::size_t> machine;  // the first that is no result and no network, as in the page
};

// Their own names; whole paths where these are the same.
ViewFiles read_files(const std::vector<std::string>& paths) {
  ViewFiles read;
  for (const std::string& path : paths) {
    const auto same = std::count_if(paths.begin(), paths.end(), [&](const std::string& other) {
      return file_name(other) == file_name(path);
    });
    read.files.push_back(
        {same > 1 ? path : file_name(path), read_text(path, serve::largest_document), nullptr});
    // Or says where it is no JSON, or no UTF-8.
    const Document document = parse_json(read.files.back().text, path);
    answers::refuse_other_kinds(document, answers::MemoryAnswer::kind);
    if (ndl::describes_network(document))
      read.files.back().network = shown_network(document);
    else if (!read.machine && !answers::is_answer(document.root, answers::MemoryAnswer::kind))
      read.machine = read.files.size() - 1;
  }
  return read;
}

LiveTrace live_trace(const ViewArguments& a, const std::vector<std::string>& paths,
                     const ViewFiles& read) {
  if (!read.machine)
    throw InputError("on which machine shall the trace run? All files are results or networks",
                     "hpcast view --trace " + a.trace + " MACHINE " + a.files.front());
  return {request_of(a.model, paths[*read.machine]), a.trace, read.files[*read.machine].text};
}

std::string_view built_page() {
  const std::string_view page = viewer_page();
  if (page.empty())
    throw InputError("this hpcast was built without the viewer",
                     "install Node.js and npm, then build hpcast again with ./run");
  return page;
}

int run_view(const ViewArguments& a, const std::vector<std::string>& program) {
  if (!program.empty())
    throw InputError("the viewer runs no program",
                     "trace it first, hpcast trace -o T -- PROGRAM, then hpcast view --trace T M");
  check_view(a);
  std::vector<std::string> paths;
  for (const std::string& file : a.files) paths.push_back(find_machine_or_network(file));
  const ViewFiles read = read_files(paths);
  if (a.output) check_outputs({{"-o", *a.output}}, paths);
  std::optional<LiveTrace> live;
  if (!a.trace.empty()) live = live_trace(a, paths, read);
  const std::string page =
      serve::page_with_data(built_page(), read.files, live ? std::optional(a.trace) : std::nullopt);
  if (a.output)
    write_file_atomically(*a.output, page);
  else
    serve_view(page, a.server, live);
  return answered;
}

// Options of forecasts are for a trace to forecast.
void add_live_options(CLI::App& command, ViewArguments& a) {
  command.add_option("--trace", a.trace,
                     "the page can ask for forecasts of this trace as the machine is edited");
  a.of_forecasts = add_model_options(command, a.model);
  a.of_forecasts.push_back(add_core_model_option(command, a.model));
  for (CLI::Option* const option : a.of_forecasts) option->group("Options of forecasts (--trace)");
}

}  // namespace

void add_view(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<ViewArguments>();
  CLI::App* const command = app.add_subcommand(
      "view", "Look at machines, networks and results in the browser, and edit machines");
  command->footer(
      "Serves a page on this host alone, for who has the address that it prints, until Ctrl-C;\n"
      "with -o, writes the page to a file instead. FILE is a DAT, a name of hpcast machine "
      "--list,\n"
      "a network (NDL or a name; to look at), or a result (hpcast memory --json).\n\n"
      "  hpcast view my.dat.json result.json\n"
      "  hpcast view k-computer                     a network as hpcast show draws it\n"
      "  hpcast view --trace T my.dat.json          edit the machine, and see what T would do\n"
      "  hpcast view epyc-7702x2-nps4 -o page.html");
  command->add_option("files", a->files, "DATs, NDLs, names of machines and networks, results");
  command->add_option("-o,--output", a->output, "write the page to this file; no server");
  a->port = command->add_option("--port", a->server.port, "of 127.0.0.1; 0: any that is free")
                ->check(CLI::Range(0, 65535))
                ->capture_default_str();
  command->add_flag("--no-browser", a->no_browser, "print the address, and open no browser");
  add_live_options(*command, *a);
  command->callback([a, &invocation] {
    a->server.browser = !a->no_browser;
    invocation.run = [a, &invocation] { return run_view(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli
