// Communication as it is described in a few words: halo exchanges, all-to-all, incast, … The
// members of a pattern file: schemas/pattern.schema.json, docs/profile.md.
#pragma once

#include "hpcast/base/json.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {

// The same document gives the same profile. Throws InputError with all faults.
Profile make_pattern(const Document& document, const ReadOptions& options = {});

}  // namespace hpcast::mpitrace
