// Laws in JSON, as models keep them.
#pragma once

#include <cstddef>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/countergen/contexts.h"
#include "hpcast/countergen/law.h"

namespace hpcast::countergen {

Json to_json(const Law& law);
Json to_json(const GrowthLaw& law);

// Of so many sizes; faults are added.
Law law_in(Fields& fields, std::size_t sizes, Faults& faults);
Law law_in(Fields& fields, const std::string& key, std::size_t sizes, Faults& faults);
GrowthLaw growth_law_in(Fields& fields, std::size_t sizes, Faults& faults);

}  // namespace hpcast::countergen
