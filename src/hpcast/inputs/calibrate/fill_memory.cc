#include "hpcast/inputs/calibrate/fill_memory.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "hpcast/inputs/calibrate/fill_load.h"
#include "hpcast/inputs/calibrate/judge.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/inputs/dat/latency_curve.h"

namespace hpcast::calibrate {

namespace {

using dat::Duplex;
using dat::Throughput;

constexpr const char* follows = "follows from reading and writing";

bool are_separated(const StreamTimes& times) {
  return times.read.spread() <= widest_spread && times.write.spread() <= widest_spread;
}

double rate_of(const Least& time, double parts = 1) {
  return four_digits(1 / time.value() / parts);
}

// Reads and writes go on at once, each as fast as it does alone.
void set_full(Throughput& throughput, const StreamTimes& times, double parts = 1) {
  if (times.read.spread() <= widest_spread) throughput.read_bandwidth = rate_of(times.read, parts);
  if (times.write.spread() <= widest_spread)
    throughput.write_bandwidth = rate_of(times.write, parts);
}

class MemoryFiller {
 public:
  MemoryFiller(dat::Machine& machine, const std::vector<std::uint32_t>& cores,
               const std::vector<Level>& levels, const Times& times, Book& book)
      : machine_(machine), cores_(cores), levels_(levels), times_(times), book_(book) {}

  void fill() {
    const auto first_shared = std::find_if(levels_.begin(), levels_.end(),
                                           [](const Level& level) { return level.is_shared(); });
    shared_ = static_cast<std::size_t>(first_shared - levels_.begin());
    edges_ = own_edges(machine_, cores_);
    for (std::size_t i = 0; i < levels_.size(); ++i)
      levels_[i].is_memory ? fill_memory_class(i) : fill_cache_class(i);
    fill_capacity();
    fill_edges();
    fill_load(memory_class(), levels_.back(), times_, book_);
    fill_prefetchers();
    fill_lines_in_flight();
    fill_sets();
    fill_page_fault();
    fill_hand_over();
  }

 private:
  void fill_cache_class(std::size_t i) {
    dat::CacheClass& cache = machine_.cache_classes[levels_[i].class_index];
    fill_latency(levels_[i].name, times_.levels[i].latency, cache.latency);
    const StreamTimes* const streams = fill_streams(i, cache.throughput, true);
    if (streams != nullptr) set_full(cache.throughput, *streams, parts_of(i));
  }

  void fill_memory_class(std::size_t i) {
    dat::MemClass& memory = machine_.mem_classes[levels_[i].class_index];
    fill_latency(levels_[i].name, times_.levels[i].latency, memory.latency);
    const StreamTimes* const streams = fill_streams(i, memory.throughput, false);
    if (streams == nullptr) return;
    set_full(memory.throughput, *streams, parts_of(i));
    const Least& alone = times_.levels[i].alone.read;
    if (has_together(i) && alone.spread() <= widest_spread) memory.core_bandwidth = rate_of(alone);
    if (!are_separated(*streams)) return;
    memory.throughput.duplex = Duplex::full;
    const auto back = write_back_bandwidth(1 / streams->read.value(), 1 / streams->write.value());
    if (!back) return;
    memory.throughput.write_bandwidth = four_digits(*back / parts_of(i));
    memory.throughput.duplex = Duplex::half;
    book_.add({levels_[i].name,
               "write back",
               *back,
               Unit::bytes_per_second,
               std::max(streams->read.spread(), streams->write.spread()),
               {},
               {},
               {}});
    book_.note("what writing takes longer than reading");
  }

  // Whole sets of the ways that it has.
  void fill_capacity() {
    if (!times_.seen_capacity) return;
    const Level& last = levels_[levels_.size() - 2];
    dat::CacheClass& cache = machine_.cache_classes[last.class_index];
    const std::uint64_t set = std::uint64_t{cache.linesize} * cache.associativity;
    const std::uint64_t seen = *times_.seen_capacity / set * set;
    book_.add({last.name,
               "capacity",
               static_cast<double>(seen),
               Unit::bytes,
               1,
               static_cast<double>(cache.capacity),
               {},
               {}});
    book_.note("other guests have the rest");
    cache.capacity = seen;
  }

  void fill_latency(const std::string& group, const Least& time, std::optional<double>& latency) {
    if (book_.add_time(group, "latency", time, latency)) latency = four_digits(time.value());
  }

  bool has_together(std::size_t i) const { return times_.levels[i].together.read.count() > 0; }

  double parts_of(std::size_t i) const {
    return has_together(i) ? static_cast<double>(levels_[i].objects) : 1;
  }

  // Those that the class's bandwidths are from; none where they cannot be.
  const StreamTimes* fill_streams(std::size_t i, const Throughput& told, bool full) {
    const std::string& group = levels_[i].name;
    const bool together = has_together(i);
    const bool unknown = levels_[i].is_shared() && !together;
    add_alone(i, told, together || unknown);
    if (unknown) {
      book_.add_unseen(group + " by all threads at once: the caches before it hold as much.");
      return nullptr;
    }
    if (!together) return &times_.levels[i].alone;
    const StreamTimes& times = times_.levels[i].together;
    book_.add_rate(group, "read, all threads", times.read, told.read_bandwidth * parts_of(i));
    book_.add_rate(group, "write, all threads", times.write,
                   full ? std::optional<double>(told.write_bandwidth * parts_of(i)) : std::nullopt);
    book_.add_rate(group, "copy, all threads", times.copy);
    book_.only_told(follows);
    return &times;
  }

  void add_alone(std::size_t i, const Throughput& told, bool is_part) {
    const StreamTimes& times = times_.levels[i].alone;
    const std::string& group = levels_[i].name;
    const std::string who = is_part ? ", one thread" : "";
    const auto add = [&](const char* what, const Least& time, double before) {
      book_.add_rate(group, what + who, time,
                     is_part ? std::nullopt : std::optional<double>(before));
      if (!is_part) return;
      if (i == shared_ && !edges_.empty() && are_separated(times))
        book_.note("of the edge to it from each core's own caches");
      else if (levels_[i].is_memory && &time == &times.read)
        book_.note("what one core alone gets");
      else
        book_.only_told(i == shared_ ? "a core's edge needs both" : "no edge stands for one core");
    };
    add("read", times.read, told.read_bandwidth);
    add("write", times.write, told.write_bandwidth);
    book_.add_rate(group, "copy" + who, times.copy);
    book_.only_told(follows);
  }

  void fill_edges() {
    if (shared_ == levels_.size() || edges_.empty()) return;
    const StreamTimes& times = times_.levels[shared_].alone;
    if (!are_separated(times)) return;
    const auto index = static_cast<std::uint32_t>(machine_.edge_classes.size());
    Throughput throughput;
    set_full(throughput, times);
    machine_.edge_classes.push_back({"to_" + levels_[shared_].name, throughput, std::nullopt, {}});
    for (const std::uint32_t edge : edges_) machine_.edges[edge].class_index = index;
  }

  dat::MemClass& memory_class() { return machine_.mem_classes[levels_.back().class_index]; }

  // Of a line, where each takes `each` seconds: of memory as long as at that use.
  double latency_of(std::size_t i, double each) {
    const dat::LatencyCurves curves(memory_class().latency_curve);
    if (!levels_[i].is_memory || curves.empty()) return times_.levels[i].latency.value();
    return curves.at(static_cast<double>(memory_class().linesize) / each, 1);
  }

  // As many lines are under way as come in the time of one (Little), where one thread reads.
  void fill_prefetchers() {
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
      dat::CacheClass& cache = machine_.cache_classes[levels_[i].class_index];
      const Least& latency = times_.levels[i + 1].latency;
      const Least& byte = times_.levels[i + 1].alone.read;
      const double each = byte.value() * static_cast<double>(cache.linesize);
      const std::uint32_t lines = lines_in_flight(latency_of(i + 1, each), each);
      if (book_.add({levels_[i].name,
                     "lines fetched ahead",
                     static_cast<double>(lines),
                     Unit::none,
                     std::max(latency.spread(), byte.spread()),
                     {},
                     {},
                     {}}))
        cache.prefetch_ahead = lines;
    }
  }

  void fill_lines_in_flight() {
    const Least* best = &times_.in_flight.front().second;
    for (const auto& [count, time] : times_.in_flight)
      if (time.value() < best->value()) best = &time;
    const Least& one = times_.levels.back().latency;
    const std::uint32_t lines =
        lines_in_flight(latency_of(levels_.size() - 1, best->value()), best->value());
    dat::CoreClass& core = machine_.core_classes[machine_.cores[cores_[0]].class_index];
    const std::uint32_t told =
        core.pipeline ? core.pipeline->line_fill_buffers : core.line_fill_buffers;
    if (!book_.add({levels_.back().name,
                    "lines in flight",
                    static_cast<double>(lines),
                    Unit::none,
                    std::max(one.spread(), best->spread()),
                    told > 0 ? std::optional<double>(told) : std::nullopt,
                    {},
                    {}}))
      return;
    core.line_fill_buffers = lines;
    if (core.pipeline) core.pipeline->line_fill_buffers = lines;
  }

  void fill_sets() {
    const Least& of_set = times_.of_set;
    auto& pipeline = machine_.core_classes[machine_.cores[cores_[0]].class_index].pipeline;
    if (of_set.count() == 0 || !pipeline) return;
    const double cycle = times_.add.value(), cycles = of_set.value() / cycle;
    const double line = machine_.cache_classes[levels_[0].class_index].linesize;
    const double of_any = line * times_.levels[1].alone.read.value() / cycle;
    if (!book_.add({levels_[0].name,
                    "next line of a set",
                    cycles,
                    Unit::cycles,
                    of_set.spread(),
                    static_cast<double>(pipeline->set_fill),
                    {},
                    {}}))
      return;
    pipeline->set_fill = set_fill(cycles, of_any);
    if (pipeline->set_fill == 0) book_.note("as any other line: no limit");
  }

  void fill_page_fault() {
    if (book_.add_time("system", "first touch of a page", times_.page_fault))
      machine_.mem_classes[levels_.back().class_index].page_fault_time =
          four_digits(times_.page_fault.value());
  }

  // The first two cores meet there.
  std::optional<double>* nearest_hand_over() {
    const dat::Routes routes(machine_);
    const std::uint32_t memory = routes.nearest_memory(cores_[0]);
    const auto others = routes.route(cores_[1], memory);
    for (const dat::Hop& hop : routes.route(cores_[0], memory)) {
      const auto [kind, index] = machine_.object_at(hop.vertex);
      const auto is_here = [&hop](const dat::Hop& other) { return other.vertex == hop.vertex; };
      if (std::ranges::none_of(others, is_here)) continue;
      if (kind == dat::Kind::cache)
        return &machine_.cache_classes[machine_.caches[index].class_index].hand_over;
      if (kind == dat::Kind::memory)
        return &machine_.mem_classes[machine_.memories[index].class_index].hand_over;
    }
    return nullptr;
  }

  void fill_hand_over() {
    if (cores_.size() < 2 || times_.hand_over.count() == 0) return;
    std::optional<double>* const here = nearest_hand_over();
    if (here != nullptr && book_.add_time("system", "word from core to core", times_.hand_over))
      *here = four_digits(times_.hand_over.value());
  }

  dat::Machine& machine_;
  const std::vector<std::uint32_t>& cores_;
  const std::vector<Level>& levels_;
  const Times& times_;
  Book& book_;
  std::size_t shared_ = 0;  // the first level that several cores use; levels_.size(): none
  std::vector<std::uint32_t> edges_;
};

}  // namespace

void fill_memory(dat::Machine& machine, const std::vector<std::uint32_t>& cores,
                 const std::vector<Level>& levels, const Times& times, Book& book) {
  MemoryFiller(machine, cores, levels, times, book).fill();
}

}  // namespace hpcast::calibrate
