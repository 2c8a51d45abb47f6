// Results as one HTML page that needs nothing else: style, pictures and script are in it, and it
// asks no network.
#pragma once

#include <span>
#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/compare.h"

namespace hpcast::report {

// A page with a section for every result and, when there are several, a summary of all above them.
std::string html_page(std::span<const answers::MemoryAnswer> results);

// Two results side by side: the verdict, the levels and objects that differ, all in tables.
std::string html_page(const answers::Comparison& comparison);

// Writes the page whole or not at all. Throws InputError if the path cannot be written.
}  // namespace hpcast::report
