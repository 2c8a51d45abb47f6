#include "hpcast/models/scaling/grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"

namespace hpcast::scaling {

namespace {

// Tries grids until all runs are the same regular program on them.
class Search {
 public:
  explicit Search(const std::vector<const mpitrace::Profile*>& runs) : runs_(runs) {}

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

  const std::vector<const mpitrace::Profile*>& runs_;
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

// Where there are fewer, a neighbour cannot be told from an end of the grid.
constexpr std::uint32_t least_extent = 4;

// Of so many ranks, nowhere shorter than the largest recorded one and as even as that allows.
std::optional<Shape> example(const RankGrid& largest, std::uint32_t ranks) {
  std::optional<Shape> best;
  const auto longest = [](const Shape& shape) {
    return *std::max_element(shape.begin(), shape.end());
  };
  for (const Shape& shape : shapes_of(ranks, largest.dimensions())) {
    const auto goes_on = [](std::uint32_t wanted, std::uint32_t recorded) {
      return wanted == recorded || (wanted > recorded && recorded >= least_extent);
    };
    if (!std::equal(shape.begin(), shape.end(), largest.shape().begin(), goes_on)) continue;
    if (!best || longest(shape) < longest(*best)) best = shape;
  }
  return best;
}

[[noreturn]] void refuse_shape(const std::vector<Run>& runs, std::uint32_t ranks,
                               const std::optional<Shape>& wanted) {
  const RankGrid& largest = runs.front().grid;
  std::string grids;
  for (const Run& run : runs) add_item(grids, run.grid.text());
  const std::optional<Shape> shape = example(largest, ranks);
  const std::string hint =
      shape ? fmt::format("say such a grid: --scale-to {}", fmt::join(*shape, "x"))
            : fmt::format("no grid of {} goes on from {}: take another number",
                          counted(ranks, "rank"), largest.text());
  if (!wanted)
    throw InputError(
        fmt::format("how do the recorded grids ({}) go on to {}?", grids, counted(ranks, "rank")),
        hint);
  throw InputError(fmt::format("--scale-to {} is a grid of {}, but the recorded ones ({}) have {}",
                               fmt::join(*wanted, "x"), counted(wanted->size(), "dimension"), grids,
                               largest.dimensions()),
                   hint);
}

}  // namespace

RegularProgram program_of(const std::vector<const mpitrace::Profile*>& runs) {
  return Search(runs).run();
}

Shape next_shape(const std::vector<Run>& runs, std::uint32_t ranks,
                 const std::optional<Shape>& wanted) {
  const RankGrid& largest = runs.front().grid;
  const std::optional<Shape> shape = wanted ? wanted : continued(runs, ranks);
  if (!shape || shape->size() != largest.dimensions()) refuse_shape(runs, ranks, wanted);
  for (std::size_t i = 0; i < shape->size(); ++i) {
    if ((*shape)[i] < largest.shape()[i])
      throw InputError(fmt::format("a grid of {} is shorter along a dimension than the recorded {}",
                                   RankGrid(*shape).text(), largest.text()),
                       "what is forecast is growth: say a grid that is nowhere shorter");
    if ((*shape)[i] != largest.shape()[i] && largest.shape()[i] < least_extent)
      throw InputError(
          fmt::format("the largest recorded grid, {}, is too small to tell what inner ranks do",
                      largest.text()),
          fmt::format("record a run with at least {} ranks along each dimension that grows",
                      least_extent));
  }
  return *shape;
}

}  // namespace hpcast::scaling
