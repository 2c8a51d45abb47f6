#include "hpl_runs.h"

#include <fmt/core.h>

#include <cmath>
#include <regex>
#include <sstream>

#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"

namespace hpcast::bench {

namespace {

Words arguments(const Hpl& hpl) {
  return {std::to_string(hpl.n),
          std::to_string(hpl.nb),
          std::to_string(hpl.p),
          std::to_string(hpl.q),
          "ring",
          "exchange",
          "unchecked"};
}

std::string name_of(const Hpl& hpl, const char* kind) {
  return fmt::format("{}-{}-{}x{}", kind, hpl.n, hpl.p, hpl.q);
}

constexpr char platform[] = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="c" prefix="n" suffix="" radical="0-1023" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
)";

// Open MPI copies shorter messages through shared memory and fetches longer ones.
constexpr double eager_limit = 4096;

}  // namespace

double run_hpl(const Hpl& hpl) {
  const Words words = openmpi_run(hpl.ranks()) + Words{native_workload("hpl")} + arguments(hpl);
  const std::string said = run({words}).output;
  std::smatch found;
  if (!std::regex_search(said, found, std::regex("([0-9.]+) s in all")))
    throw InputError("hpl does not say how long it took", said);
  return std::stod(found[1]);
}

std::string record_hpl(const Hpl& hpl, const ScratchFolder& scratch) {
  std::string profile = scratch.file(name_of(hpl, "recorded"));
  run({Words{hpcast_program(), "record", "-o", profile, "--"} + openmpi_run(hpl.ranks()) +
       Words{native_workload("hpl")} + arguments(hpl)});
  return profile;
}

bool has_smpirun() { return program_named("smpirun") && program_named("smpicc"); }

std::string trace_hpl(const Hpl& hpl, const ScratchFolder& scratch) {
  std::string hosts;
  for (int i = 0; i < hpl.ranks(); ++i) hosts += fmt::format("n{}\n", i);
  write_file_atomically(scratch.file("hpl-hosts"), hosts);
  write_file_atomically(scratch.file("hpl-platform.xml"), platform);
  std::string trace = scratch.file(name_of(hpl, "trace"));
  run({Words{"smpirun", "-np", std::to_string(hpl.ranks()), "-platform",
             scratch.file("hpl-platform.xml"), "-hostfile", scratch.file("hpl-hosts"),
             "--cfg=smpi/host-speed:1Gf", "--cfg=contexts/stack-size:256",
             "--log=root.thresh:critical", "-trace-ti", "--cfg=tracing/filename:" + trace,
             native_workload("hpl-smpi")} +
       arguments(hpl)});
  return trace;
}

NetworkForecast forecast_network(const std::string& network, const std::string& profile,
                                 const std::vector<std::string>& options) {
  const Outcome outcome =
      run({Words{hpcast_program(), "network", network, profile, "--json", "-"} + options});
  return {outcome.cost, nlohmann::json::parse(outcome.output)};
}

// A longer message takes the latency three times: hpcast has its sender ask first.
std::optional<Host> measure_host(int repeats) {
  Host host{};
  std::istringstream lines(
      run({openmpi_run(2) + Words{mpi_program("ping-pong"), std::to_string(repeats)}}).output);
  double bytes = 0, seconds = 0, logarithms = 0;
  int fitted = 0;
  while (lines >> bytes >> seconds) {
    if (host.latency_s == 0) host.latency_s = seconds;
    if (bytes <= eager_limit || seconds <= 3 * host.latency_s) continue;
    logarithms += std::log(bytes / (seconds - 3 * host.latency_s));
    ++fitted;
  }
  if (fitted == 0) return std::nullopt;
  host.bandwidth = std::exp(logarithms / fitted);
  return host;
}

std::string Host::ndl(const ScratchFolder& scratch) const {
  const nlohmann::ordered_json description = {
      {"name", "two ranks of this host"},
      {"topology", {{"type", "single-switch"}, {"nodes", 1}}},
      {"links", {{"bandwidth", bandwidth}, {"latency", 0}}},  // none is used
      {"nodes", {{"ranks", 2}, {"local_latency", latency_s}, {"local_bandwidth", bandwidth}}},
      {"mpi", {{"eager_limit", eager_limit}, {"library", "open-mpi"}}}};
  std::string path = scratch.file("host.ndl.json");
  write_file_atomically(path, description.dump(1));
  return path;
}

}  // namespace hpcast::bench
