// What a thread's counters gain, by where in the program that is: a law of growth for each place,
// thread and metric, and how far single steps lie from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "hpcast/models/countergen/counter_roles.h"
#include "hpcast/models/countergen/law.h"
#include "hpcast/models/countergen/spread.h"
#include "hpcast/models/countergen/steps.h"

namespace hpcast::countergen {

// One run at one size, as steps.
struct StepsOfRun {
  std::vector<double> sizes;
  const std::vector<ThreadSteps>* threads;
};

// Where a step is. The first one of its kind in a run is a place by itself: it fills caches.
struct Place {
  std::uint32_t thread = 0, stack = 0;
  Move earlier = no_move;  // where the move before entered a region: the one before that
  Move before = no_move, after = no_move;
  bool first = false;
  auto operator<=>(const Place&) const = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const;
};

// A number with what nine of ten steps lie within.
struct Forecast {
  double value = 0, low = 0, high = 0;
};

struct GrowthLaw {
  Law law;
  Spread below, above;  // of nine of ten steps
  bool holds = true;    // false: trees do better (lawless.h)

  Forecast at(const std::vector<double>& sizes) const;
  bool operator==(const GrowthLaw&) const = default;
};

// By metric; the last one is the time, in nanoseconds.
struct PlaceLaws {
  std::vector<GrowthLaw> metrics;
  double steps = 0;  // learned from
};

using Contexts = std::map<Place, PlaceLaws>;

// `metrics`: how many. Steps of which a gain is not known count for the others.
Contexts learn_contexts(const std::vector<StepsOfRun>& runs, std::size_t metrics,
                        const CounterRoles& roles = {});

// Which place each step of a thread is, in turn.
class PlaceFinder {
 public:
  explicit PlaceFinder(std::uint32_t thread) : thread_(thread) {}
  Place next(std::uint32_t stack, Move before, Move after);
  // The same for whom the first step of a kind is like the others.
  Place next_of_kind(std::uint32_t stack, Move before, Move after);

 private:
  std::uint32_t thread_;
  Move last_ = no_move;
  std::unordered_map<Place, bool, PlaceHash> seen_;
};

}  // namespace hpcast::countergen
