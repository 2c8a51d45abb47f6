// Caches that data outgrow only at the sizes asked for: no law of a run knows of that.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// What a forecast gains, by thread and metric.
using ThreadTotals = std::vector<std::vector<double>>;

struct BeyondCaches {
  // Metrics of levels that held all data of each run, and hold less than there are.
  std::vector<std::size_t> outgrown;
  // Of levels where some of more data than any run had may no longer be there when it is used
  // again. Which part of the data a level must hold for that, counts do not tell.
  std::vector<std::size_t> unsure;
  std::vector<std::string> lines;  // what to say of both

  // Whether its count may be more than its law says, by any amount.
  bool is_lower_bound(std::size_t metric) const;
};

BeyondCaches beyond_caches(const Model& model, const std::vector<double>& sizes,
                           const ThreadTotals& totals);

}  // namespace hpcast::countergen
