// Power models as text.
#pragma once

#include <string>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/models/power/model.h"

namespace hpcast::cli {

// A line or two a term: what is counted, over what.
std::string formulas_text(const power::Model& model, const report::TextOptions& options);

// A table of a set's coefficients: watts of a node at a rate of 1, and what each event takes.
std::string coefficients_text(const power::Model& model, const power::CoefficientSet& set,
                              const report::TextOptions& options);

}  // namespace hpcast::cli
