#include "hpcast/models/scaling/scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/models/scaling/grids.h"
#include "hpcast/models/scaling/growths.h"
#include "hpcast/models/scaling/made_profile.h"

namespace hpcast::scaling {

using mpitrace::Profile;

namespace {

// The largest run, as the others have it: relative errors, of bytes the largest, of computation
// that of all together; none where the others do not tell.
struct Check {
  std::optional<double> bytes, compute;
};

Check check_largest(const RegularProgram& program) {
  const Run& largest = program.runs().front();
  Growths growths(program, 1, largest.grid.shape());
  double bytes = 0, forecast = 0, recorded = 0;
  for (const auto& [part, amounts] : largest.amounts) {
    const std::optional<Amounts> made = growths.amounts(part);
    if (!made) return {};
    for (std::size_t i = 0; i < amounts.amount.size(); ++i)
      if (amounts.amount[i] > 0)
        bytes = std::max(bytes, std::abs(made->amount[i] / amounts.amount[i] - 1));
    for (const double compute : made->compute) forecast += amounts.ranks * compute;
    for (const double compute : amounts.compute) recorded += amounts.ranks * compute;
  }
  Check check;
  if (growths.bytes().is_told()) check.bytes = bytes;
  if (growths.compute().is_told())
    check.compute = recorded > 0 ? std::abs(forecast / recorded - 1) : 0;
  return check;
}

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

void refuse_what_does_not_hold(const Check& check, const Growths& growths, const RankGrid& grid) {
  constexpr double most_bytes_error = 0.05;
  const bool bytes_told = growths.bytes().is_told();
  if (!bytes_told || !growths.compute().is_told())
    throw InputError(
        fmt::format("the recorded runs do not tell how {} to a grid of {}",
                    bytes_told ? "computation grows" : "bytes of a call grow", grid.text()),
        "record more runs, on grids that differ along each dimension that grows");
  if (growths.bytes().error > most_bytes_error)
    throw InputError(
        fmt::format("bytes of calls do not grow by a law: the nearest is {} off at a recorded run",
                    format_percent(growths.bytes().error)),
        "laws are products of powers of the grid's extents (docs/scaling.md)");
  if (check.bytes.value_or(0) > most_bytes_error)
    throw InputError(fmt::format("the smaller runs do not foretell the largest: bytes of calls are "
                                 "up to {} off",
                                 format_percent(*check.bytes)),
                     "record larger runs");
}

std::string verified(const Check& check) {
  if (!check.bytes)
    return "not verified: without the largest run, the others do not tell how things grow";
  return fmt::format(
      "the largest run, forecast from the smaller ones: bytes of calls {} off, "
      "computation {}",
      format_percent(*check.bytes),
      check.compute ? format_percent(*check.compute) + " off" : "not told by them");
}

std::vector<std::string> assumptions_of(const RegularProgram& program, const RankGrid& grid,
                                        const Check& check, const Growths& growths) {
  std::string runs;
  for (auto run = program.runs().rbegin(); run != program.runs().rend(); ++run)
    add_item(runs, fmt::format("{} ({})", run->grid.ranks(), run->grid.text()));
  return {
      fmt::format("scaled from {} ranks to {} ({}): ranks in the same part of the grid do the "
                  "same, as in the recorded runs, whose calls all fit",
                  runs, grid.ranks(), grid.text()),
      fmt::format("bytes and computation grow as over the recorded runs; the laws are up to {} "
                  "and {} off there",
                  format_percent(growths.bytes().error), format_percent(growths.compute().error)),
      verified(check)};
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
  const RegularProgram program = program_of(sorted);
  const RankGrid grid(next_shape(program.runs(), target.ranks, target.shape));
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
  refuse_what_does_not_hold(check, growths, grid);
  Scaled scaled{made_profile(program, grid, amounts),
                assumptions_of(program, grid, check, growths)};
  scaled.profile.origin = sorted.front()->origin;
  scaled.profile.not_modelled = sorted.front()->not_modelled;
  for (const mpitrace::Profile* run : sorted)
    scaled.profile.partial.insert(scaled.profile.partial.end(), run->partial.begin(),
                                  run->partial.end());
  scaled.profile.not_modelled.emplace_back(
      "differences between ranks in the same part of the grid, and between runs");
  return scaled;
}

}  // namespace hpcast::scaling
