// The machine of a forecast as the user names it: a DAT, with a few members changed for this run.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/dat/machine.h"

namespace hpcast::forecast {

struct LoadedMachine {
  dat::Machine machine;
  std::string text;    // of the file
  std::string sha256;  // of that
  std::vector<Diagnostic> warnings;
};

// Each change is "CLASS.FIELD=VALUE", VALUE as in the DAT ("30.4 GB/s", 16, lru). Throws InputError
// for a class or a member that is not there, and for what the DAT's own rules refuse. `name` is
// what messages call the file of that text.
LoadedMachine machine_of_text(const std::string& text, const std::string& name,
                              const std::vector<std::string>& changes);
// Reads the file, and tells the warnings.
LoadedMachine load_machine(const std::string& path, const std::vector<std::string>& changes);

}  // namespace hpcast::forecast
