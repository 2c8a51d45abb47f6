// Which caches data outgrow, and where: what misses tell of that.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// "data outgrow L2 between n=200000 and n=400000 (PAPI_L2_DCM)": from where on lines of a level are
// fetched again that were there before, in places that matter. What is fetched for the first time
// misses whatever a cache holds, and is none of that; nor is what misses more often because it
// refers to more.
std::vector<std::string> outgrown_caches(const Model& model);

}  // namespace hpcast::countergen
