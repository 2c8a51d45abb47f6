// The shape of a run: which regions a thread enters in which order, and how that grows with the
// sizes. Within a region, in each of its instances, the same pattern of others: parts that are
// repeated as often as a law says, exactly. What is not so regular has no shape that could be
// forecast.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/countertrace/trace.h"
#include "hpcast/models/countergen/law.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

// A whole number of the sizes: a law's value, rounded, less `less`.
struct CountLaw {
  Law law;
  int less = 0;

  std::uint64_t at(const std::vector<double>& sizes) const;
};

// Of what a thread enters within a region (or outside of all): regions, repeated.
struct Repeated {
  std::vector<std::uint32_t> regions;
  CountLaw times;
};
using Pattern = std::vector<Repeated>;

struct ThreadShape {
  std::vector<std::pair<std::uint32_t, Pattern>> patterns;  // by stack; those without are empty
};

struct ShapedRun {
  const countertrace::Trace* trace;
  std::vector<double> sizes;
};

struct LearnedShape {
  std::vector<ThreadShape> threads;  // in order; none where events are not regular
  std::string irregular;             // then: what is not, and where
};

// Of runs with as many threads each.
LearnedShape learn_shape(const std::vector<ShapedRun>& runs, Names& names, Stacks& stacks);

// The moves of a thread at those sizes. Throws InputError where that would be more than `most`.
std::vector<Move> moves_at(const ThreadShape& shape, const std::vector<double>& sizes,
                           Stacks& stacks, std::uint64_t most);

}  // namespace hpcast::countergen
