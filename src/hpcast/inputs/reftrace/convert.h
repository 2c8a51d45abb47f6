// Makes a trace of what another tool printed (hpcast trace convert).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/text_format.h"
#include "hpcast/inputs/reftrace/text_input.h"

namespace hpcast::reftrace {

// The format of the input, told from its beginning unless it is `known`. InputError when the input
// is empty, binary, compressed, or a text of another kind.
TextFormat format_of(TextInput& input, std::optional<TextFormat> known);

struct Conversion {
  Manifest manifest;               // as it was written
  std::vector<std::string> notes;  // about the input, for people
  bool written = true;             // false: the trace is cut, its manifest says why
};

// Converts the whole input. InputError names every wrong line, up to LineFaults::most; then, and
// when the input has no reference at all, nothing is left of the trace.
Conversion convert(TextInput& input, TextFormat format, const TextOptions& options,
                   const std::string& tool_version, const std::string& trace);

}  // namespace hpcast::reftrace
