#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/cli/commands.h"

namespace {

using namespace hpcast;

constexpr char about[] =
    "hpcast forecasts what a program will do on an HPC machine that nobody has built yet.\n\n"
    "First steps:\n"
    "  hpcast-cc -O2 -fopenmp app.c -o app        compile with the tracer in it\n"
    "  hpcast machine --list                      machines hpcast knows\n"
    "  hpcast memory epyc-7702x2-nps4 -- ./app    its run time and bottleneck on one of them\n";

// CLI11 would take options of the traced program for its own, so that part is kept from it.
std::vector<std::string> split(int argc, char** argv, std::vector<std::string>& program) {
  std::vector<std::string> own(argv + 1, argv + argc);
  const auto separator = std::find(own.begin(), own.end(), "--");
  if (separator != own.end()) {
    program.assign(separator + 1, own.end());
    own.erase(separator, own.end());
  }
  return own;
}

int parse_and_run(CLI::App& app, cli::Invocation& invocation, std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? cli::answered : cli::bad_input;
  }
  return invocation.run();
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to be reported
  CLI::App app(about, "hpcast");
  app.set_version_flag("--version", std::string("hpcast ") + HPCAST_VERSION);
  app.require_subcommand(1);
  cli::Invocation invocation;
  cli::add_memory(app, invocation);
  cli::add_trace(app, invocation);
  cli::add_compare(app, invocation);
  cli::add_report(app, invocation);
  cli::add_show(app, invocation);
  cli::add_machine(app, invocation);
  try {
    return parse_and_run(app, invocation, split(argc, argv, invocation.program));
  } catch (const InputError& error) {
    fmt::print(stderr, "hpcast: {}\n", error.what());
    return cli::bad_input;
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "hpcast: internal error: {}\nThis is a fault of hpcast; please report it with the "
               "command line.\n",
               error.what());
    return cli::internal_error;
  }
}
