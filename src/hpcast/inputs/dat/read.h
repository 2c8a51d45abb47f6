// Reads and validates a DAT (docs/dat.md).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::dat {

// The names of the members that classes of its kind can have, by class.
using ClassMembers = std::map<std::string, std::vector<std::string>>;

// All faults of the file come in one InputError. `warnings`, if given, receives what is no fault
// but looks like one: an unknown member whose name is nearly that of a known one.
Machine parse_machine(const Document& document, std::vector<Diagnostic>* warnings = nullptr,
                      ClassMembers* members = nullptr);
Machine parse_machine(std::string_view text, const std::string& filename,
                      std::vector<Diagnostic>* warnings = nullptr);
Machine read_machine(const std::string& path, std::vector<Diagnostic>* warnings = nullptr);

}  // namespace hpcast::dat
