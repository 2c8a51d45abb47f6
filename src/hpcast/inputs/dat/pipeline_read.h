// Reads how a core executes instructions: the member `pipeline` of a DAT's core class.
#pragma once

#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::dat {

// Every member but `generation` and `clock`, which the caller has asked for. What the object does
// not say is as in `base`. Members that nobody knows are faults: they would be times that nobody
// takes.
Pipeline read_pipeline(Fields& fields, const Document& document, Faults& faults,
                       std::vector<Diagnostic>* warnings, const Pipeline& base);

}  // namespace hpcast::dat
