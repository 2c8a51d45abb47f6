// What no option of any command takes.
#pragma once

#include <CLI/CLI.hpp>

namespace hpcast::cli {

// Of a command that was parsed, and of its subcommands. Throws InputError for a value that is
// empty, as where a script's variable has none: it would switch the option off, a limit for
// instance, and nobody would know; and for a number that is infinite or none.
void check_values(const CLI::App& command);

}  // namespace hpcast::cli
