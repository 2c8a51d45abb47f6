#include "hpcast/scaling/scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/scaling/growth.h"
#include "hpcast/scaling/planes.h"
#include "hpcast/scaling/regular.h"

namespace hpcast::scaling {

using mpitrace::Kind;
using mpitrace::Operation;
using mpitrace::Profile;

namespace {

// ---- The grids of the runs

// Tries grids until all runs are the same regular program on them.
class Search {
 public:
  // `runs`: the largest first.
  explicit Search(std::vector<const Profile*> runs) : runs_(std::move(runs)) {}

  RegularProgram run() {
    for (std::size_t dimensions = 1; dimensions <= most_dimensions; ++dimensions)
      if (go_on({}, 0, dimensions)) return std::move(found_);
    throw InputError("the runs are not the same regular program on grids of ranks: " + reason_,
                     "what scales are programs whose ranks do the same with the same neighbours, "
                     "as often on any number of ranks (docs/scaling.md)");
  }

 private:
  // With grids for the first `known` runs.
  bool go_on(const RegularProgram& program, std::size_t known, std::size_t dimensions) {
    if (known == runs_.size()) {
      found_ = program;
      return true;
    }
    const auto ranks = static_cast<std::uint32_t>(runs_[known]->ranks.size());
    for (const Shape& shape : shapes_of(ranks, dimensions)) {
      RegularProgram more = program;
      try {
        more.learn(*runs_[known], RankGrid(shape));
      } catch (const std::string& why) {
        if (known + 1 > depth_) reason_ = why;
        depth_ = std::max(depth_, known + 1);
        continue;
      }
      if (go_on(more, known + 1, dimensions)) return true;
    }
    return false;
  }

  std::vector<const Profile*> runs_;
  RegularProgram found_;
  std::size_t depth_ = 0;  // of the attempt that came farthest
  std::string reason_;     // why that failed
};

// As MPI_Dims_create: extents as near to each other as can be, the largest first.
Shape balanced(std::uint32_t ranks, std::size_t dimensions) {
  Shape best;
  for (const Shape& shape : shapes_of(ranks, dimensions)) {
    if (!std::is_sorted(shape.rbegin(), shape.rend())) continue;
    if (best.empty() || shape.front() < best.front() ||
        (shape.front() == best.front() && shape.back() > best.back()))
      best = shape;
  }
  return best;
}

Shape turned(Shape shape) {
  std::reverse(shape.begin(), shape.end());
  return shape;
}

// The extent that alone differs from run to run.
std::optional<std::size_t> growing_dimension(const std::vector<Run>& runs) {
  std::optional<std::size_t> growing;
  for (std::size_t i = 0; i < runs.front().grid.dimensions(); ++i) {
    const auto same = [&](const Run& run) {
      return run.grid.shape()[i] == runs.front().grid.shape()[i];
    };
    if (std::all_of(runs.begin(), runs.end(), same)) continue;
    if (growing) return {};
    growing = i;
  }
  return growing;
}

std::optional<Shape> continued(const std::vector<Run>& runs, std::uint32_t ranks) {
  const std::size_t dimensions = runs.front().grid.dimensions();
  const auto all_are = [&](auto shape_of) {
    return std::all_of(runs.begin(), runs.end(), [&](const Run& run) {
      return run.grid.shape() == shape_of(run.grid.ranks());
    });
  };
  const auto largest_first = [&](std::uint32_t n) { return balanced(n, dimensions); };
  const auto largest_last = [&](std::uint32_t n) { return turned(balanced(n, dimensions)); };
  std::optional<Shape> shape;
  if (all_are(largest_first)) {
    shape = largest_first(ranks);
  } else if (all_are(largest_last)) {
    shape = largest_last(ranks);
  } else if (const auto growing = growing_dimension(runs)) {
    shape = runs.front().grid.shape();
    const std::uint32_t others = runs.front().grid.ranks() / (*shape)[*growing];
    if (ranks % others != 0) return {};
    (*shape)[*growing] = ranks / others;
  }
  return shape && !shape->empty() ? shape : std::nullopt;
}

std::string text_of(const Shape& shape) { return RankGrid(shape).text(); }

Shape target_shape(const std::vector<Run>& runs, const Target& target) {
  const RankGrid& largest = runs.front().grid;
  const std::optional<Shape> shape = target.shape ? target.shape : continued(runs, target.ranks);
  std::string grids;
  for (const Run& run : runs) grids += (grids.empty() ? "" : ", ") + run.grid.text();
  if (!shape || shape->size() != largest.dimensions())
    throw InputError(fmt::format("how do the recorded grids ({}) go on to {}?", grids,
                                 counted(target.ranks, "rank")),
                     "say the grid: --scale-to 64x64");
  // Where there are fewer, a neighbour cannot be told from an end of the grid.
  constexpr std::uint32_t least_extent = 4;
  for (std::size_t i = 0; i < shape->size(); ++i)
    if ((*shape)[i] != largest.shape()[i] && largest.shape()[i] < least_extent)
      throw InputError(
          fmt::format("the largest recorded grid, {}, is too small to tell what inner ranks do",
                      largest.text()),
          fmt::format("record a run with at least {} ranks along each dimension that grows",
                      least_extent));
  return *shape;
}

// ---- How much

// What a run of a grid amounts to, by part, from how it has grown over some runs.
class Growths {
 public:
  // `from`: of the program's runs, the first to be taken.
  Growths(const RegularProgram& program, std::size_t from, const Shape& target)
      : program_(program), from_(from), target_(target) {}

  // Nothing where there is but one run with such ranks.
  std::optional<Amounts> amounts(const Part& part) {
    std::vector<const Run*> runs;
    for (std::size_t i = from_; i < program_.runs().size(); ++i)
      if (program_.runs()[i].amounts.contains(part)) runs.push_back(&program_.runs()[i]);
    if (runs.size() < 2) return {};
    const std::size_t steps = program_.parts().at(part).steps.size();
    Amounts made;
    for (std::size_t i = 0; i < steps; ++i) {
      const Growth law = law_of(
          runs, [&](const Run& run) { return run.amounts.at(part).amount[i]; }, "bytes of a call");
      bytes_error = std::max(bytes_error, law.error);
      made.amount.push_back(law.at(target_));
    }
    grow_compute(runs, part, made);
    return made;
  }

  double bytes_error = 0, compute_error = 0;  // of the laws, at the runs

 private:
  template <class Value>
  Growth law_of(const std::vector<const Run*>& runs, Value value, const char* what) {
    constexpr double most_doubt = 0.05;
    std::vector<Sample> samples;
    std::vector<double> ratios;
    for (const Run* const run : runs) samples.push_back({run->grid.shape(), value(*run)});
    double unit = 0;
    for (const Sample& sample : samples) unit = std::max(unit, sample.value);
    for (const Sample& sample : samples) ratios.push_back(unit > 0 ? sample.value / unit : 0);
    // Most calls grow as others do.
    const auto known = laws_.find(ratios);
    Growth law = known != laws_.end() ? known->second : fit_growth(samples, target_);
    if (law.doubt > most_doubt)
      throw InputError(
          fmt::format("the recorded runs do not tell how the {} grow{} to a grid of {}", what,
                      *what == 'c' ? "s" : "", text_of(target_)),
          "record a run whose grid is longer along another dimension");
    if (known == laws_.end()) {
      Growth of_ratio = law;
      of_ratio.factor = unit > 0 ? law.factor / unit : 0;
      laws_[ratios] = of_ratio;
    } else {
      law.factor *= unit;
    }
    return law;
  }

  // By step where that is a good part of all, else as all of it together: short stretches of
  // computation are too noisy.
  void grow_compute(const std::vector<const Run*>& runs, const Part& part, Amounts& made) {
    constexpr double good_part = 0.01;
    const auto total = [&](const Run& run) {
      double sum = 0;
      for (const double compute : run.amounts.at(part).compute) sum += compute;
      return sum;
    };
    const Growth all = law_of(runs, total, "computation");
    compute_error = std::max(compute_error, all.error);
    const Run& first = *runs.front();
    const double scale = total(first) > 0 ? all.at(target_) / total(first) : 0;
    const std::vector<double>& compute = first.amounts.at(part).compute;
    for (std::size_t i = 0; i < compute.size(); ++i) {
      const auto own = [&](const Run& run) { return run.amounts.at(part).compute[i]; };
      made.compute.push_back(compute[i] < good_part * total(first)
                                 ? compute[i] * scale
                                 : law_of(runs, own, "computation").at(target_));
    }
  }

  const RegularProgram& program_;
  std::size_t from_;
  Shape target_;
  std::map<std::vector<double>, Growth> laws_;  // by values relative to the first run's
};

// ---- The largest run, as the smaller ones have it

struct Check {
  double bytes = 0, compute = 0;  // relative errors: the largest, and of all together
  bool done = false;
};

Check check_largest(const RegularProgram& program) {
  Check check;
  const Run& largest = program.runs().front();
  Growths growths(program, 1, largest.grid.shape());
  double forecast = 0, recorded = 0;
  for (const auto& [part, amounts] : largest.amounts) {
    const std::optional<Amounts> made = growths.amounts(part);
    if (!made) continue;
    check.done = true;
    for (std::size_t i = 0; i < amounts.amount.size(); ++i)
      if (amounts.amount[i] > 0)
        check.bytes = std::max(check.bytes, std::abs(made->amount[i] / amounts.amount[i] - 1));
    for (const double compute : made->compute) forecast += compute;
    for (const double compute : amounts.compute) recorded += compute;
  }
  if (recorded > 0) check.compute = std::abs(forecast / recorded - 1);
  return check;
}

// ---- The profile

class Maker {
 public:
  Maker(const RegularProgram& program, const RankGrid& grid)
      : program_(program), grid_(grid), planes_(grid_, profile_) {
    profile_.functions = program.functions();
    profile_.ranks.resize(grid.ranks());
    planes_.communicator({(1U << grid.dimensions()) - 1, 0}, {});  // the world is the first
  }

  Profile make(const std::map<Part, Amounts>& amounts) {
    for (std::uint32_t rank = 0; rank < grid_.ranks(); ++rank) {
      const Place place = grid_.place_of(rank);
      const Part part = grid_.part_of(place);
      make_rank(rank, place, program_.parts().at(part), amounts.at(part));
    }
    return std::move(profile_);
  }

 private:
  void make_rank(std::uint32_t rank, const Place& place, const PartProgram& program,
                 const Amounts& amounts) {
    mpitrace::RankTrace& trace = profile_.ranks[rank];
    trace.request_slots = program.request_slots;
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      compute(trace, amounts.compute[i]);
      trace.operations.push_back(call(rank, place, program.steps[i], amounts.amount[i], trace));
    }
    compute(trace, amounts.compute.back());
  }

  static void compute(mpitrace::RankTrace& trace, double picoseconds) {
    const auto amount = static_cast<std::uint64_t>(std::llround(picoseconds));
    if (amount == 0) return;
    trace.operations.emplace_back();
    trace.operations.back().amount = amount;
  }

  Operation call(std::uint32_t rank, const Place& place, const Step& step, double amount,
                 mpitrace::RankTrace& trace) {
    Operation o = step.call;
    o.communicator = planes_.communicator(step.plane, place);
    if (step.has_partner) {
      Place to = place;
      for (std::size_t i = 0; i < grid_.dimensions(); ++i)
        to[i] = led_to(step.ways[i].front(), place[i], grid_.shape()[i]);
      o.peer = static_cast<std::int32_t>(grid_.rank_at(to));
    }
    if ((step.tags & same_tag) == 0)
      o.tag = (step.tags & own_rank) != 0 ? static_cast<std::int32_t>(rank) : o.peer;
    if (o.kind == Kind::wait) {
      o.amount = trace.waits.size();
      trace.waits.insert(trace.waits.end(), step.slots.begin(), step.slots.end());
      return o;
    }
    o.amount = static_cast<std::uint64_t>(std::llround(amount));
    if (step.has_even_counts) add_counts(o, rank, trace);
    return o;
  }

  // As mpitrace::Operation has them.
  void add_counts(Operation& o, std::uint32_t rank, mpitrace::RankTrace& trace) const {
    using mpitrace::Collective;
    const auto size =
        static_cast<std::uint32_t>(profile_.communicators[o.communicator].members.size());
    const bool is_root = static_cast<std::int32_t>(rank) == o.peer;
    const std::uint64_t length = mpitrace::length_of_counts(o.collective, size, is_root, {});
    o.count = length == 0 ? mpitrace::no_counts : static_cast<std::uint32_t>(trace.counts.size());
    trace.counts.insert(trace.counts.end(), length, o.amount);
    if (o.collective == Collective::alltoallv || o.collective == Collective::reduce_scatter)
      o.amount *= size;
  }

  const RegularProgram& program_;
  const RankGrid& grid_;
  Profile profile_;
  PlaneMaker planes_;
};

std::vector<const Profile*> largest_first(std::span<const Profile> runs, const Target& target) {
  std::vector<const Profile*> sorted;
  for (const Profile& run : runs) sorted.push_back(&run);
  std::sort(sorted.begin(), sorted.end(),
            [](const Profile* a, const Profile* b) { return a->ranks.size() > b->ranks.size(); });
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i)
    if (sorted[i]->ranks.size() == sorted[i + 1]->ranks.size())
      throw InputError(
          fmt::format("two of the runs are on {}", counted(sorted[i]->ranks.size(), "rank")),
          "what grows shows in runs on different numbers of ranks");
  if (sorted.size() < 2)
    throw InputError("one run does not show how a program grows",
                     "record it on two or three numbers of ranks");
  if (target.ranks <= sorted.front()->ranks.size())
    throw InputError(fmt::format("there is a run on {} already: --scale-to {} is no more",
                                 counted(sorted.front()->ranks.size(), "rank"), target.ranks));
  return sorted;
}

constexpr double most_bytes_error = 0.05;

void refuse_what_does_not_hold(const Check& check, const Growths& growths) {
  if (growths.bytes_error > most_bytes_error)
    throw InputError(
        fmt::format("bytes of calls do not grow by a law: the nearest is {} off at a recorded run",
                    format_percent(growths.bytes_error)),
        "laws are products of powers of the grid's extents (docs/scaling.md)");
  if (check.done && check.bytes > most_bytes_error)
    throw InputError(fmt::format("the smaller runs do not foretell the largest: bytes of calls are "
                                 "up to {} off",
                                 format_percent(check.bytes)),
                     "record larger runs");
}

std::vector<std::string> assumptions_of(const RegularProgram& program, const RankGrid& grid,
                                        const Check& check, const Growths& growths) {
  std::string runs;
  for (auto run = program.runs().rbegin(); run != program.runs().rend(); ++run)
    runs += fmt::format("{}{} ({})", runs.empty() ? "" : ", ", run->grid.ranks(), run->grid.text());
  std::vector<std::string> assumptions = {
      fmt::format("scaled from {} ranks to {} ({}): ranks in the same part of the grid do the "
                  "same, as in the recorded runs, whose calls all fit",
                  runs, grid.ranks(), grid.text()),
      fmt::format("bytes and computation grow as over the recorded runs; the laws are up to {} and "
                  "{} off there",
                  format_percent(growths.bytes_error), format_percent(growths.compute_error))};
  if (check.done)
    assumptions.push_back(fmt::format(
        "the largest run, forecast from the smaller ones: bytes of calls {} off, computation {}",
        format_percent(check.bytes), format_percent(check.compute)));
  else
    assumptions.emplace_back(
        "not verified: a third, smaller run would show whether the largest comes out of the "
        "others");
  return assumptions;
}

}  // namespace

Target parse_target(const std::string& text) {
  Target target;
  Shape shape;
  std::uint64_t ranks = 1;
  constexpr std::uint64_t most_ranks = 1U << 24;
  for (const std::string& part : split(text, 'x')) {
    const auto extent = parse_whole_quantity(part, Dimension::none);
    if (!extent || *extent == 0 || *extent > most_ranks || (ranks *= *extent) > most_ranks)
      throw InputError("--scale-to " + text + ": expected ranks, up to 16777216, or their grid",
                       "such as 4096 or 64x64");
    shape.push_back(static_cast<std::uint32_t>(*extent));
  }
  target.ranks = static_cast<std::uint32_t>(ranks);
  if (shape.size() > 1) target.shape = shape;
  return target;
}

Scaled scale(std::span<const Profile> runs, const Target& target) {
  const std::vector<const Profile*> sorted = largest_first(runs, target);
  const RegularProgram program = Search(sorted).run();
  const RankGrid grid(target_shape(program.runs(), target));
  const Check check = check_largest(program);
  Growths growths(program, 0, grid.shape());
  std::map<Part, Amounts> amounts;
  for (const auto& [part, steps] : program.parts()) {
    std::optional<Amounts> made = growths.amounts(part);
    if (!made)
      throw InputError(
          fmt::format("only the largest run has ranks in the grid's part ({})", text_of(part)),
          "record another run with at least three ranks along each dimension");
    amounts[part] = *std::move(made);
  }
  refuse_what_does_not_hold(check, growths);
  Scaled scaled{Maker(program, grid).make(amounts), assumptions_of(program, grid, check, growths)};
  scaled.profile.origin = sorted.front()->origin;
  scaled.profile.not_modelled = sorted.front()->not_modelled;
  scaled.profile.not_modelled.emplace_back(
      "differences between ranks in the same part of the grid, and between runs");
  return scaled;
}

}  // namespace hpcast::scaling
