// How active the parts of a node were, interval by interval: a model's terms from counters.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/models/power/model.h"
#include "hpcast/models/power/node_samples.h"

namespace hpcast::power {

struct ActiveInterval {
  std::string application, region;
  double start_s = 0, duration_s = 0;
  std::vector<double> rates;     // by Activity::terms; as a fraction of the peak, on average
  std::vector<double> activity;  // the same, scaled by voltage and frequency: to be weighted
  double watts = 0;              // measured; NaN: not
};

struct Activity {
  std::vector<std::size_t> terms;  // of the model
  std::vector<ActiveInterval> intervals;
  std::vector<std::pair<std::string, std::string>> left_out;  // terms, with the reason
  std::vector<std::string> assumptions, warnings;
  bool measured() const;  // all intervals have their watts
};

struct ActivityRequest {
  std::vector<std::string> terms;  // empty: all
  std::string region;
  bool by_region = false;
  double nodes = 1;
  std::string power;         // column, SampleRequest::power
  bool needs_watts = false;  // intervals without are left out, and voltages are not assumed
};

// Throws InputError: counters that no alternative of a term can do without, zero cycles, no time,
// watts that can be none, terms that are not there.
Activity activity_of(const Model& model, const std::vector<NamedTable>& tables,
                     const ActivityRequest& request);

}  // namespace hpcast::power
