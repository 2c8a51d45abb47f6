// Laws in JSON, as models keep them.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/models/countergen/contexts.h"
#include "hpcast/models/countergen/law.h"

namespace hpcast::countergen {

Json to_json(const Law& law);
Json to_json(const GrowthLaw& law);

// `runs`: what the model's runs tell along each size, for laws that say nothing else; faults are
// added.
Law law_in(Fields& fields, const std::vector<Seen>& runs, Faults& faults);
Law law_in(Fields& fields, const std::string& key, const std::vector<Seen>& runs, Faults& faults);
GrowthLaw growth_law_in(Fields& fields, const std::vector<Seen>& runs, Faults& faults);

}  // namespace hpcast::countergen
