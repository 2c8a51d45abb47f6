#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/check_values.h"
#include "hpcast/faces/cli/options/help.h"
#include "hpcast/faces/cli/options/program_options.h"
#include "hpcast/faces/cli/options/repeated_flags.h"

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

void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with("-")) return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), arguments.front()) != names.end()) return;
  const std::string near = did_you_mean(arguments.front(), names);
  throw InputError("there is no command '" + arguments.front() + "'",
                   near.empty() ? "hpcast --help lists the commands" : near);
}

// The long ones: every letter is near to every other.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string command_line(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent ? command_line(*parent) + " " : "") + command.get_name();
}

// CLI11 takes the value of a misspelt option for a positional argument and complains about what
// that leads to.
void refuse_unknown_option(const CLI::App& command) {
  for (const std::string& argument : command.remaining()) {
    if (!argument.starts_with("-") || argument == "-") continue;
    const std::string option = argument.substr(0, argument.find('='));
    const std::string near = did_you_mean(option, option_names(command));
    throw InputError("there is no option '" + option + "'",
                     near.empty() ? command_line(command) + " --help lists the options" : near);
  }
}

// Of a command that has any. The same for hpcast itself, refuse_unknown_command(), comes earlier.
void refuse_unknown_subcommand(const CLI::App& command) {
  const std::vector<std::string> words = command.remaining();
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  if (words.empty() || nearest(words.front(), names).empty()) return;
  throw InputError("there is no '" + command_line(command) + " " + words.front() + "'",
                   did_you_mean(words.front(), names));
}

void refuse_missing(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->empty())
      throw InputError(option->get_name() + " is missing: " + option->get_description(),
                       command_line(command) + " --help says what is expected");
}

int refuse_arguments(const CLI::App& app, const CLI::ParseError& error) {
  refuse_unknown_option(app);
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) {
    deepest = deepest->get_subcommands().front();
    refuse_unknown_option(*deepest);
  }
  const CLI::App& command = *deepest;
  refuse_unknown_subcommand(command);
  const bool takes_program =
      dynamic_cast<const cli::ProgramUsage*>(command.get_formatter().get()) != nullptr;
  if (takes_program && !command.remaining().empty())
    throw InputError(
        "there are more arguments than " + command_line(command) + " takes, from '" +
            command.remaining().front() + "' on",
        "a program to run stands behind --: " + command_line(command) + " … -- ./app ARGUMENTS");
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) refuse_missing(command);
  tell(fmt::format("hpcast: {}\n  {} --help says what is expected", error.what(),
                   command_line(command)));
  return cli::bad_input;
}

int parse_and_run(CLI::App& app, cli::Invocation& invocation, std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "help") {  // as others have it
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  refuse_unknown_command(app, arguments);
  arguments = cli::with_repeated_flags(app, arguments);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& help) {
    app.exit(help);
    return cli::answered;
  } catch (const CLI::ParseError& error) {
    return refuse_arguments(app, error);
  }
  cli::check_values(app);
  return invocation.run();
}

bool nobody_reads(int fd) {
  pollfd state{fd, POLLOUT, 0};
  return poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
}

// An answer that nobody could read is no answer. A reader that has seen enough is another matter.
int after_flushing(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  if (nobody_reads(STDOUT_FILENO)) return 128 + SIGPIPE;
  tell(fmt::format("hpcast: standard output: cannot write: {}", std::strerror(errno)));
  return cli::bad_input;
}

// Standard streams that are closed stay so, for the program too; but no file that is opened gets
// their numbers, and what is printed.
void keep_closed_streams_closed() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    const int unusable = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", unusable | O_CLOEXEC) < 0) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_closed_streams_closed();
  raise_descriptor_limit();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to be reported
  CLI::App app(about, "hpcast");
  app.set_version_flag("--version", std::string("hpcast ") + version());
  app.formatter(std::make_shared<cli::Help>());
  app.require_subcommand(1);
  cli::Invocation invocation;
  cli::add_memory(app, invocation);
  cli::add_trace(app, invocation);
  cli::add_compare(app, invocation);
  cli::add_report(app, invocation);
  cli::add_show(app, invocation);
  cli::add_machine(app, invocation);
  cli::add_calibrate(app, invocation);
  cli::add_view(app, invocation);
  cli::add_counters(app, invocation);
  cli::add_latency(app, invocation);
  cli::add_power(app, invocation);
  cli::add_network(app, invocation);
  cli::add_record(app, invocation);
  cli::add_skeleton(app, invocation);
  cli::add_learn(app, invocation);
  cli::add_generate(app, invocation);
  try {
    const std::vector<std::string> own = split(argc, argv, invocation.program);
    return after_flushing(parse_and_run(app, invocation, own));
  } catch (const InputError& error) {
    tell(fmt::format("hpcast: {}", error.what()));
    return error.exit_status().value_or(cli::bad_input);
  } catch (const std::bad_alloc&) {
    tell(
        "hpcast: out of memory: this needs more than there is\n"
        "  a smaller profile, network or trace, or a machine (or ulimit -v) with more memory");
    return cli::bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    tell(fmt::format("hpcast: {}: {}",
                     (error.path2().empty() ? error.path1() : error.path2()).string(),
                     error.code().message()));
    return cli::bad_input;
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return after_flushing(cli::bad_input);
    tell(fmt::format(
        "hpcast: internal error: {}\nThis is a fault of hpcast; please report it with the "
        "command line.",
        error.what()));
    return cli::internal_error;
  }
}
