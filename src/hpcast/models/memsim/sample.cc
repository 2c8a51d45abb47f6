#include "hpcast/models/memsim/sample.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/mixed.h"

namespace hpcast::memsim {

namespace {

constexpr std::uint64_t enough_groups = 4096;

// Groups of the longest lines that this cache's sets keep apart: two lines of a set agree modulo
// the number of sets, so that the long lines around them agree modulo this.
std::uint64_t groups_of(const CacheShape& shape, std::uint32_t log2_longest) {
  const std::uint64_t lines_in_longest = std::uint64_t{1} << (log2_longest - shape.log2_line);
  return shape.sets % lines_in_longest == 0 ? shape.sets / lines_in_longest : 1;
}

// What all caches keep apart. Fewer than there could be where they are very many.
std::uint64_t groups_of(const Topology& t) {
  std::uint64_t groups = 0;
  for (std::size_t cache = 0; cache < t.cache_shapes.size(); ++cache)
    if (!t.cores_of_cache[cache].empty())
      groups = std::gcd(groups, groups_of(t.cache_shapes[cache], t.log2_longest_line));
  if (groups == 0) groups = enough_groups;
  while (groups > enough_groups && groups % 2 == 0) groups /= 2;
  return groups;
}

std::string choices(std::uint64_t groups) {
  std::string list;
  for (std::uint64_t n = 2; n <= std::min<std::uint64_t>(groups, 64); ++n)
    if (groups % n == 0) list += (list.empty() ? "sets:" : ", sets:") + std::to_string(n);
  return list;
}

// Prefetchers bring lines of other groups than those that are asked for.
void check_prefetchers(const SampleOptions& options, const Topology& t) {
  for (const PrivateConfig& config : t.private_configs)
    for (std::uint32_t i = 0; i < config.levels; ++i)
      if (config.level[i].prefetch.kind != Prefetching::none)
        throw InputError(
            "--sample sets: this machine's caches have prefetchers, for which a sample "
            "of sets says nothing",
            "--sample time:" + std::to_string(options.one_in) + " samples in time");
}

void check_divides(const SampleOptions& options, std::uint64_t groups) {
  if (groups % options.one_in == 0) return;
  const std::string other = "--sample time:" + std::to_string(options.one_in) + " samples in time";
  const std::string list = choices(groups);
  throw InputError("--sample sets:" + std::to_string(options.one_in) +
                       ": the sets of this machine's caches fall into " + std::to_string(groups) +
                       (groups == 1 ? " group" : " groups") + ", which that does not divide",
                   list.empty() ? other : "choose among " + list + "; " + other);
}

// So many references fill a core's part of any cache, if every eighth goes to a new line.
std::uint64_t references_to_fill(const Topology& t) {
  std::uint64_t most = 0;
  for (std::size_t cache = 0; cache < t.cache_shapes.size(); ++cache)
    if (const std::size_t cores = t.cores_of_cache[cache].size(); cores > 0)
      most = std::max(most, 8 * t.cache_shapes[cache].sets * t.cache_shapes[cache].ways / cores);
  return most;
}

std::uint64_t references_in(const PhaseCounts& counts) {
  std::uint64_t sum = 0;
  for (const PrivateCounters& core : counts.core)
    for (const auto& op : core.references) sum = std::accumulate(std::begin(op), std::end(op), sum);
  return sum;
}

void add(Flow& to, const Flow& more) {
  to.reads += more.reads;
  to.writes += more.writes;
  to.bytes_read += more.bytes_read;
  to.bytes_written += more.bytes_written;
  to.prefetches += more.prefetches;
  to.bytes_prefetched += more.bytes_prefetched;
}

// Counts that are nothing but 64-bit words.
template <class Plain>
void add_scaled(Plain& to, const Plain& more, double scale) {
  auto* const sum = reinterpret_cast<std::uint64_t*>(&to);
  const auto* const words = reinterpret_cast<const std::uint64_t*>(&more);
  constexpr std::size_t bytes = sizeof(Plain);
  for (std::size_t i = 0; i < bytes / sizeof(std::uint64_t); ++i)
    sum[i] += static_cast<std::uint64_t>(std::llround(scale * static_cast<double>(words[i])));
}

// What needs no cache to be counted.
void add_exact(PhaseCounts& to, const PhaseCounts& more) {
  for (std::size_t c = 0; c < to.core.size(); ++c) {
    PrivateCounters exact = more.core[c];
    std::fill(std::begin(exact.cache), std::end(exact.cache), CacheCounters{});
    std::fill(std::begin(exact.flow), std::end(exact.flow), Flow{});
    to.core[c] += exact;
  }
  for (std::size_t p = 0; p < to.path.size(); ++p) {
    add(to.path[p].bypass, more.path[p].bypass);
    to.path[p].first_touches += more.path[p].first_touches;
  }
}

// What caches counted. Whole numbers are scaled as such: 64 bytes a line stay 64 bytes a line.
void add_sampled(PhaseCounts& to, const PhaseCounts& sum, double scale) {
  for (std::size_t c = 0; c < to.core.size(); ++c) {
    add_scaled(to.core[c].cache, sum.core[c].cache, scale);
    add_scaled(to.core[c].flow, sum.core[c].flow, scale);
  }
  for (std::size_t p = 0; p < to.path.size(); ++p)
    add_scaled(to.path[p].level, sum.path[p].level, scale);
  for (std::size_t c = 0; c < to.cache.size(); ++c) add_scaled(to.cache[c], sum.cache[c], scale);
}

// The counters of one phase, or of some of its slots.
class Phase {
 public:
  Phase(const SamplePlan& plan, const PhaseCounts* slots)
      : plan_(plan), slots_(slots), exact_(no_counts_like(slots[0])) {
    for (std::uint32_t s = 0; s < plan.slots(); ++s) add_exact(exact_, slots[s]);
  }

  const PhaseCounts& exact() const { return exact_; }
  PhaseCounts replicate(std::uint32_t r, double scale) const {
    PhaseCounts counts = exact_;
    add_sampled(counts, slots_[r], scale);
    return counts;
  }
  PhaseCounts all(double scale) const {
    PhaseCounts sum = no_counts_like(slots_[0]);
    for (std::uint32_t r = 0; r < plan_.replicates(); ++r) add_sampled(sum, slots_[r], 1);
    PhaseCounts counts = exact_;
    add_sampled(counts, sum, scale);
    return counts;
  }
  std::uint64_t measured(std::uint32_t r) const { return references_in(slots_[r]); }
  std::uint64_t references() const { return references_in(exact_); }

 private:
  const SamplePlan& plan_;
  const PhaseCounts* slots_;
  PhaseCounts exact_;
};

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace

SamplePlan::SamplePlan(const SampleOptions& options, const Topology& topology,
                       std::uint64_t interval, std::uint64_t page_bytes)
    : options_(options),
      log2_line_(topology.log2_longest_line),
      log2_page_(static_cast<std::uint32_t>(std::countr_zero(page_bytes))) {
  if (by_sets()) {
    const std::uint64_t groups = groups_of(topology);
    check_prefetchers(options, topology);
    check_divides(options, groups);
    choose_groups(groups);
  } else {
    groups_of_replicate_.assign(max_replicates, 0);
    const std::uint64_t fill = (references_to_fill(topology) + interval - 1) / interval;
    stretch_references_ =
        interval * (options.stretch != 0 ? options.stretch : std::max<std::uint64_t>(fill, 1));
  }
}

// Shuffled (Fisher and Yates), and one of the equal parts taken; that in turn is dealt out.
void SamplePlan::choose_groups(std::uint64_t groups) {
  group_.init(groups);
  std::vector<std::uint64_t> order(groups);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t i = groups; i > 1; --i)
    std::swap(order[i - 1], order[mixed(options_.seed * groups + i) % i]);
  const std::uint64_t wanted = groups / options_.one_in;
  slot_of_group_.assign(groups, none);
  groups_of_replicate_.assign(std::min<std::uint64_t>(wanted, max_replicates), 0);
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const std::uint64_t slot = i % groups_of_replicate_.size();
    slot_of_group_[order[options_.part * wanted + i]] = static_cast<std::uint8_t>(slot);
    ++groups_of_replicate_[slot];
  }
}

// One of each `one_in` stretches, at a place that no loop of the program can keep step with.
bool SamplePlan::is_measured(std::uint64_t stretch) const {
  const std::uint64_t period = stretch / options_.one_in;
  return stretch % options_.one_in == mixed(mixed(options_.seed) + period) % options_.one_in;
}

SamplePlan::Stretch SamplePlan::stretch_at(std::uint64_t clock) const {
  const std::uint64_t stretch = clock / stretch_references_;
  if (is_measured(stretch))
    return {static_cast<std::uint32_t>(stretch / options_.one_in % replicates()), true};
  return {replicates(), is_measured(stretch + 1)};
}

SampleEstimate estimate_from(const SamplePlan& plan, const std::vector<PhaseCounts>& counted) {
  SampleEstimate estimate;
  std::vector<Phase> phases;
  for (std::size_t p = 0; p < counted.size(); p += plan.slots())
    phases.emplace_back(plan, &counted[p]);
  // How much was measured, by replicate and in all: groups, or references.
  std::vector<std::uint64_t> measured = plan.groups_of_replicate();
  std::uint64_t whole = plan.groups();
  if (plan.in_time()) {
    whole = 0;
    for (const Phase& phase : phases) {
      whole += phase.references();
      for (std::uint32_t r = 0; r < plan.replicates(); ++r) measured[r] += phase.measured(r);
    }
  }
  const std::uint64_t sum = std::accumulate(measured.begin(), measured.end(), std::uint64_t{0});
  estimate.fraction = ratio(sum, whole);
  for (std::uint32_t p = 0; p < phases.size(); ++p) {
    const Phase& phase = phases[p];
    std::uint64_t part = sum, all = whole;
    if (plan.in_time()) {
      part = 0;
      for (std::uint32_t r = 0; r < plan.replicates(); ++r) part += phase.measured(r);
      all = phase.references();
      if (part == 0 && all > 0) {
        estimate.unmeasured.push_back(p);
        estimate.unmeasured_share += ratio(all, whole);
      }
    }
    estimate.phases.push_back(phase.all(ratio(all, part)));
    estimate.exact.push_back(phase.exact());
  }
  for (std::uint32_t r = 0; r < plan.replicates(); ++r) {
    if (measured[r] == 0) continue;
    auto& replicate = estimate.replicates.emplace_back();
    replicate.weight = ratio(measured[r], sum);
    for (const Phase& phase : phases)
      replicate.phases.push_back(phase.replicate(r, ratio(whole, measured[r])));
  }
  return estimate;
}

}  // namespace hpcast::memsim
