// A power model from counters and watts: least squares as in k-power.txt, section 3.3, with what
// tells how far to trust it. docs/power.md.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/power/fit.h"
#include "hpcast/models/power/activity.h"
#include "hpcast/models/power/model.h"

namespace hpcast::power {

struct FitRequest {
  ActivityRequest activity;  // needs_watts is taken for set
  bool nonnegative = false;  // no coefficient below 0
  // Errors relative to the measured power are made small, not errors in watts.
  bool relative = false;
  std::string name = "fitted";  // of the new coefficients
  std::string onto;             // a set whose coefficients of other terms are taken over
};

struct Fitted {
  Model model;  // as before, with the new coefficients first, in place of those of the same name
  answers::PowerFit fit;  // all but `tool` and `inputs`
};

// Throws InputError as activity_of() does, and where there are fewer samples than coefficients or
// two terms say the same.
Fitted fit_power(Model model, const std::vector<NamedTable>& tables, const FitRequest& request);

}  // namespace hpcast::power
