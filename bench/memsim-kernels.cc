// The innermost parts of the memory simulation alone, on the EPYC 7702: what a reference costs in
// the private caches, and what a request costs in the shared ones behind them.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "build_tree.h"
#include "child.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/private_core.h"
#include "hpcast/models/memsim/shared_side.h"
#include "hpcast/models/memsim/topology.h"

namespace {

using namespace hpcast;
using namespace hpcast::memsim;

struct Reference {
  std::uint64_t address;
  bool is_write;
};
using References = std::vector<Reference>;

constexpr std::uint64_t base = 0x10000000;

// Every reference somewhere in 1.6 MB: beyond the L2, within the L3.
References gather() {
  References references;
  std::mt19937_64 random(1);
  for (int i = 0; i < 1'000'000; ++i) references.push_back({base + random() % 200'000 * 8, false});
  return references;
}

// Three arrays 64 MiB apart: their lines meet in one set of every cache.
References triad() {
  References references;
  for (std::uint64_t i = 0; i < 500'000; ++i)
    for (std::uint64_t k = 0; k < 3; ++k) references.push_back({base + (k << 26) + i * 8, k == 2});
  return references;
}

const dat::Machine& rome() {
  static const dat::Machine machine = [] {
    const hpcast::ScratchFolder scratch;
    const std::string file = scratch.file("machine.dat.json");
    bench::run({{bench::hpcast_program(), "machine", "epyc-7702x2-nps4", "-o", file}});
    return dat::read_machine(file);
  }();
  return machine;
}

const Topology& topology() {
  static const Topology t = make_topology(rome(), dat::Routes(rome()), false);
  return t;
}

struct Requests {
  std::vector<Word> words;
  void emit(Word request) { words.push_back(request); }
};

class Core {
 public:
  explicit Core(Requests& requests)
      : storage_(hpcast::memsim::storage_words(config())),
        caches_(config(), storage_.data(), counters_, requests) {}

  void take(const References& references) {
    for (const Reference& r : references) {
      const auto op = r.is_write ? reftrace::Op::write : reftrace::Op::read;
      if (!caches_.hits_recent(op, r.address, 8)) caches_.reference(op, r.address, 8, 0);
    }
  }

 private:
  static const PrivateConfig& config() {
    return topology().private_configs[topology().private_config_of[0]];
  }
  std::vector<std::uint64_t> storage_;
  PrivateCounters counters_{};
  PrivateCore<Requests> caches_;
};

void private_caches(benchmark::State& state, const References& references) {
  Requests requests;
  requests.words.reserve(4 * references.size());
  Core core(requests);
  for (auto _ : state) {
    requests.words.clear();
    core.take(references);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(references.size()));
  state.counters["requests/reference"] =
      static_cast<double>(requests.words.size()) / static_cast<double>(references.size());
}

void shared_side(benchmark::State& state, const References& references, bool coherent) {
  Requests requests;
  Core core(requests);
  core.take(references);
  std::vector<int> nodes;
  std::vector<std::uint64_t> capacities;
  for (std::uint32_t m = 0; m < rome().memories.size(); ++m) {
    nodes.push_back(rome().memories[m].numa_node);
    capacities.push_back(rome().class_of_memory(m).capacity);
  }
  SharedSide shared(topology(),
                    Placement(PlacementPolicy{}, topology().nearest_memories, nodes, capacities),
                    coherent);
  for (auto _ : state) shared.serve(0, requests.words.data(), requests.words.size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(requests.words.size()));
}

BENCHMARK_CAPTURE(private_caches, gather, gather());
BENCHMARK_CAPTURE(private_caches, triad, triad());
BENCHMARK_CAPTURE(shared_side, gather, gather(), false);
BENCHMARK_CAPTURE(shared_side, triad, triad(), false);
BENCHMARK_CAPTURE(shared_side, gather_msi, gather(), true);
BENCHMARK_CAPTURE(shared_side, triad_msi, triad(), true);

}  // namespace

// --only NAME, as the other benchmarks have it, beside the library's own options.
int main(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] != "--only") continue;
    words[i] = "--benchmark_filter=" + words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0 ? 2 : 0;
}
