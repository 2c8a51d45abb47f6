// Commands on machines: show, machine.
#include <fmt/core.h>

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/text.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/forecast/network/inputs.h"
#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/mess_curves.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/show.h"
#include "hpcast/inputs/dat/write.h"
#include "hpcast/inputs/host/machine.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/inputs/ndl/show.h"
#include "hpcast/models/power/model_file.h"

namespace hpcast::cli {

namespace {

struct ShowArguments {
  std::string machine;
  std::string format = "text";
  std::string output = "-";
};

int show_network(const ShowArguments& a, const Document& document) {
  const ndl::Network network = forecast::described_network(document);
  write_file_atomically(a.output, visible(a.format == "svg"   ? ndl::show_svg(network)
                                          : a.format == "dot" ? ndl::show_dot(network)
                                                              : ndl::show_text(network)));
  return answered;
}

int run_show(const ShowArguments& a) {
  std::vector<Diagnostic> warnings;
  const std::string path = find_machine_or_network(a.machine);
  check_outputs({{"-o", a.output}}, {path});
  if (const Document document = read_json(path); ndl::describes_network(document))
    return show_network(a, document);
  const dat::Machine machine = dat::read_machine(path, &warnings);
  tell_warnings(warnings);
  write_file_atomically(a.output, visible(a.format == "svg"   ? dat::show_svg(machine)
                                          : a.format == "dot" ? dat::show_dot(machine)
                                                              : dat::show_text(machine)));
  return answered;
}

struct MachineArguments {
  std::string name;
  std::vector<std::string> parameters;
  std::string output = "-";
  bool list = false;
};

void print_named(const std::string& name, const std::string& title) {
  print(fmt::format("{:22} {}\n", name, title));
}

int list_machines() {
  for (const std::string& name : dat::known_machines())
    print_named(name, dat::describe(name).title);
  print_named("host", "this machine, bandwidths nominal");
  print_named("import", "FILE.xml: any machine that lstopo (hwloc) described");
  print_named("curves", "MACHINE CLASS=DIRECTORY: with latency curves of the Mess benchmark");
  print_named("custom", "KEY=VALUE…: a regular machine of your own");
  print("Networks, for hpcast network and hpcast show:\n");
  for (const std::string& name : known_networks())
    print_named(name, ndl::parse_network(read_json(find_network(name))).name);
  print("Power models, for hpcast power:\n");
  for (const std::string& name : known_power_models())
    print_named(name, power::read_model(find_power_model(name)).name);
  return answered;
}

// Its class of memory with curves of the Mess benchmark: CLASS=DIRECTORY.
dat::Machine with_curves(const std::string& machine_name, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos)
    throw InputError("'" + assignment + "' is not CLASS=DIRECTORY",
                     "name a class of memory and a directory with Mess's bwlat_NN.txt");
  dat::Machine machine = dat::read_machine(find_machine(machine_name));
  const std::string name = assignment.substr(0, equals), directory = assignment.substr(equals + 1);
  std::vector<std::string> names;
  for (dat::MemClass& c : machine.mem_classes) {
    names.push_back(c.name);
    if (c.name != name) continue;
    const dat::MessCurves curves = dat::read_mess_curves(directory);
    c.latency_curve = curves.points;
    tell(fmt::format("hpcast: {}: {} of {}; {} beyond saturation or without load left out",
                     directory, counted(curves.curves, "curve"),
                     counted(curves.points.size(), "point"), counted(curves.left_out, "point")));
    return dat::parse_machine(dat::to_text(machine), directory);
  }
  throw InputError("the machine has no memory class '" + name + "'", did_you_mean(name, names));
}

dat::Machine make(const MachineArguments& a) {
  if (a.name == "custom") return dat::generate_custom(a.parameters);
  if (a.name == "import") return host::imported_machine(a.parameters[0]);
  if (a.name == "curves") return with_curves(a.parameters[0], a.parameters[1]);
  if (!a.parameters.empty()) throw InputError("only 'custom' takes KEY=VALUE parameters");
  if (a.name == "host") return host::this_machine_described();
  return dat::generate(a.name);
}

void tell_of_unknown_cores(const dat::Machine& machine) {
  for (const dat::CoreClass& core : machine.core_classes)
    if (core.pipeline) return;
  tell(
      "next: hpcast calibrate -o host.dat.json; without it the cores' own time is not forecast "
      "(description says why)");
}

int run_machine(const MachineArguments& a) {
  if (a.list && !a.name.empty()) throw InputError("--list names all machines; it takes no name");
  if (a.list) return list_machines();
  if (a.name.empty()) throw InputError("which machine?", "hpcast machine --list names them");
  const bool imports = a.name == "import";
  if (imports && a.parameters.size() != 1)
    throw InputError("import takes one file in lstopo's XML",
                     "write it there with lstopo --of xml FILE.xml");
  if (imports && std::filesystem::is_directory(a.parameters[0]))
    throw InputError(a.parameters[0] + ": is a folder; import takes a file in lstopo's XML",
                     "write it there with lstopo --of xml FILE.xml");
  if (a.name == "curves" && a.parameters.size() != 2)
    throw InputError("curves takes a machine, and CLASS=DIRECTORY of its memory",
                     "hpcast machine curves m.dat.json memory=skylake-ddr4 -o m2.dat.json");
  check_outputs({{"-o", a.output}}, imports ? a.parameters : std::vector<std::string>());
  const dat::Machine machine = make(a);
  write_file_atomically(a.output, dat::to_text(machine));
  if (a.name == "host") tell_of_unknown_cores(machine);
  return answered;
}

std::string parameter_help() {
  std::string text = "Parameters of custom:\n";
  for (const dat::Parameter& p : dat::custom_parameters())
    text += fmt::format("  {:11} {} (default {})\n", p.name, p.meaning, p.fallback);
  return text +
         "\n  hpcast machine custom sockets=2 numa=4 ccx=2 cores=8 l3='64 MiB' -o next.dat.json";
}

}  // namespace

void add_show(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<ShowArguments>();
  CLI::App* const command =
      app.add_subcommand("show", "A machine or a network as text, SVG or dot");
  command->add_option("machine", a->machine, "DAT or NDL file, or name of a machine or network")
      ->required();
  command->add_option("--format", a->format, "text, svg or dot")
      ->check(CLI::IsMember({"text", "svg", "dot"}))
      ->capture_default_str();
  command->add_option("-o,--output", a->output, "file; - is standard output")
      ->capture_default_str();
  command->callback([a, &invocation] { invocation.run = [a] { return run_show(*a); }; });
}

void add_machine(CLI::App& app, Invocation& invocation) {
  auto a = std::make_shared<MachineArguments>();
  CLI::App* const command =
      app.add_subcommand("machine", "Write the DAT of a known, a regular or this machine");
  command->footer(parameter_help());
  command->add_option("name", a->name, "of --list, host, import, curves, or custom");
  command->add_option("parameters", a->parameters,
                      "FILE.xml of import, MACHINE CLASS=DIRECTORY of curves, KEY=VALUE of custom");
  command->add_option("-o,--output", a->output, "file; - is standard output")
      ->capture_default_str();
  command->add_flag("--list", a->list, "the machines, networks and power models hpcast knows");
  command->callback([a, &invocation] { invocation.run = [a] { return run_machine(*a); }; });
}

}  // namespace hpcast::cli
