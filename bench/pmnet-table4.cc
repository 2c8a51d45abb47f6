// PMNet's table 4 (pmnet.txt, section 4.2) beside ours: STREAM Triad on three machines under six
// conditions. docs/pmnet-comparison.md explains every number.
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;
using answers::Kind;
using answers::MemoryAnswer;

constexpr double giga = 1e9;
constexpr double bytes_per_element = 24;  // as STREAM counts Triad: two loads, one store
constexpr double tolerance = 0.01;        // of what must come out equal

struct Machine {
  const char* name;
  const char* memory_class;
};
constexpr Machine i7{"i7-7700k", "ddr4-2400x2"};
constexpr Machine rome{"epyc-7702x2-nps4", "ddr4-3200x2"};
constexpr Machine milan{"epyc-7713x2-nps4", "ddr4-3200x2"};
constexpr Machine milan_nps0{"epyc-7713x2-nps0", "ddr4-3200x2"};

// The paper's row. Bandwidths in GB/s.
struct Published {
  double theory, practical;
  double cost_none, cost_msi;
  double accuracy;
  const char* bottleneck;
};

struct Condition {
  const char* name;
  Machine machine;
  int nodes;                // NUMA nodes in use
  double memory_bandwidth;  // GB/s of all of them: what the paper measured, with NPS4 also for NPS0
  int threads;
  long elements;     // an array; three are beyond all L3 in use
  int pinned_cores;  // threads to the machine's first so many; 0: to all
  Published paper;
};

constexpr long mib192 = 8'388'608, mib768 = 33'554'432, gib2 = 89'478'485;  // three arrays together

const std::vector<Condition> conditions{
    {"i7-7700K, 4 threads",
     i7,
     1,
     30.4,
     4,
     mib192,
     0,  //
     {38.4, 30.4, 155, 361, 0.95, "memory"}},
    {"Rome, 16 threads, NPS4",
     rome,
     1,
     38.6,
     16,
     mib768,
     16,  //
     {51.2, 38.6, 501, 887, 0.85, "memory"}},
    {"Rome, 128 threads, NPS4, AOCC",
     rome,
     8,
     339.3,
     128,
     gib2,
     0,  //
     {409.6, 339.3, 620, 953, 0.79, "memory"}},
    {"Rome, 128 threads, NPS4, GCC",
     rome,
     8,
     303.3,
     128,
     gib2,
     0,  //
     {409.6, 303.3, 620, 953, 0.89, "memory"}},
    {"Milan, 128 threads, NPS4, GCC",
     milan,
     8,
     357.5,
     128,
     gib2,
     0,  //
     {409.6, 357.5, 699, 1011, 0.82, "memory"}},
    {"Milan, 128 threads, NPS0, GCC",
     milan_nps0,
     8,
     357.5,
     128,
     gib2,
     0,  //
     {409.6, 271.7, 975, 960, 0.63, "router"}},
};
constexpr std::size_t memory_bound = 5;  // the first rows, where memory must be the bottleneck
constexpr std::size_t quick_rows = 2;    // whose caches a quarter of the elements overflows too
constexpr long quick_part = 4;

std::vector<std::string> options_of(const Condition& c) {
  std::vector<std::string> options =
      set_bandwidth(c.machine.memory_class, c.memory_bandwidth * giga / c.nodes);
  options.insert(options.end(), {"--only", "triad", "--model", "pmnet"});
  if (c.pinned_cores == 0) return options;
  std::string pin = "core0";
  for (int core = 1; core < c.pinned_cores; ++core) pin += fmt::format(",core{}", core);
  options.insert(options.end(), {"--pin", pin});
  return options;
}

// A repetition of Triad, as the difference between runs of few and of many. STREAM leaves its first
// repetition out, and so does the difference: of what the initialisation left in the caches, of
// page faults, of what a program's start costs.
struct Difference {
  Cost native, none, msi;             // without and with coherence
  double forecast_s = 0;              // without coherence
  double forecast_msi_s = 0;          // with it
  double forecast_past_caches_s = 0;  // of the program with non-temporal stores
  double memory_bytes = 0;            // at all memories
};

struct Row {
  Condition condition;
  long elements = 0;
  Difference repetition;
  MemoryAnswer result;  // of the longer run without coherence

  double stream() const {
    return bytes_per_element * static_cast<double>(elements) / repetition.forecast_s / giga;
  }
  double all_traffic() const { return repetition.memory_bytes / repetition.forecast_s / giga; }
  double accuracy() const { return stream() / condition.paper.practical; }
  double accuracy_past_caches() const {
    return accuracy() * repetition.forecast_s / repetition.forecast_past_caches_s;
  }
  double cpu_cost() const { return repetition.none.cpu_s / repetition.native.cpu_s; }
  double cpu_cost_msi() const { return repetition.msi.cpu_s / repetition.native.cpu_s; }
  double wall_cost() const { return repetition.none.wall_s / repetition.native.wall_s; }
  double wall_cost_msi() const { return repetition.msi.wall_s / repetition.native.wall_s; }
};

Command triad(const std::string& program, const Condition& c, long elements, int repetitions) {
  return {{program, std::to_string(elements), std::to_string(repetitions)}, c.threads};
}

double memory_bytes(const MemoryAnswer& result) {
  double bytes = 0;
  for (const answers::ObjectResult& object : result.objects)
    if (object.kind == Kind::memory)
      bytes += static_cast<double>(object.bytes_read + object.bytes_write);
  return bytes;
}

constexpr int first = 1, last = 4;  // repetitions between which the simulation's difference lies
constexpr int native_last = 31;     // natively a repetition is soon over

Cost difference(const std::vector<Cost>& many, const std::vector<Cost>& few, int repetitions) {
  const Cost a = median(many), b = median(few);
  return {(a.wall_s - b.wall_s) / repetitions, (a.cpu_s - b.cpu_s) / repetitions};
}

Cost native_repetition(const Condition& c, long elements, int runs) {
  std::vector<Cost> many, few;
  for (Rounds rounds(runs); rounds.another();) {
    few.push_back(run(triad(native_workload("triad"), c, elements, first)).cost);
    many.push_back(run(triad(native_workload("triad"), c, elements, native_last)).cost);
  }
  return difference(many, few, native_last - first);
}

struct Simulated {
  Cost cost;              // of a repetition
  double forecast_s = 0;  // of a repetition
  double memory_bytes = 0;
  MemoryAnswer result;  // of the longer run
};

Simulated simulated_repetition(const Condition& c, long elements, int runs,
                               const std::string& program,
                               const std::vector<std::string>& more_options) {
  std::vector<std::string> options = options_of(c);
  options.insert(options.end(), more_options.begin(), more_options.end());
  std::vector<Cost> many, few;
  MemoryAnswer short_result;
  Simulated simulated;
  for (int i = 0; i < runs; ++i) {
    Forecast a = forecast_online(c.machine.name, options, triad(program, c, elements, first));
    Forecast b = forecast_online(c.machine.name, options, triad(program, c, elements, last));
    few.push_back(a.cost);
    many.push_back(b.cost);
    short_result = std::move(a.result);
    simulated.result = std::move(b.result);
  }
  simulated.cost = difference(many, few, last - first);
  simulated.forecast_s = (simulated.result.time_s - short_result.time_s) / (last - first);
  simulated.memory_bytes =
      (memory_bytes(simulated.result) - memory_bytes(short_result)) / (last - first);
  return simulated;
}

Row measure(const Condition& c, const Options& options) {
  Row row{c, options.quick ? c.elements / quick_part : c.elements, {}, {}};
  Difference& d = row.repetition;
  d.native = native_repetition(c, row.elements, options.runs);
  const std::string program = traced_workload("triad");
  Simulated none = simulated_repetition(c, row.elements, options.runs, program, {});
  const Simulated msi =
      simulated_repetition(c, row.elements, options.runs, program, {"--coherence", "msi"});
  d.forecast_past_caches_s =
      simulated_repetition(c, row.elements, 1, traced_workload("triad_nt"), {}).forecast_s;
  d.none = none.cost;
  d.msi = msi.cost;
  d.forecast_s = none.forecast_s;
  d.forecast_msi_s = msi.forecast_s;
  d.memory_bytes = none.memory_bytes;
  row.result = std::move(none.result);
  return row;
}

std::string next_of(const MemoryAnswer& result) {
  const answers::ObjectResult* const next = answers::runner_up(result);
  return next ? fmt::format("{} {}", next->name, format_percent(next->occupancy)) : "none";
}

Table forecast_table() {
  return Table({"condition", "theory", "practical", "PMNet's accuracy", "of", "ours: all traffic",
                "as STREAM", "÷ practical", "non-temporal", "of", "next"});
}

void add_forecast(Table& table, const Row& row, const Report& report) {
  const Published& p = row.condition.paper;
  report.add(table, {row.condition.name, fmt::format("{:.1f}", p.theory),
                     fmt::format("{:.1f}", p.practical), format_percent(p.accuracy), p.bottleneck,
                     fmt::format("{:.1f}", row.all_traffic()), fmt::format("{:.1f}", row.stream()),
                     format_percent(row.accuracy()), format_percent(row.accuracy_past_caches()),
                     name_of(row.result.bottleneck.kind), next_of(row.result)});
}

Table cost_table() {
  return Table({"cost of a repetition", "native CPU s", "PMNet", "PMNet MSI", "ours: CPU",
                "CPU MSI", "wall", "wall MSI"});
}

void add_cost(Table& table, const Row& row) {
  const Published& p = row.condition.paper;
  table.add({row.condition.name, number(row.repetition.native.cpu_s), times(p.cost_none),
             times(p.cost_msi), times(row.cpu_cost()), times(row.cpu_cost_msi()),
             times(row.wall_cost()), times(row.wall_cost_msi())});
}

nlohmann::ordered_json to_json(const Row& row) {
  const Published& p = row.condition.paper;
  const answers::ObjectResult* const next = answers::runner_up(row.result);
  return {{"condition", row.condition.name},
          {"machine", row.condition.machine.name},
          {"threads", row.condition.threads},
          {"elements", row.elements},
          {"paper",
           {{"theory_gb_s", p.theory},
            {"practical_gb_s", p.practical},
            {"cost", p.cost_none},
            {"cost_msi", p.cost_msi},
            {"accuracy", p.accuracy},
            {"bottleneck", p.bottleneck}}},
          {"memory_bandwidth_gb_s", row.condition.memory_bandwidth},
          {"all_traffic_gb_s", row.all_traffic()},
          {"stream_gb_s", row.stream()},
          {"accuracy", row.accuracy()},
          {"accuracy_non_temporal", row.accuracy_past_caches()},
          {"bottleneck", row.result.bottleneck.name},
          {"bottleneck_kind", name_of(row.result.bottleneck.kind)},
          {"next", next ? next->name : ""},
          {"next_share", next ? next->occupancy : 0},
          {"native", bench::to_json(row.repetition.native)},
          {"cost_cpu", row.cpu_cost()},
          {"cost_cpu_msi", row.cpu_cost_msi()},
          {"cost_wall", row.wall_cost()},
          {"cost_wall_msi", row.wall_cost_msi()}};
}

void claim_row(const Row& row, bool memory_must_limit, Report& report) {
  const std::string name = row.condition.name;
  report.claim({.text = name + ": memory's bandwidth as given ÷ STREAM's, non-temporal stores",
                .value = row.condition.memory_bandwidth /
                         (row.accuracy_past_caches() * row.condition.paper.practical),
                .least = 1 - tolerance,
                .most = 1 + tolerance});
  if (memory_must_limit)
    report.claim(
        {.text = name + ": memory's occupancy, as the bottleneck",
         .value = row.result.bottleneck.kind == Kind::memory ? row.result.bottleneck.occupancy : 0,
         .least = 1.0});
  report.claim({.text = name + ": forecast with MSI ÷ without",
                .value = row.repetition.forecast_msi_s / row.repetition.forecast_s,
                .least = 1 - tolerance,
                .most = 1 + tolerance});
  // Three lines are read (one of them for ownership) and one written back, of 8 bytes an element.
  report.claim({.text = name + ": bytes an element at the memories",
                .value = row.repetition.memory_bytes / static_cast<double>(row.elements),
                .least = 32 * (1 - tolerance),
                .most = 32 * (1 + tolerance)});
}

// The socket link of the Milan, and the router beside it whose port passes both directions.
class SocketLink {
 public:
  SocketLink(const Condition& condition, long elements)
      : condition_(condition), elements_(elements) {}

  // Bandwidths in bytes/s, of the link, each way.
  Forecast at(double bandwidth) const {
    std::vector<std::string> options = options_of(condition_);
    for (const auto& more :
         {set_bandwidth("socket_link", bandwidth), set_bandwidth("xgmi", 2 * bandwidth)})
      options.insert(options.end(), more.begin(), more.end());
    return forecast_online(condition_.machine.name, options,
                           triad(traced_workload("triad"), condition_, elements_, 1));
  }

  // What its time must shrink or grow by to equal the memories'.
  static double time_against_memory(const MemoryAnswer& result) {
    double link = 0, memory = 0;
    for (const answers::ObjectResult& object : result.objects) {
      if (object.class_name == "socket_link" || object.class_name == "xgmi")
        link = std::max(link, object.time_s);
      if (object.kind == Kind::memory) memory = std::max(memory, object.time_s);
    }
    return link / memory;
  }

  static bool limits(const MemoryAnswer& result) {
    const std::string& name = object_named(result, result.bottleneck.name).class_name;
    return name == "socket_link" || name == "xgmi";
  }

 private:
  Condition condition_;
  long elements_;
};

// Half of all traffic crosses between the sockets, evenly both ways; memory needs V ÷ M, the link
// V ÷ 4 each way: it limits below M ÷ 4. docs/pmnet-comparison.md derives it.
double threshold_by_hand(const Condition& c) { return c.memory_bandwidth * giga / 4; }

struct PublicLink {
  const char* name;
  double bandwidth;  // bytes/s each way, raw: links × lanes × transfers/s ÷ 8
};
constexpr PublicLink public_links[] = {{"3 xGMI-2 links × 16 lanes × 16 GT/s", 96e9},
                                       {"3 links × 16 × 18 GT/s", 108e9},
                                       {"4 links × 16 × 16 GT/s", 128e9},
                                       {"4 links × 16 × 18 GT/s", 144e9}};

void find_threshold(const Condition& c, Report& report) {
  const SocketLink link(c, c.elements);
  const double hand = threshold_by_hand(c);
  const double start = 2 * hand;
  const double found = start * SocketLink::time_against_memory(link.at(start).result);
  const MemoryAnswer below = link.at(found * (1 - tolerance)).result;
  const MemoryAnswer above = link.at(found * (1 + tolerance)).result;
  report.print(fmt::format(
      "\n{}: the socket link limits below {} each way (by hand: {}).\n  1 % less: {}\n  1 % more: "
      "{}\nThe real link, raw, each way:\n",
      c.name, format_bandwidth(found), format_bandwidth(hand), below.verdict, above.verdict));
  for (const PublicLink& p : public_links)
    report.print(fmt::format("  {:<37} {:>10}; limits if under {} of it gets through\n", p.name,
                             format_bandwidth(p.bandwidth), format_percent(found / p.bandwidth)));
  report.data["socket_link"] = {{"threshold_bytes_per_s", found},
                                {"by_hand_bytes_per_s", hand},
                                {"below", below.verdict},
                                {"above", above.verdict}};
  report.claim({.text = "NPS0: threshold of the socket link ÷ by hand",
                .value = found / hand,
                .least = 1 - tolerance,
                .most = 1 + tolerance});
  report.claim({.text = "NPS0, link 1 % slower: it or its router limits (1: yes)",
                .value = SocketLink::limits(below) ? 1.0 : 0.0,
                .least = 1});
  report.claim({.text = "NPS0, link 1 % faster: memory limits (1: yes)",
                .value = above.bottleneck.kind == Kind::memory ? 1.0 : 0.0,
                .least = 1});
}

void compare(const Options& options, Report& report) {
  Table forecasts = forecast_table();
  Table costs = cost_table();
  report.print("\nBandwidths in GB/s.\n");
  for (std::size_t i = 0; i < (options.quick ? quick_rows : conditions.size()); ++i) {
    if (!report.wants(conditions[i].name)) continue;
    const Row row = measure(conditions[i], options);
    add_forecast(forecasts, row, report);
    add_cost(costs, row);
    claim_row(row, i < memory_bound, report);
    report.data["rows"].push_back(to_json(row));
  }
  report.print("\n" + costs.text());
  if (!options.quick && report.wants("threshold of the socket link"))
    find_threshold(conditions.back(), report);
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {.about = "STREAM Triad under the six conditions of PMNet's table 4: the "
                                 "paper's numbers beside ours.",
                        .run = compare,
                        .default_runs = 1});
}
