#include "hpcast/models/scaling/made_profile.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "hpcast/models/scaling/planes.h"

namespace hpcast::scaling {

using mpitrace::Kind;
using mpitrace::Operation;

namespace {

class Maker {
 public:
  Maker(const RegularProgram& program, const RankGrid& grid)
      : program_(program), grid_(grid), planes_(grid_, profile_) {
    profile_.functions = program.functions();
    profile_.ranks.resize(grid.ranks());
    planes_.communicator({(1U << grid.dimensions()) - 1, 0}, {});  // the world is the first
  }

  mpitrace::Profile make(const std::map<Part, Amounts>& amounts) {
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
        to[i] = led_to(step.ways[i], place[i], grid_.shape()[i]);
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
  mpitrace::Profile profile_;
  PlaneMaker planes_;
};

}  // namespace

mpitrace::Profile made_profile(const RegularProgram& program, const RankGrid& grid,
                               const std::map<Part, Amounts>& amounts) {
  return Maker(program, grid).make(amounts);
}

}  // namespace hpcast::scaling
