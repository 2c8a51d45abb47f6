#include "hpcast/models/scaling/regular.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "hpcast/models/scaling/planes.h"

namespace hpcast::scaling {

using mpitrace::Kind;
using mpitrace::Operation;

namespace {

bool has_partner(const Operation& o) {
  switch (o.kind) {
    case Kind::send:
    case Kind::isend:
    case Kind::receive:
    case Kind::ireceive:
    case Kind::probe:
      return o.peer != mpitrace::any_source;
    case Kind::put:
    case Kind::get:
      return true;
    case Kind::collective:
    case Kind::icollective:
      return is_rooted(o.collective);
    case Kind::compute:
    case Kind::wait:
    case Kind::flush:
      return false;
  }
  return false;
}

bool is_collective(const Operation& o) {
  return o.kind == Kind::collective || o.kind == Kind::icollective;
}

std::uint32_t around(std::uint32_t at, int steps, std::uint32_t extent) {
  const std::int64_t to = std::int64_t{at} + steps, size = extent;
  return static_cast<std::uint32_t>((to % size + size) % size);
}

// By the shorter way around.
Ways ways_to(std::uint32_t from, std::uint32_t to, std::uint32_t extent) {
  const int size = static_cast<int>(extent);
  int steps = static_cast<int>(to) - static_cast<int>(from);
  if (2 * steps > size) steps -= size;
  if (2 * steps <= -size) steps += size;
  return {steps, true, to == 0, to + 1 == extent};
}

bool still_lead(Ways& ways, std::uint32_t from, std::uint32_t to, std::uint32_t extent) {
  ways.by_steps = ways.by_steps && around(from, ways.steps, extent) == to;
  ways.to_first = ways.to_first && to == 0;
  ways.to_last = ways.to_last && to + 1 == extent;
  return ways.by_steps || ways.to_first || ways.to_last;
}

std::uint8_t tags_of(const Operation& o, std::uint32_t rank, std::int32_t same) {
  std::uint8_t tags = o.tag == same ? same_tag : 0;
  if (is_collective(o)) return tags;
  if (o.tag == static_cast<std::int32_t>(rank)) tags |= own_rank;
  if (has_partner(o) && o.tag == o.peer) tags |= partners_rank;
  return tags;
}

// The sum of something over ranks, and how unlike they are.
struct Sum {
  double sum = 0, least = std::numeric_limits<double>::infinity(), most = 0;
  void add(double value) {
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

// What is learnt of a part while its ranks are looked at.
struct Learning {
  PartProgram* program = nullptr;
  bool is_new = false;  // the part, of which no rank has been looked at
  std::uint64_t ranks = 0;
  std::vector<double> compute;
  std::vector<Sum> amount;
};

// A rank of the profile, by its calls.
class RankReader {
 public:
  RankReader(const mpitrace::Profile& profile, const RankGrid& grid,
             const std::vector<std::optional<Plane>>& planes, std::uint32_t rank)
      : profile_(profile),
        grid_(grid),
        planes_(planes),
        rank_(rank),
        place_(grid.place_of(rank)),
        trace_(profile.ranks[rank]) {}

  void learn(Learning& part) {
    double compute = 0;
    std::size_t index = 0;
    for (const Operation& o : trace_.operations) {
      if (o.kind == Kind::compute) {
        compute += static_cast<double>(o.amount);
        continue;
      }
      at_ = &o;
      if (part.is_new) part.program->steps.push_back(step_of(o));
      if (index == part.program->steps.size()) fail("has a call more than others of its part");
      if (!part.is_new) narrow(part.program->steps[index], o);
      part.compute.resize(std::max(part.compute.size(), index + 2));
      part.amount.resize(std::max(part.amount.size(), index + 1));
      part.compute[index] += std::exchange(compute, 0);
      part.amount[index].add(amount_of(o));
      ++index;
    }
    at_ = nullptr;
    if (index < part.program->steps.size()) fail("has fewer calls than others of its part");
    part.compute.resize(index + 1);
    part.compute[index] += compute;
    part.program->request_slots = std::max(part.program->request_slots, trace_.request_slots);
    part.is_new = false;
    ++part.ranks;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    std::string text = fmt::format("rank {} of a grid of {}", rank_, grid_.text());
    if (at_ != nullptr)
      text += fmt::format(", in {} (its operation {}),",
                          at_->function == 0 ? "a call" : profile_.functions[at_->function],
                          at_ - trace_.operations.data() + 1);
    throw text + " " + what;
  }

  Plane plane_of(const Operation& o) const {
    const std::optional<Plane>& plane = planes_[o.communicator];
    if (!plane) fail("uses a communicator that is no row, column or plane");
    return *plane;
  }

  std::span<const std::uint32_t> slots_of(const Operation& o) const {
    if (o.kind != Kind::wait) return {};
    return std::span(trace_.waits).subspan(o.amount, o.count);
  }

  std::span<const std::uint64_t> counts_of(const Operation& o) const {
    if (!is_collective(o) || !has_counts(o.collective) || o.count == mpitrace::no_counts) return {};
    if (o.collective == mpitrace::Collective::neighbor)
      fail("is a collective of neighbourhoods, which are not followed");
    const auto size =
        static_cast<std::uint32_t>(profile_.communicators[o.communicator].members.size());
    return mpitrace::counts_of(trace_, o, size, rank_);
  }

  // Of v-collectives that of each.
  double amount_of(const Operation& o) const {
    const std::span<const std::uint64_t> counts = counts_of(o);
    if (counts.empty()) return o.kind == Kind::wait ? 0 : static_cast<double>(o.amount);
    if (std::adjacent_find(counts.begin(), counts.end(), std::not_equal_to<>()) != counts.end())
      fail("has not as much for each rank");
    return static_cast<double>(counts.front());
  }

  Step step_of(const Operation& o) const {
    Step step;
    step.call = o;
    step.has_partner = has_partner(o);
    if (step.has_partner) {
      const Place to = grid_.place_of(static_cast<std::uint32_t>(o.peer));
      for (std::size_t i = 0; i < grid_.dimensions(); ++i)
        step.ways[i] = ways_to(place_[i], to[i], grid_.shape()[i]);
    }
    step.tags = tags_of(o, rank_, o.tag);
    step.plane = plane_of(o);
    const auto slots = slots_of(o);
    step.slots.assign(slots.begin(), slots.end());
    step.has_even_counts = !counts_of(o).empty();
    return step;
  }

  bool calls_the_same(const Step& step, const Operation& o) const {
    const bool same_kind = step.call.kind == o.kind && step.call.mode == o.mode;
    return same_kind && step.call.request == o.request && step.has_partner == has_partner(o) &&
           std::ranges::equal(step.slots, slots_of(o)) && step.plane == plane_of(o) &&
           step.has_even_counts == !counts_of(o).empty();
  }

  void narrow(Step& step, const Operation& o) const {
    if (!calls_the_same(step, o)) fail("does something else than others of its part");
    step.tags &= tags_of(o, rank_, step.call.tag);
    if (step.tags == 0) fail("has a tag of no rule");
    if (!step.has_partner) return;
    const Place to = grid_.place_of(static_cast<std::uint32_t>(o.peer));
    for (std::size_t i = 0; i < grid_.dimensions(); ++i)
      if (!still_lead(step.ways[i], place_[i], to[i], grid_.shape()[i]))
        fail(
            fmt::format("has rank {} as its partner, where others of its part have one that lies "
                        "another way from them",
                        o.peer));
  }

  const mpitrace::Profile& profile_;
  const RankGrid& grid_;
  const std::vector<std::optional<Plane>>& planes_;
  std::uint32_t rank_;
  Place place_;
  const mpitrace::RankTrace& trace_;
  const Operation* at_ = nullptr;
};

Amounts means_of(const Learning& part, const std::string& where) {
  constexpr double unlike = 0.1;
  const auto ranks = static_cast<double>(part.ranks);
  Amounts amounts{ranks, {}, {}};
  for (const double compute : part.compute) amounts.compute.push_back(compute / ranks);
  for (std::size_t i = 0; i < part.amount.size(); ++i) {
    const Sum& sum = part.amount[i];
    if (sum.most - sum.least > unlike * sum.most)
      throw fmt::format("{}, ranks have {:.0f} to {:.0f} bytes in the same call", where, sum.least,
                        sum.most);
    amounts.amount.push_back(sum.sum / ranks);
  }
  return amounts;
}

}  // namespace

std::uint32_t led_to(const Ways& ways, std::uint32_t at, std::uint32_t extent) {
  if (ways.by_steps) return around(at, ways.steps, extent);
  return ways.to_first ? 0 : extent - 1;
}

void RegularProgram::learn(const mpitrace::Profile& profile, const RankGrid& grid) {
  const bool is_first = runs_.empty();
  if (is_first) functions_ = profile.functions;
  const std::vector<std::optional<Plane>> planes = planes_in(profile, grid);
  std::map<Part, Learning> learning;
  for (std::uint32_t rank = 0; rank < profile.ranks.size(); ++rank) {
    const Part part = grid.part_of(grid.place_of(rank));
    Learning& own = learning[part];
    if (own.program == nullptr) {
      if (!is_first && !parts_.contains(part))
        throw fmt::format("a grid of {} has ranks ({}) that the largest has not", grid.text(),
                          text_of(part));
      own.program = &parts_[part];
      own.is_new = is_first;
    }
    RankReader(profile, grid, planes, rank).learn(own);
  }
  Run run{grid, {}};
  for (const auto& [part, own] : learning)
    run.amounts[part] =
        means_of(own, fmt::format("in a grid of {} ({})", grid.text(), text_of(part)));
  runs_.push_back(std::move(run));
}

}  // namespace hpcast::scaling
