// Random machines, random traces: every counter equal to the reference simulator's.
#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/random_cases_for_tests.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/memsim/reference_simulator.h"
#include "hpcast/models/memsim/simulation.h"
#include "hpcast/models/memsim/test_dice.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

struct Case {
  std::string machine;
  SimulationOptions options;
  std::vector<std::vector<Word>> threads;
};

// A level of caches of one class, each of them over `span` neighbouring cores.
struct LevelPlan {
  std::uint32_t span;
  std::uint32_t line, ways, sets;
  std::string replacement, write_policy, inclusion, side = "core";
  std::string prefetcher = {};  // members of its class
};

class MachineText {
 public:
  // `sets_factor`: of all caches' numbers of sets; where it is not 1, no victim is drawn at random.
  MachineText(Dice& dice, bool shared_inclusive, std::uint32_t sets_factor)
      : dice_(dice), sets_factor_(sets_factor) {
    cores_ = 1U << dice.below(3);
    usual_ = sets_factor == 1 && dice.chance(30);
    if (usual_) {
      const std::uint32_t l1_ways = dice.of({8U, 8U, 4U, 12U});
      plan_private(l1_ways, dice.of({4U, 8U, 8U, 20U}));
      plan_last(dice.chance(50) ? 1 : cores_, shared_inclusive && dice.chance(50));
      return;
    }
    std::uint32_t span = 1;
    const std::uint64_t levels = dice.below(5);
    std::uint32_t line = 64;
    prefetches_ = sets_factor == 1 && dice.chance(40);
    if (prefetches_) line = dice.of({32U, 64U, 128U});
    for (std::uint64_t i = 0; i < levels; ++i) {
      if (span < cores_ && dice.chance(40)) span *= 2;
      const bool is_own = span == 1 && i < max_private_levels;
      if (dice.chance(25) && !(prefetches_ && is_own)) line = dice.of({32U, 64U, 128U, 256U});
      plans_.push_back(plan(span, line, i, shared_inclusive));
      if (prefetches_ && is_own && plans_.back().inclusion != "exclusive")
        plans_.back().prefetcher = prefetcher(i == 0);
      line = plans_.back().line;
    }
    nodes_ = dice.chance(60) ? 1 : 2;
    memories_ = nodes_ * static_cast<std::uint32_t>(1 + dice.below(2));
    memory_side_ = !prefetches_ && dice.chance(25);  // a core's own if that is the only one
    memory_line_ = dice.of({64U, 128U});
  }

  // Cores with these private caches, as PlainChain has them; second_ways 0: there is one.
  MachineText(Dice& dice, std::uint32_t first_ways, std::uint32_t second_ways)
      : dice_(dice), sets_factor_(1), cores_(dice.of({2U, 4U})), usual_(true) {
    plan_private(first_ways, second_ways);
    plan_last(cores_, false);
  }

  std::uint32_t cores() const { return cores_; }
  std::uint32_t nodes() const { return nodes_; }
  bool usual() const { return usual_; }
  bool prefetches() const { return prefetches_; }

  std::string text() {
    std::ostringstream classes, caches, memories, cores, edges;
    for (std::uint32_t c = 0; c < cores_; ++c)
      item(cores) << R"({"name": "c)" << c << R"(", "class": "c"})";
    for (std::size_t l = 0; l < plans_.size(); ++l) level(l, classes, caches, edges);
    for (std::uint32_t top = 0; top < tops(); ++top) edge(edges, last_name(top), "r");
    if (memory_side_)
      cache_class(classes, "ms",
                  {cores_, memory_line_, 3, 16 * sets_factor_, "lru", "write_back", "nine",
                   memory_line_ == 64 ? "memory" : "core"});
    for (std::uint32_t m = 0; m < memories_; ++m) {
      const std::string name = "m" + std::to_string(m);
      item(memories) << R"({"name": ")" << name << R"(", "class": "m", "numa_node": )"
                     << m * nodes_ / memories_ << "}";
      // The second node is one hop farther.
      std::string from = m * nodes_ / memories_ == 0 ? "r" : "far";
      if (memory_side_) {
        item(caches) << R"({"name": "ms)" << m << R"(", "class": "ms"})";
        edge(edges, from, "ms" + std::to_string(m));
        from = "ms" + std::to_string(m);
      }
      edge(edges, from, name);
    }
    edge(edges, "r", "far");
    const std::string rate = R"("read_bandwidth": 1e10)";
    return R"({"core_class": [{"name": "c", "dp_flops": 1e9, "sp_flops": 1e9, "ips": 1e9}],
"cache_class": [)" +
           classes.str() + R"(],
"mem_class": [{"name": "m", "capacity": )" +
           std::to_string(dice_.of({16, 64, 4096}) * 1024) + R"(, "linesize": 64, )" + rate +
           R"(}], "router_class": [{"name": "r", )" + rate +
           R"(}], "edge_class": [{"name": "e"}],
"core_obj": [)" +
           cores.str() + "],\n\"cache_obj\": [" + caches.str() + "],\n\"mem_obj\": [" +
           memories.str() + R"(],
"router_obj": [{"name": "r", "class": "r"}, {"name": "far", "class": "r"}],
"edge_obj": [)" +
           edges.str() + "]}";
  }

 private:
  // As PlainChain has them.
  void plan_private(std::uint32_t first_ways, std::uint32_t second_ways) {
    const std::uint32_t line = first_ways == 4 ? dice_.of({64U, 256U}) : 64;
    plans_.push_back({1, line, first_ways, dice_.of({2U, 4U}), "lru", "write_back", "nine"});
    if (second_ways == 0) return;
    plans_.push_back({1, line, second_ways, dice_.of({4U, 8U}), "lru", "write_back",
                      dice_.chance(50) ? "nine" : "inclusive"});
  }
  // As OneLevel has it: mostly of so many sets that tags are narrow. An inclusive one is shared by
  // all cores.
  void plan_last(std::uint32_t span, bool inclusive) {
    const char* const inclusion = dice_.chance(50) ? "nine" : "exclusive";
    plans_.push_back({inclusive ? cores_ : span, plans_[0].line, dice_.of({16U, 16U, 20U, 12U}),
                      dice_.of({4096U, 4096U, 1024U}), "lru", "write_back",
                      inclusive ? "inclusive" : inclusion});
    nodes_ = 2;
    memories_ = 4;
  }
  LevelPlan plan(std::uint32_t span, std::uint32_t line, std::uint64_t level,
                 bool shared_inclusive) {
    LevelPlan p{span,
                line,
                1,
                1,
                dice_.of({"lru", "lru", "plru", "random"}),
                dice_.chance(75) ? "write_back" : "write_through",
                "nine"};
    p.ways = p.replacement == "plru" ? dice_.of({1U, 2U, 4U, 8U})
                                     : static_cast<std::uint32_t>(1 + dice_.below(6));
    p.sets = sets_factor_ * static_cast<std::uint32_t>(1 + dice_.below(6 << level));
    if (sets_factor_ > 1 && p.replacement == "random") p.replacement = "lru";
    if (dice_.chance(30) && (span == 1 || shared_inclusive)) p.inclusion = "inclusive";
    if (level > 0 && plans_.back().line == line && dice_.chance(30)) p.inclusion = "exclusive";
    return p;
  }
  std::string prefetcher(bool first) {
    const std::string kind =
        dice_.of({"none", "next_line", "streams", first ? "stride" : "streams"});
    if (kind == "none") return {};
    std::string members = R"(, "prefetcher": ")" + kind + R"(", "prefetch_degree": )" +
                          std::to_string(1 + dice_.below(4));
    if (kind != "next_line" && dice_.chance(75))
      members += R"(, "prefetch_distance": )" + std::to_string(1 + dice_.below(10));
    return members;
  }
  static std::ostringstream& item(std::ostringstream& list) {
    if (list.tellp() > 0) list << ",\n ";
    return list;
  }
  static void edge(std::ostringstream& edges, const std::string& a, const std::string& b) {
    item(edges) << R"({"name": ")" << a << "-" << b << R"(", "class": "e", "source": ")" << a
                << R"(", "target": ")" << b << "\"}";
  }
  static void cache_class(std::ostringstream& classes, const std::string& name,
                          const LevelPlan& p) {
    item(classes) << R"({"name": ")" << name << R"(", "capacity": )" << p.line * p.ways * p.sets
                  << R"(, "associativity": )" << p.ways << R"(, "linesize": )" << p.line
                  << R"(, "replacement": ")" << p.replacement << R"(", "write_policy": ")"
                  << p.write_policy << R"(", "inclusion": ")" << p.inclusion << R"(", "side": ")"
                  << p.side << R"(", "read_bandwidth": 1e11)" << p.prefetcher << "}";
  }
  void level(std::size_t l, std::ostringstream& classes, std::ostringstream& caches,
             std::ostringstream& edges) {
    const LevelPlan& p = plans_[l];
    cache_class(classes, "l" + std::to_string(l), p);
    for (std::uint32_t i = 0; i < cores_ / p.span; ++i)
      item(caches) << R"({"name": ")" << name(l, i) << R"(", "class": "l)" << l << "\"}";
    const std::uint32_t above = l == 0 ? 1 : plans_[l - 1].span;
    for (std::uint32_t i = 0; i < cores_ / above; ++i)
      edge(edges, l == 0 ? "c" + std::to_string(i) : name(l - 1, i), name(l, i * above / p.span));
  }
  static std::string name(std::size_t level, std::uint32_t i) {
    return "l" + std::to_string(level) + "_" + std::to_string(i);
  }
  std::uint32_t tops() const { return plans_.empty() ? cores_ : cores_ / plans_.back().span; }
  std::string last_name(std::uint32_t i) const {
    return plans_.empty() ? "c" + std::to_string(i) : name(plans_.size() - 1, i);
  }

  Dice& dice_;
  std::uint32_t sets_factor_;
  std::uint32_t cores_ = 1, nodes_ = 1, memories_ = 1, memory_line_ = 64;
  bool memory_side_ = false, usual_ = false, prefetches_ = false;
  std::vector<LevelPlan> plans_;
};

// References with locality: runs through a few shared and a few own arrays.
class TraceText {
 public:
  // `spread`: over so many addresses that a few sets of a large cache have to hold everything.
  TraceText(Dice& dice, std::uint32_t thread, bool spread)
      : dice_(dice), thread_(thread), spread_(spread), alike_(dice.chance(25)) {}

  void run(std::vector<Word>& words, std::uint64_t references) {
    while (references > 0) {
      const std::uint64_t length = std::min<std::uint64_t>(1 + dice_.below(40), references);
      const bool shared = dice_.chance(50);
      std::uint64_t at = (shared ? 0x10000 : 0x40000 + 0x10000 * thread_) + dice_.below(0x3000);
      const auto size = alike_ ? 3 : static_cast<unsigned>(dice_.below(reftrace::size_classes));
      if (dice_.chance(85)) at &= ~((std::uint64_t{1} << size) - 1);
      const unsigned kind = static_cast<unsigned>(dice_.below(100));
      const Op op = kind < 55 ? Op::read : kind < 92 ? Op::write : Op::nontemporal_write;
      const std::uint64_t stride = dice_.of({0ULL, 1ULL, 1ULL, 1ULL, 2ULL, 9ULL}) << size;
      const Word instruction = dice_.below(5);
      for (std::uint64_t i = 0; i < length; ++i) {
        const bool flip = op != Op::nontemporal_write && dice_.chance(10);
        const std::uint64_t address = spread_ ? (at & 0xff) | at >> 8 << 18 : at;
        words.push_back(reference(address, size,
                                  flip ? (op == Op::read ? Op::write : Op::read) : op,
                                  instruction + (dice_.chance(10) ? 256 : 0)));
        at += stride;
      }
      references -= length;
    }
  }

 private:
  Dice& dice_;
  std::uint32_t thread_;
  bool spread_;
  bool alike_;  // references of one size, as programs have them for long
};

// Of what TraceText refers to, a few pages; of all that, now and then.
void unmap_some(Dice& dice, std::vector<Word>& body) {
  constexpr std::uint64_t first = 0x10000, pages = 0x240;
  const bool all = dice.chance(5);
  const std::uint64_t begin = all ? 0 : dice.below(pages);
  add_event(body, Event::unmapped, {first + 1024 * begin, 1024 * (all ? pages : dice.below(20))});
}

// Sections of references between barriers, locks and phase marks.
std::vector<std::vector<Word>> random_threads(Dice& dice, std::uint32_t threads, bool spread,
                                              bool unmap = false) {
  std::vector<std::vector<Word>> bodies(threads);
  const bool cut_off = dice.chance(10);
  std::uint64_t unlocks = 0;
  const std::uint64_t sections = 1 + dice.below(6);
  for (std::uint64_t section = 0; section < sections; ++section) {
    for (std::uint32_t t = 0; t < threads; ++t) {
      if (dice.chance(15)) add_event(bodies[t], Event::phase, {dice.below(3)});
      if (unmap && dice.chance(30)) unmap_some(dice, bodies[t]);
      TraceText(dice, t, spread).run(bodies[t], dice.below(600));
      if (dice.chance(30)) {  // a critical section, entered in the order of this loop
        add_wait(bodies[t], 77, unlocks++);
        TraceText(dice, t, spread).run(bodies[t], dice.below(20));
        add_signal(bodies[t], 77);
      }
    }
    if (dice.chance(50)) {
      const std::uint64_t barrier = 1000 + section;
      for (auto& body : bodies) {
        add_signal(body, barrier);
        add_wait(body, barrier, threads + (cut_off && dice.chance(30) ? 1 : 0));
      }
    }
  }
  std::vector<std::vector<Word>> streams;
  for (const auto& body : bodies) streams.push_back(thread_of(body));
  return streams;
}

// References on that machine.
Case random_case(Dice& dice, MachineText& machine, bool bounded, bool unmap) {
  Case c;
  c.machine = machine.text();
  c.options.coherent = bounded && dice.chance(75);
  PlacementPolicy& policy = c.options.placement;
  policy.kind = dice.of({PlacementPolicy::Kind::first_touch, PlacementPolicy::Kind::interleave,
                         PlacementPolicy::Kind::node});
  policy.nodes = {static_cast<int>(dice.below(machine.nodes()))};
  // Prefetchers go on to what nobody has touched in smaller pages than theirs.
  policy.page_bytes = machine.prefetches() ? 4096 : dice.of({1024U, 4096U});
  policy.granularity = dice.of({0U, 0U, 256U, 4096U, 8192U});
  c.options.weave.interval = dice.of({16U, 100U, 1000U, 8192U});
  // Several threads on a core are merged exactly only where the private side runs in pieces.
  const std::uint32_t most = c.options.coherent ? 4 : machine.cores();
  c.threads = random_threads(dice, static_cast<std::uint32_t>(1 + dice.below(most)),
                             machine.usual(), unmap);
  return c;
}
Case random_case(std::uint64_t seed, bool bounded, std::uint32_t sets_factor = 1) {
  Dice dice(seed);
  // In a sample, who uses first what another thread has given back depends on what is left out.
  const bool unmap = sets_factor == 1 && dice.chance(50);
  MachineText machine(dice, bounded, sets_factor);
  return random_case(dice, machine, bounded, unmap);
}

template <class Plain>
void expect_equal_words(const Plain& fast, const Plain& slow, const std::string& what) {
  const auto* const a = reinterpret_cast<const std::uint64_t*>(&fast);
  const auto* const b = reinterpret_cast<const std::uint64_t*>(&slow);
  for (std::size_t i = 0; i < sizeof(Plain) / sizeof(std::uint64_t); ++i)
    EXPECT_EQ(a[i], b[i]) << what << ", word " << i;
}

void expect_equal(const std::vector<PhaseCounts>& fast, const std::vector<PhaseCounts>& slow) {
  ASSERT_EQ(fast.size(), slow.size());
  for (std::size_t p = 0; p < fast.size(); ++p) {
    const std::string phase = "phase " + std::to_string(p) + " ";
    for (std::size_t i = 0; i < fast[p].core.size(); ++i)
      expect_equal_words(fast[p].core[i], slow[p].core[i], phase + "core " + std::to_string(i));
    for (std::size_t i = 0; i < fast[p].path.size(); ++i)
      expect_equal_words(fast[p].path[i], slow[p].path[i], phase + "path " + std::to_string(i));
    for (std::size_t i = 0; i < fast[p].cache.size(); ++i)
      expect_equal_words(fast[p].cache[i], slow[p].cache[i], phase + "cache " + std::to_string(i));
  }
}

void expect_case_equal(const Case& c) {
  const dat::Machine machine = dat::parse_machine(c.machine, "random");
  const dat::Routes routes(machine);
  const Topology topology = make_topology(machine, routes, c.options.coherent);
  reference_model::SlowSimulator slow(
      machine, topology, {c.options.coherent, c.options.placement, c.options.weave.interval});
  const std::vector<PhaseCounts> expected = slow.run(c.threads);
  for (const unsigned host_threads : {1U, 2U, 4U}) {
    SimulationOptions options = c.options;
    options.weave.host_threads = host_threads;
    Simulation simulation(machine, routes, options);
    VectorFeed feed(c.threads);
    simulation.run(feed);
    EXPECT_EQ(simulation.weaver().unmet_waits(), slow.unmet_waits());
    expect_equal(simulation.phases(), expected);
  }
}

// Looked at interval by interval, a run counts the same; and each interval does, on any host.
void expect_observed_equal(const Case& c) {
  const dat::Machine machine = dat::parse_machine(c.machine, "random");
  const dat::Routes routes(machine);
  std::vector<PhaseCounts> expected;
  std::vector<std::vector<PhaseCounts>> intervals;
  for (const unsigned host_threads : {0U, 1U, 4U}) {
    SimulationOptions options = c.options;
    options.weave.host_threads = std::max(1U, host_threads);
    options.observe.intervals = host_threads == 0 ? 0 : 3;
    Simulation simulation(machine, routes, options);
    VectorFeed feed(c.threads);
    simulation.run(feed);
    if (host_threads == 0) expected = simulation.phases();
    expect_equal(simulation.phases(), expected);
    auto& counts = intervals.emplace_back();
    for (const ObservedInterval& interval : std::move(simulation).finished().observed)
      counts.push_back(interval.counts);
  }
  EXPECT_GT(intervals[1].size(), 0U);
  expect_equal(intervals[1], intervals[2]);
}

void compare_cases(std::uint64_t first, std::uint64_t count, bool bounded) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Case c = random_case(seed, bounded);
    expect_case_equal(c);
    expect_observed_equal(c);
    if (::testing::Test::HasFailure())
      FAIL() << "seed " << seed << " coherent " << c.options.coherent << " interval "
             << c.options.weave.interval << " page " << c.options.placement.page_bytes
             << " granularity " << c.options.placement.granularity << " threads "
             << c.threads.size() << "\n"
             << c.machine;
  }
}

// Coherence and inclusive shared caches: private and shared side talk both ways.
TEST(RandomTraces, BoundedEqualsReference) { compare_cases(1, random_cases(400), true); }
// Private caches run ahead of the weave: the order must not show.
TEST(RandomTraces, AheadEqualsReference) { compare_cases(100'001, random_cases(400), false); }

// The private caches of most processors, each in vector registers of its own number of ways.
TEST(RandomTraces, ChainsOfMixedWaysEqualReference) {
  std::uint64_t seed = 0;
  for (const std::uint32_t first : {4U, 8U, 12U})
    for (const std::uint32_t second : {0U, 4U, 8U, 10U, 16U, 20U})
      for (const bool bounded : {false, true}) {
        Dice dice(++seed);
        MachineText machine(dice, first, second);
        expect_case_equal(random_case(dice, machine, bounded, dice.chance(50)));
        ASSERT_FALSE(HasFailure()) << first << " and " << second << " ways, " << bounded;
      }
}

// More threads than cores: no reference for that, but one answer on any host.
TEST(RandomTraces, ThreadsSharingCoresGiveTheSameOnAnyHost) {
  for (std::uint64_t seed = 1; seed <= random_cases(60); ++seed) {
    Case c = random_case(seed, false);
    const dat::Machine machine = dat::parse_machine(c.machine, "random");
    const dat::Routes routes(machine);
    Dice dice(seed);
    c.threads =
        random_threads(dice, static_cast<std::uint32_t>(machine.cores.size()) + 3, seed % 2 == 0);
    std::vector<PhaseCounts> first;
    for (const unsigned host_threads : {1U, 2U, 4U}) {
      c.options.weave.host_threads = host_threads;
      Simulation simulation(machine, routes, c.options);
      VectorFeed feed(c.threads);
      simulation.run(feed);
      if (host_threads == 1) first = simulation.phases();
      expect_equal(simulation.phases(), first);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
    }
  }
}

// --- Samples (sample.h) ---

struct Sampled {
  SampleEstimate estimate;
  std::vector<PhaseCounts> phases;
  std::uint64_t pages, references;
  std::uint64_t groups;  // that the machine's sets fall into
};

Sampled run_sample(const Case& c, const SampleOptions& sample, unsigned host_threads = 1) {
  const dat::Machine machine = dat::parse_machine(c.machine, "random");
  const dat::Routes routes(machine);
  SimulationOptions options = c.options;
  options.sample = sample;
  options.weave.host_threads = host_threads;
  Simulation simulation(machine, routes, options);
  VectorFeed feed(c.threads);
  simulation.run(feed);
  const SamplePlan* const plan = simulation.sample();
  return {simulation.estimate(), simulation.phases(), simulation.pages(),
          simulation.weaver().references(), plan != nullptr ? plan->groups() : 0};
}

void add_words(void* to, const void* more, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i)
    static_cast<std::uint64_t*>(to)[i] += static_cast<const std::uint64_t*>(more)[i];
}

// Counts of all of them; nothing but words.
std::vector<PhaseCounts> sum_of(const std::vector<std::vector<PhaseCounts>>& runs) {
  std::vector<PhaseCounts> sum = runs[0];
  for (std::size_t r = 1; r < runs.size(); ++r)
    for (std::size_t p = 0; p < sum.size(); ++p) {
      const PhaseCounts& more = runs[r][p];
      add_words(sum[p].core.data(), more.core.data(), more.core.size() * sizeof more.core[0]);
      add_words(sum[p].path.data(), more.path.data(), more.path.size() * sizeof more.path[0]);
      add_words(sum[p].cache.data(), more.cache.data(), more.cache.size() * sizeof more.cache[0]);
    }
  return sum;
}

// Each part stands for all, so that all parts together are that many whole runs.
void expect_parts_are_the_whole(const Case& c, const Sampled& whole, std::uint32_t parts) {
  std::vector<std::vector<PhaseCounts>> estimates;
  for (std::uint32_t part = 0; part < parts; ++part) {
    const Sampled sampled =
        run_sample(c, {SampleOptions::Kind::sets, parts, 1 + parts, part, 0}, 1 + part % 2);
    EXPECT_EQ(sampled.pages, whole.pages);
    EXPECT_EQ(sampled.references, whole.references);
    estimates.push_back(sampled.phases);
  }
  expect_equal(sum_of(estimates), sum_of(std::vector(parts, whole.phases)));
}

// A sample of two groups is two samples of one.
void expect_replicates_to_be_samples(const Case& c, std::uint32_t groups) {
  const Sampled both = run_sample(c, {SampleOptions::Kind::sets, groups / 2, 7, 3, 0});
  ASSERT_EQ(both.estimate.replicates.size(), 2U);
  for (std::uint32_t r = 0; r < 2; ++r) {
    EXPECT_EQ(both.estimate.replicates[r].weight, 0.5);
    const Sampled one = run_sample(c, {SampleOptions::Kind::sets, groups, 7, 6 + r, 0});
    expect_equal(both.estimate.replicates[r].phases, one.phases);
  }
}

// Every line of every cache of a machine lies in one of 24 groups or more.
void sample_cases(std::uint64_t first, std::uint64_t count, bool bounded) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Case c = random_case(seed, bounded, 8 * 24);
    if (c.machine.find("\"cache_obj\": []") != std::string::npos) continue;
    const Sampled all = run_sample(c, {SampleOptions::Kind::sets, 1, seed, 0, 0});
    // What private caches hear of the shared side, they hear earlier in a sample.
    if (!bounded) expect_equal(all.phases, run_sample(c, {}).phases);
    for (const std::uint32_t parts : {2U, 3U, 24U}) expect_parts_are_the_whole(c, all, parts);
    expect_replicates_to_be_samples(c, static_cast<std::uint32_t>(all.groups));
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << "\n" << c.machine;
  }
}

TEST(RandomTraces, SamplesOfAllSetsAreTheWholeRun) { sample_cases(1, random_cases(60), false); }
TEST(RandomTraces, SamplesOfAllSetsAreTheWholeRunBounded) {
  sample_cases(1'001, random_cases(60), true);
}

TEST(RandomTraces, SampleInTimeOfEverythingIsTheWholeRun) {
  for (std::uint64_t seed = 1; seed <= random_cases(40); ++seed) {
    const Case c = random_case(seed, false);
    const Sampled all = run_sample(c, {SampleOptions::Kind::time, 1, seed, 0, 1});
    expect_equal(all.phases, run_sample(c, {}).phases);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
}

// Left out or not: references and pages are exact, and the answer is one on any host.
TEST(RandomTraces, SampleInTimeGivesTheSameOnAnyHost) {
  for (std::uint64_t seed = 1; seed <= random_cases(40); ++seed) {
    Case c = random_case(seed, seed % 2 == 0);
    c.options.weave.interval = 16;
    const Sampled whole = run_sample(c, {});
    const SampleOptions sample{SampleOptions::Kind::time, 3, seed, 0, 2};
    const Sampled one = run_sample(c, sample, 1);
    const Sampled many = run_sample(c, sample, 4);
    expect_equal(one.phases, many.phases);
    EXPECT_EQ(one.pages, whole.pages);
    EXPECT_EQ(one.references, whole.references);
    for (std::size_t p = 0; p < whole.phases.size(); ++p)
      for (std::size_t core = 0; core < whole.phases[p].core.size(); ++core)
        expect_equal_words(one.phases[p].core[core].references,
                           whole.phases[p].core[core].references, "references");
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace hpcast::memsim
