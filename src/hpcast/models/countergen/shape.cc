#include "hpcast/models/countergen/shape.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "hpcast/models/countergen/law_fit.h"

namespace hpcast::countergen {

namespace {

using countertrace::Event;
using Regions = std::vector<std::uint32_t>;
using Counts = std::vector<std::uint64_t>;

// What a thread entered in each instance of a stack.
using Instances = std::map<std::uint32_t, std::vector<Regions>>;

Instances instances_of(const countertrace::Thread& thread,
                       const std::vector<std::uint32_t>& regions, Stacks& stacks) {
  Instances found;
  found[Stacks::none].emplace_back();
  std::vector<std::pair<std::uint32_t, std::size_t>> open = {{Stacks::none, 0}};
  for (const Event& event : thread.events) {
    if (event.kind == Event::Kind::leave && open.size() > 1) open.pop_back();
    if (event.kind != Event::Kind::enter) continue;
    const std::uint32_t region = regions[event.region];
    found[open.back().first][open.back().second].push_back(region);
    const std::uint32_t stack = stacks.enter(open.back().first, region);
    open.emplace_back(stack, found[stack].size());
    found[stack].emplace_back();
  }
  return found;
}

// The part of a sequence that is repeated most, as far as that shortens it.
struct Repetition {
  std::size_t begin = 0, period = 0, times = 0;
};

Repetition longest_repetition(const Regions& sequence, std::size_t from, std::size_t to) {
  constexpr std::size_t longest_period = 64;
  Repetition best;
  std::size_t saved = 0;
  for (std::size_t period = 1; period <= longest_period && from + 2 * period <= to; ++period) {
    std::size_t run = 0;
    for (std::size_t i = from; i + period < to; ++i) {
      run = sequence[i] == sequence[i + period] ? run + 1 : 0;
      const std::size_t times = run / period + 1;
      if ((times - 1) * period <= saved) continue;
      saved = (times - 1) * period;
      best = {i + 1 - run, period, times};
    }
  }
  return best;
}

void compress(const Regions& sequence, std::size_t from, std::size_t to,
              std::vector<Regions>& parts) {
  if (from == to) return;
  const Repetition found = longest_repetition(sequence, from, to);
  if (found.times < 2) {
    for (std::size_t i = from; i < to; ++i) parts.push_back({sequence[i]});
    return;
  }
  compress(sequence, from, found.begin, parts);
  const auto begin = sequence.begin() + static_cast<std::ptrdiff_t>(found.begin);
  parts.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(found.period));
  compress(sequence, found.begin + found.period * found.times, to, parts);
}

// How often each part comes in the sequence, one after the other; nothing where it is not made of
// them.
std::optional<Counts> counts_in(const Regions& sequence, const std::vector<Regions>& parts) {
  Counts counts;
  auto at = sequence.begin();
  for (const Regions& part : parts) {
    std::uint64_t times = 0;
    while (static_cast<std::size_t>(sequence.end() - at) >= part.size() &&
           std::equal(part.begin(), part.end(), at)) {
      at += static_cast<std::ptrdiff_t>(part.size());
      ++times;
    }
    counts.push_back(times);
  }
  return at == sequence.end() ? std::optional(counts) : std::nullopt;
}

// Exactly, for each size from the others; null where no law is so good. With a constant, or several
// stretches, any two numbers would have one: that is for `less` to be.
std::optional<CountLaw> count_law(const std::vector<Observation>& counts, LawFit& fit) {
  constexpr int most_less = 8;
  constexpr double exact = 1e-8;
  for (int step = 0; step <= 2 * most_less; ++step) {
    const int less = step % 2 == 0 ? -step / 2 : (step + 1) / 2;
    std::vector<Observation> more = counts;
    for (Observation& observation : more) observation.mean += less;
    if (std::any_of(more.begin(), more.end(), [](const auto& o) { return o.mean < 0; })) continue;
    const Law law = fit.law_of(more);
    if (law.error() < exact && law.constant == 0 && law.stretches.size() == 1)
      return CountLaw{law, less};
  }
  return std::nullopt;
}

// One thread in one region, in all runs.
struct Within {
  std::string name;  // for people
  std::vector<std::pair<const std::vector<Regions>*, const std::vector<double>*>> runs;
};

const Regions* longest_of(const Within& within) {
  const Regions* longest = nullptr;
  for (const auto& [instances, sizes] : within.runs)
    for (const Regions& instance : *instances)
      if (longest == nullptr || instance.size() > longest->size()) longest = &instance;
  return longest;
}

// How often each part comes, at each of the sizes, in each instance there; else why not.
class PartCounts {
 public:
  explicit PartCounts(std::size_t parts) : counts_(parts) {}

  // Nothing; or what makes events irregular.
  const char* add(const std::vector<Regions>& instances, const std::vector<double>& sizes,
                  const std::vector<Regions>& parts) {
    for (const Regions& instance : instances) {
      const std::optional<Counts> found = counts_in(instance, parts);
      if (!found) return "differ from size to size";
      const auto [known, is_new] = at_.try_emplace(sizes, *found);
      if (known->second != *found) return "differ where the sizes are the same";
      for (std::size_t i = 0; is_new && i < parts.size(); ++i)
        counts_[i].push_back({sizes, static_cast<double>((*found)[i]), 1});
    }
    return nullptr;
  }
  const std::vector<Observation>& of(std::size_t part) const { return counts_[part]; }

 private:
  std::map<std::vector<double>, Counts> at_;  // by sizes
  std::vector<std::vector<Observation>> counts_;
};

// Nothing; or what makes events irregular.
const char* find_pattern(const Within& within, LawFit& fit, Pattern& pattern) {
  const Regions* const longest = longest_of(within);
  std::vector<Regions> parts;
  if (longest != nullptr) compress(*longest, 0, longest->size(), parts);
  PartCounts counts(parts.size());
  for (const auto& [instances, sizes] : within.runs)
    if (const char* const why = counts.add(*instances, *sizes, parts)) return why;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::optional<CountLaw> times = count_law(counts.of(i), fit);
    if (!times) return "come as often as no simple law of the sizes says";
    pattern.push_back({parts[i], *times});
  }
  return nullptr;
}

std::string name_of(const Names& names, const Stacks& stacks, std::uint32_t stack,
                    const std::string& thread) {
  const std::string in = stack == Stacks::none ? "" : names.all()[stacks.region(stack)];
  return in.empty() ? thread : fmt::format("'{}', {}", in, thread);
}

}  // namespace

LearnedShape learn_shape(const std::vector<ShapedRun>& runs, Names& names, Stacks& stacks) {
  const std::size_t threads = runs.front().trace->threads.size();
  std::vector<std::vector<Instances>> found(threads);  // by run
  for (const ShapedRun& run : runs) {
    std::vector<std::uint32_t> regions;
    for (const std::string& name : run.trace->regions) regions.push_back(names.index_of(name));
    for (std::size_t t = 0; t < threads; ++t)
      found[t].push_back(instances_of(run.trace->threads[t], regions, stacks));
  }
  LearnedShape shape{std::vector<ThreadShape>(threads), {}};
  LawFit fit;
  for (std::size_t t = 0; t < threads; ++t) {
    std::map<std::uint32_t, Within> all_within;
    for (std::size_t r = 0; r < runs.size(); ++r)
      for (const auto& [stack, instances] : found[t][r])
        all_within[stack].runs.emplace_back(&instances, &runs[r].sizes);
    for (auto& [stack, within] : all_within) {
      within.name = name_of(names, stacks, stack, runs.front().trace->threads[t].name);
      Pattern pattern;
      if (const char* const why = find_pattern(within, fit, pattern))
        return {{}, fmt::format("the events in {} {}", within.name, why)};
      if (!pattern.empty()) shape.threads[t].patterns.emplace_back(stack, std::move(pattern));
    }
  }
  return shape;
}

}  // namespace hpcast::countergen
