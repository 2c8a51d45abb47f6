// How fast hpcast network simulates: the cases that it is built for, with SimGrid's smpirun beside
// it where that is installed and comes to an end, and what a second process gains.
//
// Asked for: an all-to-all of 1024 ranks and 1 KiB on a fat tree of three levels in 5 s pairwise
// and 15 s with all messages at once; HPL on 1024 ranks with 480,000 messages in 3 s; ten steps of
// a halo exchange on all of the K computer in 2 minutes, so two in 24 s, and 8 GB; 5 million
// packets over links a second; 1.5 times as fast by two processes where each has enough to do.
#include <fmt/ranges.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpl_runs.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;
using Json = nlohmann::ordered_json;

constexpr char fat_tree[] = R"({"name": "fat tree of three levels",
 "topology": {"type": "fat-tree", "down": [16, 8, 8], "up": [1, 8, 8]},
 "links": {"bandwidth": "12.5 GB/s", "latency": "50 ns"}, "switches": {"latency": "100 ns"},
 "mpi": {"send_overhead": "500 ns", "receive_overhead": "300 ns"}})";
// The same, for SimGrid, which has latencies of links alone.
constexpr char simgrid_tree[] = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="c" prefix="n" suffix="" radical="0-1023" speed="1Gf" bw="12.5GBps" lat="100ns"
          topology="FAT_TREE" topo_parameters="3;16,8,8;1,8,8;1,1,1"/>
</platform>
)";

struct Case {
  std::string network, profile;
  std::vector<std::string> options;
  double most_s = 0;  // 0: nothing is asked for
  std::optional<Command> simgrid;
  bool has_enough = false;  // for two processes, which are asked to be 1.5 times as fast
};

struct Found {
  Cost cost;
  Json result;
  double simulated_s = 0;
  double simulated_s_of_two = std::numeric_limits<double>::quiet_NaN();
  double wall_of_simgrid = std::numeric_limits<double>::quiet_NaN();
};

class Cases {
 public:
  Cases(const ScratchFolder& scratch, const Options& options)
      : scratch_(scratch), quick_(options.quick) {
    write("tree.ndl.json", fat_tree);
    write("tree.xml", simgrid_tree);
  }

  // By name; each is made where it is wanted, for making takes time, too.
  std::vector<std::pair<std::string, std::function<Case()>>> all() {
    std::vector<std::pair<std::string, std::function<Case()>>> cases = {
        {"all-to-all, pairwise", [this] { return pairwise(); }},
        {"all-to-all, all at once", [this] { return all_at_once(); }},
        {"K computer, halo, two steps", [this] { return halo_of_all(); }}};
    if (has_smpirun()) cases.emplace_back("HPL, 1024 ranks", [this] { return hpl(); });
    return cases;
  }

 private:
  std::string ranks() const { return quick_ ? "32" : "1024"; }

  Case pairwise() const {
    return {file("tree.ndl.json"),
            pattern("pairwise", R"("pattern": "all-to-all", "algorithm": "collective", "ranks": )" +
                                    ranks() + R"(, "bytes": "1 KiB")"),
            {"--collective", "alltoall=pairwise"},
            5,
            smpirun(ranks(), false)};
  }
  Case all_at_once() const {
    return {file("tree.ndl.json"),
            pattern("once",
                    R"("pattern": "all-to-all", "ranks": )" + ranks() + R"(, "bytes": "1 KiB")"),
            {},
            15,
            smpirun(quick_ ? "32" : "128", true)};
  }
  // In a fifth of what ten steps may take: those would be too long for a row.
  Case halo_of_all() const { return {"k-computer", pattern("halo", halo()), {}, 24, {}, true}; }
  Case hpl() const {
    const int grid = quick_ ? 4 : 32;
    return {"infiniband-switch",
            trace_hpl({quick_ ? 200 : 4000, 128, grid, grid}, scratch_),
            {},
            3,
            {}};
  }

  std::string file(const std::string& name) const { return scratch_.file(name); }
  void write(const std::string& name, const std::string& text) const {
    write_file_atomically(file(name), text);
  }
  std::string pattern(const std::string& name, const std::string& members) const {
    write(name + ".json", "{" + members + "}");
    return file(name + ".json");
  }
  std::string halo() const {
    return fmt::format(R"("pattern": "tofu-neighbors", "shape": [{}, 2, 3, 2],
      "periodic": [true, true, true, false, true, false], "bytes": "64 KiB", "steps": {},
      "compute": "10 us")",
                       quick_ ? "2, 2, 2" : "24, 18, 16", quick_ ? 1 : 2);
  }

  void compile() const {
    std::string hosts;
    for (int i = 0; i < 1024; ++i) hosts += fmt::format("n{}\n", i);
    write("hosts", hosts);
    run({{"smpicc", "-O2", source_tree() + "/bench/smpi/alltoall.c", "-o", file("alltoall")}});
  }

  std::vector<std::string> smpirun_words(const std::string& ranks) const {
    return {"smpirun",
            "-np",
            ranks,
            "-platform",
            file("tree.xml"),
            "-hostfile",
            file("hosts"),
            "--cfg=smpi/simulate-computation:no",
            "--cfg=contexts/stack-size:256",
            "--log=root.thresh:critical"};
  }

  std::optional<Command> smpirun(const std::string& ranks, bool once) const {
    if (!has_smpirun()) return {};
    compile();
    std::vector<std::string> words = smpirun_words(ranks);
    words.insert(words.end(), {"--cfg=smpi/alltoall:pair", file("alltoall"), "1024"});
    if (once) words.emplace_back("once");
    return Command{words};
  }

  const ScratchFolder& scratch_;
  bool quick_;
};

std::vector<std::string> hpcast_words(const Case& one) {
  std::vector<std::string> words = {hpcast_program(), "network", one.network,
                                    one.profile,      "--json",  "-"};
  words.insert(words.end(), one.options.begin(), one.options.end());
  return words;
}

Found measure(const Case& one, int runs) {
  Found found;
  std::vector<Cost> costs;
  std::vector<double> one_alone, two, simgrid;
  const bool cores = std::thread::hardware_concurrency() > 1;
  for (Rounds rounds(runs); rounds.another();) {
    const Outcome alone = run({hpcast_words(one)});
    costs.push_back(alone.cost);
    found.result = Json::parse(alone.output);
    one_alone.push_back(found.result["run"]["simulated_s"].get<double>());
    if (cores) {
      std::vector<std::string> words = {"mpirun", "--allow-run-as-root", "-np", "2"};
      const std::vector<std::string> own = hpcast_words(one);
      words.insert(words.end(), own.begin(), own.end());
      const Json parts = Json::parse(run({words}).output);
      if (parts["time_s"] != found.result["time_s"])
        throw InputError("two processes say something else than one");
      two.push_back(parts["run"]["simulated_s"].get<double>());
    }
    if (one.simgrid) simgrid.push_back(run(*one.simgrid).cost.wall_s);
  }
  found.cost = median(costs);
  found.simulated_s = median(one_alone);
  if (!two.empty()) found.simulated_s_of_two = median(two);
  if (!simgrid.empty()) found.wall_of_simgrid = median(simgrid);
  return found;
}

void run_cases(const Options& options, Report& report) {
  const ScratchFolder scratch;
  Table table({"case", "messages", "events", "packets over links", "wall s", "simulating",
               "M events/s", "M packets·links/s", "two processes", "SimGrid s"});
  double best_rate = 0, memory_gb = 0;
  std::vector<std::string> small;
  report.data["cases"] = Json::array();
  Cases cases(scratch, options);
  for (const auto& [name, make] : cases.all()) {
    if (!report.wants(name)) continue;
    const Case one = make();
    const Found found = measure(one, options.runs);
    const Json& r = found.result["run"];
    const double simulated = found.simulated_s, hops = r["packet_hops"], events = r["events"];
    const double gain = simulated / found.simulated_s_of_two;
    memory_gb = std::max(memory_gb, found.cost.memory_gb);
    if (gain < 1.5) small.push_back(fmt::format("{} ({} times)", name, number(gain)));
    best_rate = std::max(best_rate, hops / simulated * 1e-6);
    report.add(table,
               {name, number(found.result["messages"]["count"]), number(events), number(hops),
                number(found.cost.wall_s), number(simulated), number(events / simulated * 1e-6),
                number(hops / simulated * 1e-6), times(gain), number(found.wall_of_simgrid)});
    report.data["cases"].push_back({{"name", name},
                                    {"wall_s", found.cost.wall_s},
                                    {"memory_gb", found.cost.memory_gb},
                                    {"simulated_s", simulated},
                                    {"events", events},
                                    {"packet_hops", hops},
                                    {"gain_of_two", gain},
                                    {"simgrid_s", found.wall_of_simgrid}});
    report.claim({name + ": wall time in s", found.cost.wall_s, 0, one.most_s});
    if (one.has_enough) report.claim({name + ": two processes are as fast, times", gain, 1.5});
  }
  if (!small.empty())
    report.print(fmt::format("Too small for two processes to gain 1.5 times: {}.\n",
                             fmt::join(small, "; ")));
  if (!report.wants_all()) return;
  report.claim({"million packets over links a second", best_rate, 5});
  report.claim({"memory of the largest in GB", memory_gb, 0, 8});
}

}  // namespace

int main(int argc, char** argv) {
  Benchmark benchmark;
  benchmark.about = "How fast hpcast network simulates.";
  benchmark.run = run_cases;
  return run_benchmark(argc, argv, benchmark);
}
