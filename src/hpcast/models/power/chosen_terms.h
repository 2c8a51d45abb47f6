// Which of a model's terms counter tables allow, and by which of their counters.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/models/power/model.h"
#include "hpcast/models/power/node_samples.h"

namespace hpcast::power {

struct ChosenTerm {
  std::size_t index = 0;                                // in the model
  std::vector<std::pair<std::size_t, double>> weights;  // of ChosenTerms::counters
};

struct ChosenTerms {
  std::vector<ChosenTerm> terms;
  std::vector<std::string> counters;
  std::vector<std::string> assumptions;
  std::vector<std::pair<std::string, std::string>> left_out;  // terms, with the reason
};

// What a model can do with tables.
struct CountedTerms {
  std::vector<std::string> names;  // those that the tables have; none where they count for no term
  bool all = false;                // no term lacks its counters but optional ones
};
CountedTerms counted_terms(const Model& model, const std::vector<NamedTable>& tables);

// Those named, or all. Optional ones are left out where a table lacks their counters, and those
// whose traffic another term's counters have. Throws InputError: a name that is no
// term's, and all terms that lack a counter.
ChosenTerms chosen_terms(const Model& model, const std::vector<NamedTable>& tables,
                         const std::vector<std::string>& names);

}  // namespace hpcast::power
