// What each step of a thread gains, by laws of its place, by trees, or by both.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/history_model.h"
#include "hpcast/models/countergen/model.h"
#include "hpcast/models/countergen/stars.h"
#include "hpcast/models/countergen/tangles.h"

namespace hpcast::countergen {

// Throws InputError where a count, or a time in nanoseconds, is 2^53 or more, or no number: it
// would not be exact, and a size that leads there is no problem's.
void check_count(double count);

// Of all threads, one after the other. The model and the stacks outlive it.
class StepForecasts {
 public:
  StepForecasts(const Model& model, const std::vector<double>& sizes, const Stacks& stacks);

  void begin_thread(std::uint32_t thread);
  // The next step's, as an index for kind(). In any order of stacks and moves. Throws as
  // check_count() does.
  std::uint32_t next(std::uint32_t stack, Move before, Move after);

  const Kind& kind(std::uint32_t index) const { return kinds_[index]; }
  std::vector<Kind> take_kinds() { return std::move(kinds_); }
  // Steps at places that were never seen, by stack; what they gain is that of the places nearest.
  const std::map<std::uint32_t, std::uint64_t>& unseen() const { return unseen_; }

 private:
  struct Visits {
    bool seen = false;  // by this thread
    std::uint32_t first = 0, later = 0;
    bool is_known = true;
  };

  Visits& visits_at(const Place& place);
  const PlaceLaws* nearest(const Place& place) const;
  std::uint32_t kind_at(const PlaceLaws* laws);
  std::uint32_t with_history(std::uint32_t by_law);
  // Of the kind of that index, which it returns.
  std::uint32_t set_gains(std::uint32_t index, std::vector<Forecast> gains);

  const Model& model_;
  std::vector<double> sizes_;
  std::vector<Tangle> tangles_;
  std::vector<Star> stars_;
  const Stacks& stacks_;
  PlaceFinder places_{0};
  std::vector<Kind> kinds_;
  std::unordered_map<Place, Visits, PlaceHash> visits_;     // by places that are not the first
  std::map<const PlaceLaws*, std::uint32_t> kind_of_laws_;  // of none: the first, all zero
  std::unordered_map<std::uint32_t, const PlaceLaws*>
      lawless_;  // by kind: of which some do not hold
  std::optional<HistoryPredictor> history_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> joined_;
  std::map<std::uint32_t, std::uint64_t> unseen_;
};

}  // namespace hpcast::countergen
