// Which part of a run is simulated where not all of it is: docs/memory-model.md, "Sampling".
//
// By set: lines fall into groups such that, in every cache of the machine, a set holds lines of one
// group alone. What happens to a group so depends on its own references only, and some groups,
// chosen at random, stand for all. In time: a stretch of each thread's references in N is measured,
// the stretch before it warms the caches up, the others are left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/models/memsim/cache.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

struct SampleOptions {
  enum class Kind { none, sets, time };
  Kind kind = Kind::none;
  std::uint32_t one_in = 1;
  std::uint64_t seed = 1;  // of the choice
  // Of the `one_in` samples that a seed divides the groups into, this one; sets alone.
  std::uint32_t part = 0;
  std::uint32_t stretch = 0;  // intervals; time alone. 0: enough to fill a core's part of any cache
};

class SamplePlan {
 public:
  // Replicates: independent parts of the sample, whose counts are kept apart. How much they differ
  // tells how good the estimate is.
  static constexpr std::uint32_t max_replicates = 16;
  static constexpr std::uint32_t max_slots = max_replicates + 1;

  // `interval`: of the weave. Throws InputError where the machine's sets cannot be so divided.
  SamplePlan(const SampleOptions& options, const Topology& topology, std::uint64_t interval,
             std::uint64_t page_bytes);

  bool by_sets() const { return options_.kind == SampleOptions::Kind::sets; }
  bool in_time() const { return options_.kind == SampleOptions::Kind::time; }
  const SampleOptions& options() const { return options_; }
  std::uint32_t log2_page() const { return log2_page_; }
  std::uint32_t replicates() const {
    return static_cast<std::uint32_t>(groups_of_replicate_.size());
  }
  // Counts are kept apart by phase and slot: those of a replicate each and, in time, one for what
  // is not measured.
  std::uint32_t slots() const { return replicates() + (in_time() ? 1 : 0); }

  // By set: the slot that counts what the line at this address causes; none: not in the sample.
  static constexpr std::uint8_t none = 255;
  std::uint8_t slot_of(std::uint64_t address) const {
    return slot_of_group_[group_(address >> log2_line_)];
  }
  std::uint64_t groups() const { return slot_of_group_.size(); }
  // By replicate.
  const std::vector<std::uint64_t>& groups_of_replicate() const { return groups_of_replicate_; }

  // The slot of a line that was not left out; of one that was, any.
  std::uint8_t slot_or_first(std::uint64_t address) const {
    const std::uint8_t slot = slot_of(address);
    return slot == none ? 0 : slot;
  }

  // In time: what to do with a thread's interval that begins after so many of its references.
  struct Stretch {
    std::uint32_t slot;
    bool simulated;
  };
  Stretch stretch_at(std::uint64_t clock) const;
  std::uint64_t stretch_references() const { return stretch_references_; }

  // Where counts of that phase go, of a thread whose interval began at that clock.
  std::uint32_t counters_index(std::uint32_t phase, std::uint64_t mark) const {
    return phase * slots() + (in_time() ? stretch_at(mark).slot : 0);
  }

 private:
  void choose_groups(std::uint64_t groups);
  bool is_measured(std::uint64_t stretch) const;

  SampleOptions options_;
  std::uint32_t log2_line_, log2_page_;
  SetIndex group_;
  std::vector<std::uint8_t> slot_of_group_;
  std::vector<std::uint64_t> groups_of_replicate_;
  std::uint64_t stretch_references_ = 0;
};

// The run's counts as the sample has them. References, non-temporal stores and what they bring to
// memories are exact; all else is scaled.
struct SampleEstimate {
  std::vector<PhaseCounts> phases;
  std::vector<PhaseCounts> exact;  // what of it is exact
  // The same from one replicate alone, and its share of the sample; those that measured nothing are
  // not here.
  struct Replicate {
    std::vector<PhaseCounts> phases;
    double weight = 0;
  };
  std::vector<Replicate> replicates;
  double fraction = 0;                    // of the groups, or of the references, that were measured
  std::vector<std::uint32_t> unmeasured;  // phases with references of which none was measured
  double unmeasured_share = 0;            // of all references, those in these phases
};

// `counted`: by phase and slot, phases in order.
SampleEstimate estimate_from(const SamplePlan& plan, const std::vector<PhaseCounts>& counted);

}  // namespace hpcast::memsim
