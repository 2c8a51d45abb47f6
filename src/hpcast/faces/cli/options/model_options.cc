#include "hpcast/faces/cli/options/model_options.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/forecast/memory/operations.h"

namespace hpcast::cli {

namespace {

std::uint64_t bytes_of(const std::string& option, const std::string& text) {
  const auto bytes = parse_whole_quantity(text, Dimension::bytes);
  if (!bytes)
    throw InputError(option + " " + text + ": not a number of bytes",
                     "for example 4096 or \"2 MiB\"");
  return *bytes;
}

memsim::PlacementPolicy placement_of(const ModelOptions& o) {
  using Kind = memsim::PlacementPolicy::Kind;
  memsim::PlacementPolicy policy;
  if (o.placement == "interleave") {
    policy.kind = Kind::interleave;
  } else if (o.placement.starts_with("node:")) {
    policy.kind = Kind::node;
    for (const std::string& text : split(o.placement.substr(5), ',')) {
      const auto node = parse_whole_quantity(text, Dimension::none);
      if (!node || *node > 1'000'000)
        throw InputError("--placement " + o.placement + ": expected node:N or node:N,N,…");
      policy.nodes.push_back(static_cast<int>(*node));
    }
  } else if (o.placement != "first-touch") {
    throw InputError("--placement " + o.placement +
                     ": expected first-touch, interleave or node:N,N,…");
  }
  if (!o.granularity.empty())
    policy.granularity = bytes_of("--interleave-granularity", o.granularity);
  return policy;
}

// sets:N or time:N, with :SEED behind it or not.
memsim::SampleOptions sample_of(const std::string& text) {
  using Kind = memsim::SampleOptions::Kind;
  memsim::SampleOptions sample;
  if (text.empty()) return sample;
  const std::size_t seed_at = std::min(text.find(':', 5), text.size());
  const auto number = [&](std::size_t from, std::size_t to) {
    const std::string digits = text.substr(std::min(from, to), to - std::min(from, to));
    return parse_whole_quantity(digits, Dimension::none).value_or(0);
  };
  sample.kind = text.starts_with("time:") ? Kind::time : Kind::sets;
  const std::uint64_t one_in = number(5, seed_at);
  if (seed_at < text.size()) sample.seed = number(seed_at + 1, text.size());
  if (!(text.starts_with("time:") || text.starts_with("sets:")) || one_in < 2 ||
      one_in > 1'000'000 || sample.seed == 0)
    throw InputError(
        "--sample " + text + ": expected sets:N or time:N, N from 2 to 1000000",
        "sets:16 simulates 1 in 16 sets, time:10 one stretch in 10; a number from 1 on "
        "behind another colon, as in sets:16:7, makes another choice");
  sample.one_in = static_cast<std::uint32_t>(one_in);
  return sample;
}

}  // namespace

CLI::Option* add_set_option(CLI::App& command, std::vector<std::string>& changes) {
  return command
      .add_option("--set", changes,
                  "change classes of the machine for this run; CLASS.pipeline.FIELD: how such "
                  "cores execute")
      ->type_name("CLASS.FIELD=VALUE")
      ->allow_extra_args(false);
}

CLI::Option* add_core_model_option(CLI::App& command, ModelOptions& o) {
  return command
      .add_option(
          "--model", o.model,
          "of the cores' time: window (what they wait for, of a sample of what is executed; "
          "where pipelines and instructions are known), window-all (of all of it, ten times "
          "as slow), or pmnet (rates of instructions and FLOPs)")
      ->check(CLI::IsMember({"window", "window-all", "pmnet"}))
      ->capture_default_str();
}

std::vector<CLI::Option*> add_model_options(CLI::App& command, ModelOptions& o) {
  return {
      command.add_option("--only", o.only_phase,
                         "count this phase alone; the others warm the caches up"),
      command.add_option("--operations", o.operations,
                         "file with operation counts (JSON or CSV), instead of the tracer's own"),
      add_set_option(command, o.changes),
      command.add_option("--coherence", o.coherence, "none, or msi: write-invalidate")
          ->check(CLI::IsMember({"none", "msi"}))
          ->capture_default_str(),
      command
          .add_option("--placement", o.placement,
                      "of pages: first-touch, interleave (all memories), node:N,N,… (numa_node)")
          ->capture_default_str(),
      command.add_option("--interleave-granularity", o.granularity,
                         "unit that goes to one memory of several; default: one page"),
      command.add_option("--page-size", o.page_size, "default: the machine's memories'"),
      command.add_option(
          "--pin", o.pin,
          "CORE,CORE,…: threads to these cores, in this order; default: all in the DAT's order"),
      command
          .add_option("--interval", o.interval,
                      "references of a thread between two looks at the others")
          ->check(CLI::Range(64, 1'000'000))
          ->capture_default_str(),
      command.add_option("--sample", o.sample,
                         "simulate a part and tell how far that may be off: sets:N (1 in N of the "
                         "caches' sets), or time:N (1 in N stretches of references)"),
      command
          .add_option("--host-threads", o.host_threads,
                      "of the simulation; the answer does not depend on it")
          ->check(CLI::Range(1, 1024)),
  };
}

forecast::MemoryRequest request_of(const ModelOptions& o, const std::string& machine_path) {
  forecast::MemoryRequest request;
  request.machine_path = machine_path;
  request.changes = o.changes;
  request.only_phase = o.only_phase;
  request.core_times = o.model != "pmnet";
  if (o.model == "window-all") request.simulation.timed = blocks::everything;
  if (!o.operations.empty()) request.operations = forecast::read_operations_file(o.operations);
  request.simulation.placement = placement_of(o);
  if (!o.page_size.empty()) request.page_bytes = bytes_of("--page-size", o.page_size);
  request.simulation.coherent = o.coherence == "msi";
  request.simulation.weave.interval = o.interval;
  request.simulation.weave.host_threads = o.host_threads;
  request.simulation.sample = sample_of(o.sample);
  if (!o.pin.empty()) request.pin = split(o.pin, ',');
  return request;
}

}  // namespace hpcast::cli
