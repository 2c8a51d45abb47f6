#include "hpcast/inputs/calibrate/fill_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "hpcast/base/instruction_names.h"
#include "hpcast/inputs/calibrate/judge.h"

namespace hpcast::calibrate {

namespace {

using dat::Pipeline;
using dat::Timing;
using dat::UnitGroup;

constexpr const char* as_told = "what was told stands: ";

bool has(unsigned bits, unsigned bit) { return (bits >> bit & 1) != 0; }

template <class Do>
void for_each_timing(Pipeline& pipeline, const InstructionBench& bench, const Do& what) {
  for (unsigned precision = 0; precision < precisions; ++precision)
    for (unsigned width = 0; width < register_widths; ++width)
      if (has(bench.precisions, precision) && has(bench.widths, width))
        what(pipeline.timing(bench.kind, static_cast<Precision>(precision), width));
}

const Timing& first_timing(const Pipeline& pipeline, const InstructionBench& bench) {
  return pipeline.timing(bench.kind, static_cast<Precision>(std::countr_zero(bench.precisions)),
                         static_cast<unsigned>(std::countr_zero(bench.widths)));
}

std::uint64_t ports_of(const Pipeline& pipeline, const Timing& timing) {
  return timing.units == Timing::no_units ? 0 : pipeline.units[timing.units].ports;
}

// So many ports: the first of those there are, and new ones where they are too few.
std::uint64_t ports_like(Pipeline& pipeline, std::uint64_t ports, unsigned count) {
  while (static_cast<unsigned>(std::popcount(ports)) > count)
    ports &= ~(std::uint64_t{1} << (63 - std::countl_zero(ports)));
  while (static_cast<unsigned>(std::popcount(ports)) < count && pipeline.ports.size() < 64) {
    ports |= std::uint64_t{1} << pipeline.ports.size();
    pipeline.ports.push_back(fmt::format("measured{}", pipeline.ports.size()));
  }
  return ports;
}

// The group of these ports; a new one where there is none.
std::uint8_t group_of(Pipeline& pipeline, std::uint64_t ports, const std::string& like) {
  const auto known = std::find_if(pipeline.units.begin(), pipeline.units.end(),
                                  [&](const UnitGroup& group) { return group.ports == ports; });
  const auto index = static_cast<std::uint8_t>(known - pipeline.units.begin());
  if (known != pipeline.units.end()) return index;
  pipeline.units.push_back({fmt::format("{}-measured{}", like, index), ports});
  return index;
}

class PipelineFiller {
 public:
  PipelineFiller(Pipeline& pipeline, bool is_own, std::span<const InstructionBench> benches,
                 std::span<const Loop> loops, Book& book)
      : pipeline_(pipeline), told_(pipeline), is_own_(is_own), benches_(benches), book_(book) {
    std::vector<double> cycles;
    for (const Loop& loop : loops) cycles.push_back(loop.cycles);
    values_ = told_cycles(benches, cycles);
    for (std::size_t i = 0; i < benches.size(); ++i) {
      double spread = loops[i].spread;
      for (std::size_t j = 0; j < i; ++j)
        if (benches[j].name == benches[i].less) spread = std::max(spread, loops[j].spread);
      spreads_.push_back(spread);
    }
  }

  void fill() {
    is_quiet_ = dispatches_at_full_width();
    for (std::size_t i = 0; i < benches_.size(); ++i) fill_from(i);
  }

 private:
  bool dispatches_at_full_width() const {
    for (std::size_t i = 0; i < benches_.size(); ++i)
      if (benches_[i].figure == Figure::slot)
        return is_separated(i) && values_[i] * told_.dispatch_width <= widest_spread;
    return false;
  }

  bool is_separated(std::size_t i) const { return spreads_[i] <= widest_spread; }

  void fill_from(std::size_t i) {
    const InstructionBench& bench = benches_[i];
    switch (bench.figure) {
      case Figure::help:
        return;
      case Figure::each:
        return fill_issue(i);
      case Figure::slot:
        return fill_width(i);
      case Figure::indexed:
        return fill_member(i, pipeline_.indexed);
      case Figure::forward:
        return fill_member(i, pipeline_.forward);
      case Figure::vector_forward:
        return fill_member(i, pipeline_.vector_forward);
      case Figure::split_load:
        return fill_split(i, pipeline_.split_load);
      case Figure::split_store:
        return fill_split(i, pipeline_.split_store);
      case Figure::refill:
        return fill_member(i, pipeline_.refill);
      case Figure::flags:
        return fill_flags(i);
      default:
        return fill_latency(i);
    }
  }

  bool add(std::size_t i, double told) {
    return book_.add(
        {"instructions", benches_[i].name, values_[i], Unit::cycles, spreads_[i], told, {}, {}});
  }

  // Where it lies half a cycle from what was told, that is as good.
  std::optional<std::uint32_t> cycles_of(std::size_t i, std::uint32_t told) {
    if (!add(i, told)) return std::nullopt;
    if (std::abs(values_[i] - told) <= 0.55) return told;
    // Less than a cycle: renamed, not waited for.
    if (values_[i] > 0 && values_[i] < 1 - tolerance) return 0;
    const auto cycles = whole_cycles(values_[i]);
    if (!cycles) book_.only_told(std::string(as_told) + "this is no whole number of cycles");
    return cycles;
  }

  void fill_member(std::size_t i, std::uint32_t& member) {
    if (const auto cycles = cycles_of(i, member)) member = *cycles;
  }

  // Beside the comparison and the integer instruction themselves.
  void fill_flags(std::size_t i) {
    const Timing& integer = pipeline_.timing(InstructionKind::integer, Precision::none, 3);
    const std::uint32_t both = first_timing(pipeline_, benches_[i]).latency + integer.latency;
    const auto cycles = cycles_of(i, both + pipeline_.flag_transfer);
    if (cycles) pipeline_.flag_transfer = *cycles - std::min(*cycles, both);
  }

  // Uses of a port beyond the first one keep all its ports so much longer.
  void fill_split(std::size_t i, std::uint32_t& uses) {
    const auto ports = static_cast<double>(
        std::popcount(ports_of(pipeline_, first_timing(pipeline_, benches_[i]))));
    if (ports == 0 || !add(i, (uses - 1) / ports)) return;
    uses = 1 + static_cast<std::uint32_t>(std::lround(std::clamp(values_[i] * ports, 0.0, 63.0)));
  }

  void fill_latency(std::size_t i) {
    const Figure figure = benches_[i].figure;
    const Timing& told = first_timing(told_, benches_[i]);
    const auto cycles = cycles_of(i, figure == Figure::chained ? told.chained : told.latency);
    if (!cycles) return;
    const auto whole = static_cast<std::uint16_t>(*cycles);
    for_each_timing(pipeline_, benches_[i], [&](Timing& timing) {
      if (figure != Figure::chained) timing.latency = whole;
      if (figure != Figure::latency) timing.chained = whole;
    });
  }

  // Of a core that shares its ports or not: believed where that makes no difference.
  bool is_believed(std::size_t i, double told) {
    if (values_[i] <= told * (1 + tolerance) || !is_own_ || is_quiet_) return true;
    book_.only_told(std::string(as_told) + "another thread may have shared the core");
    return false;
  }

  void fill_width(std::size_t i) {
    const double told = 1.0 / told_.dispatch_width;
    if (!add(i, told) || !is_believed(i, told)) return;
    const auto issue = issue_of(values_[i], {told_.dispatch_width, 1});
    if (!issue || issue->cycles != 1)
      return book_.only_told(std::string(as_told) + "this is no whole number a cycle");
    pipeline_.dispatch_width = issue->ports;
    pipeline_.fetch_width = std::max(pipeline_.fetch_width, issue->ports);
  }

  void fill_issue(std::size_t i) {
    const Timing& timing = first_timing(told_, benches_[i]);
    const std::uint64_t ports = ports_of(told_, timing);
    const Issue told = {
        ports == 0 ? told_.dispatch_width : static_cast<std::uint32_t>(std::popcount(ports)),
        timing.cycles};
    const double told_each = static_cast<double>(told.cycles) / told.ports;
    if (!add(i, told_each) || !is_believed(i, told_each)) return;
    const auto issue = issue_of(values_[i], told);
    if (!issue)
      book_.only_told(std::string(as_told) + "this is no whole number of ports or cycles");
    else if (*issue != told)
      set_issue(benches_[i], ports, *issue);
  }

  void set_issue(const InstructionBench& bench, std::uint64_t ports, const Issue& issue) {
    const std::uint8_t group = group_of(pipeline_, ports_like(pipeline_, ports, issue.ports),
                                        instruction_names[static_cast<unsigned>(bench.kind)]);
    for_each_timing(pipeline_, bench, [&](Timing& timing) {
      timing.units = group;
      timing.cycles = static_cast<std::uint16_t>(issue.cycles);
    });
  }

  Pipeline& pipeline_;
  const Pipeline told_;
  bool is_own_;
  std::span<const InstructionBench> benches_;
  Book& book_;
  std::vector<double> values_, spreads_;
  bool is_quiet_ = false;
};

}  // namespace

void fill_pipeline(Pipeline& pipeline, bool is_own, std::span<const InstructionBench> benches,
                   std::span<const Loop> loops, Book& book) {
  PipelineFiller(pipeline, is_own, benches, loops, book).fill();
}

}  // namespace hpcast::calibrate
