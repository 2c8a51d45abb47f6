// The basic loops and kernels of workloads/power on a node of the K computer: traced under
// Valgrind, simulated with its memory at STREAM's rate, and their power broken down with the
// paper's two sets of coefficients, as its figures 7 and 8 do. The programs are compiled with
// multiply-adds of two elements, as the node has them. docs/power-measure.md.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/correlation.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/inputs/counters/read.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

constexpr int cores = 8;
constexpr double stream_rate = 46e9;  // bytes/s; the paper's eq. 2
// Integer instructions, and loads and stores, that the node can do in a second: two a cycle and
// core. A DAT knows the rate of all instructions alone. Its eqs. 4 and 5.
constexpr double pair_rate = 32e9;
constexpr double node_count = 82944;
constexpr const char* sets[] = {"basic-loops", "application-kernels"};
constexpr const char* terms[] = {"fp", "memory", "l2", "l1d", "integer"};

struct Case {
  std::string name;
  Words words;  // the program and its arguments
};

// Of the paper's sizes where they fit a simulation: those of stream are its own, by thread.
std::vector<Case> cases_for(const Options& options) {
  std::vector<Case> cases;
  const bool quick = options.quick;
  const auto add = [&](const std::string& name, const Words& words, int repetitions) {
    cases.push_back(
        {name, words + Words{"--repetitions", std::to_string(quick ? 1 : repetitions)}});
  };
  const std::string elements = quick ? "3000" : "1000000";
  for (const int streams : {0, 1, 2, 3, 4, 6, 8})
    if (!quick || streams % 4 == 0)
      add(fmt::format("streams-{}", streams), {"streams", std::to_string(streams), elements}, 2);
  for (const char* const stride : {"0", "0.25", "1", "4", "16"})
    if (!quick || *stride == '1')
      add(std::string("stride-") + stride, {"stride", stride, quick ? "1000" : "262144"}, 1);
  add("stream-l1", {"stream", "1536"}, 500);
  add("stream-l2", {"stream", "73728"}, 20);
  add("stream-memory", {"stream", quick ? "300000" : "12369000"}, 1);
  add("dgemm-tall", {"dgemm", quick ? "60" : "768", quick ? "20" : "256"}, 1);
  add("dgemm-square", {"dgemm", quick ? "40" : "384"}, 1);
  add("chain-12", {"chain", "12"}, 5);
  add("chain-12-integer-8", {"chain", "12", "8"}, 5);
  add("records", {"records"}, 3);
  add("quicksort", {"quicksort", quick ? "1000" : "50000"}, 1);
  add("fem-plain", {"fem", "plain", quick ? "8" : "96"}, 1);
  add("fem-tuned", {"fem", "tuned", quick ? "8" : "96"}, 1);
  add("stencil", {"stencil", quick ? "16" : "128"}, 1);
  add("md", {"md", quick ? "6" : "12"}, 5);
  add("su3", {"su3", quick ? "4" : "12"}, 2);
  add("pic", {"pic", quick ? "8" : "32"}, 1);
  return cases;
}

struct Simulated {
  double time = 0, flops = 0, references = 0, integer = 0;
  double l1d_misses = 0, lines_read = 0, lines_written = 0;
};

// What moving data, computing, and waiting for memory take, the longest of them: the duration of
// the phase, which is one interval for all cores.
double time_in(const std::string& counters, const std::string& phase) {
  const counters::Table table = counters::read_counters(counters);
  std::set<double> starts;
  double time = 0;
  for (const counters::Row& row : table.rows)
    if (table.regions[row.region] == phase && starts.insert(row.start_s).second)
      time += row.duration_s;
  return time;
}

void add_operations(Simulated& s, const OperationTable& operations, const std::string& phase) {
  for (const OperationRow& row : operations) {
    if (row.phase != phase || row.part != ProgramPart::main) continue;
    s.flops += static_cast<double>(all_dp_flops(row.counts) + all_sp_flops(row.counts));
    s.references += static_cast<double>(row.counts.loads + row.counts.stores);
    s.integer += static_cast<double>(row.counts.integer);
  }
}

Simulated simulate(const Case& c, const ScratchFolder& scratch) {
  const std::string json = scratch.file(c.name + ".json"), csv = scratch.file("simulated.csv");
  const std::string& phase = c.words[0];
  Words command{hpcast_program(),
                "memory",
                "sparc64-viiifx",
                "--only",
                phase,
                "--tracer",
                "valgrind",
                "--omp-threads",
                std::to_string(cores),
                "--counters",
                csv,
                "--counter-intervals",
                "1",
                "--json",
                json};
  for (const char* const way : {"read", "write"})
    command.insert(command.end(),
                   {"--set", fmt::format("ddr3.{}_bandwidth={:.0f}", way, stream_rate)});
  command.insert(command.end(), {"--", two_wide_workload(phase)});
  command.insert(command.end(), c.words.begin() + 1, c.words.end());
  run({command, cores});
  const answers::MemoryAnswer result = answers::read_answer<answers::MemoryAnswer>(json);
  Simulated s;
  add_operations(s, result.operations, phase);
  s.time = std::max({time_in(csv, phase), s.integer / pair_rate, s.references / pair_rate});
  for (const answers::ObjectResult& object : result.objects) {
    if (object.class_name == "L1")
      s.l1d_misses += static_cast<double>(object.cache->read_misses + object.cache->write_misses);
    if (object.kind != answers::Kind::memory) continue;
    s.lines_read += static_cast<double>(object.num_read);
    s.lines_written += static_cast<double>(object.num_write);
  }
  return s;
}

// As a counter table. What a SPARC executes beside memory and floating point is taken to be what
// the program computes in integers: an x86's instructions have loads in them.
std::string counter_file(const Case& c, const Simulated& s, const ScratchFolder& scratch) {
  std::string path = scratch.file(c.name + ".csv");
  std::ofstream(path) << "duration_s,dp_flops,loads_and_stores,l1d_misses,dram_reads,dram_writes,"
                         "other_instructions\n"
                      << fmt::format("{},{},{},{},{},{},{}\n", s.time, s.flops, s.references,
                                     s.l1d_misses, s.lines_read, s.lines_written, s.integer);
  return path;
}

// Of a program, by term: rates and, by set, MW of the system.
struct Power {
  std::map<std::string, double> rate;
  std::map<std::string, std::map<std::string, double>> megawatts;

  double sum(const std::string& set) const {
    double sum = 0;
    for (const auto& [term, power] : megawatts.at(set)) sum += power;
    return sum;
  }
};

Power predict(const std::string& file) {
  Power power;
  for (const char* const set : sets) {
    const std::string text =
        run({{hpcast_program(), "power", "predict", file, "k-computer", "--set", set, "--terms",
              "fp,memory,l2,l1d,integer", "--json", "-"}})
            .output;
    const Document document = parse_json(text, "hpcast power predict");
    const Json& group = document.root["groups"][0];
    for (const char* const term : terms) {
      power.rate[term] = group["rates"][term].get<double>();
      power.megawatts[set][term] = group["terms_w"][term].get<double>() * node_count / 1e6;
    }
  }
  return power;
}

std::string text_of(const std::vector<Case>& cases, const std::map<std::string, Power>& powers,
                    const std::string& set) {
  Table table({"MW/system", "fp", "memory", "l2", "l1d", "integer", "over idle", ""});
  constexpr const char* letters = "FMLDI";
  for (const Case& c : cases) {
    const Power& power = powers.at(c.name);
    Table::Row row{c.name};
    std::string bar;
    for (std::size_t i = 0; i < std::size(terms); ++i) {
      const double megawatts = power.megawatts.at(set).at(terms[i]);
      row.push_back(fmt::format("{:.2f}", megawatts));
      bar += std::string(static_cast<std::size_t>(std::lround(4 * megawatts)), letters[i]);
    }
    row.push_back(fmt::format("{:.2f}", power.sum(set)));
    row.push_back(fmt::format("{:36}", bar));
    table.add(row);
  }
  return fmt::format("Coefficients {}; a letter is a quarter of a MW\n\n{}\n", set, table.text());
}

Table::Row rates_of(const std::string& name, const Power& power) {
  Table::Row row{name};
  for (const char* const term : terms)
    row.push_back(fmt::format("{:.1f}", 100 * power.rate.at(term)));
  return row;
}

// Pearson's, of the programs that read memory beside multiply-adds.
double correlation_with_memory(const std::map<std::string, Power>& powers, const std::string& set) {
  std::vector<double> x, y;
  for (const auto& [name, power] : powers) {
    if (!name.starts_with("streams-")) continue;
    x.push_back(power.rate.at("memory"));
    y.push_back(power.sum(set));
  }
  return line_through(x, y).r;
}

// What follows from the paper's text: sections 3.2, 3.3, 4.2.
void claim_the_papers_findings(const std::map<std::string, Power>& powers, Report& report) {
  constexpr double any_more = 1.0 + 1e-9;
  for (const std::string set : sets) {
    const auto sum = [&](const char* name) { return powers.at(name).sum(set); };
    report.claim({set + ": STREAM in memory ÷ chain of multiply-adds",
                  sum("stream-memory") / sum("chain-12"), any_more});
    report.claim(
        {set + ": finite elements tuned ÷ plain", sum("fem-tuned") / sum("fem-plain"), any_more});
    report.claim({set + ": streams, correlation of memory throughput with power",
                  correlation_with_memory(powers, set), 0.95, 1});
  }
  // With the coefficients of figures 7 and 8.
  for (const char* const dgemm : {"dgemm-tall", "dgemm-square"}) {
    const auto& megawatts = powers.at(dgemm).megawatts.at(sets[0]);
    report.claim({fmt::format("{}: {}, share of floating point and L1D", sets[0], dgemm),
                  (megawatts.at("fp") + megawatts.at("l1d")) / powers.at(dgemm).sum(sets[0]), 0.8,
                  1});
  }
  double most = 0;
  for (const auto& [name, power] : powers)
    for (const auto& [term, rate] : power.rate) most = std::max(most, rate);
  report.claim({"largest of all rates", most, 0, 1.02});
}

void power_k(const Options& options, Report& report) {
  const ScratchFolder scratch;
  Table rates({"% of effective peak", "fp", "memory", "l2", "l1d", "integer"});
  std::vector<Case> cases;
  std::map<std::string, Power> powers;
  for (const Case& c : cases_for(options)) {
    if (!report.wants(c.name)) continue;
    const Power power = predict(counter_file(c, simulate(c, scratch), scratch));
    report.add(rates, rates_of(c.name, power));
    report.data["programs"].push_back(
        {{"name", c.name}, {"rates", power.rate}, {"megawatts", power.megawatts}});
    powers[c.name] = power;
    cases.push_back(c);
  }
  report.print("\n");
  for (const char* const set : sets) report.print(text_of(cases, powers, set));
  if (report.wants_all()) claim_the_papers_findings(powers, report);
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {"The power of basic loops and kernels on a node of the K computer.",
                        [](CLI::App&) {}, power_k, 1});
}
