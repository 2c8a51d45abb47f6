// A result for a terminal: the verdict first, then what it rests on.
#pragma once

#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/compare.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

std::string text_report(const answers::MemoryAnswer& result, const TextOptions& options);

std::string text_report(const answers::Comparison& comparison, const TextOptions& options);

}  // namespace hpcast::report
