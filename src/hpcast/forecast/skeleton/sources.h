// A program's sources rewritten by hpcast-slice, and what goes with them.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/models/skeleton/plan.h"

namespace hpcast::forecast {

struct SkeletonSources {
  std::vector<std::string> sources;
  std::string flags = "-O2";    // the compiler's, as a shell has them
  std::string mpicc = "mpicc";  // the compiler, or a path to it
};

struct Sliced {
  Json json;  // skeleton.json, each region with its hash
  skeleton::Plan plan;
};

enum class Variant { skeleton, instrumented };

// Writes `folder`, which is not there yet, but for a skeleton's times. Throws InputError where
// hpcast-slice refuses the sources, with what it says, or is not there.
Sliced slice(const SkeletonSources& request, Variant variant, const std::string& folder);

// A skeleton's plan in its folder, as slice() left it.
Sliced sliced_in(const std::string& folder);

// The instrumented sources in `folder` as a program; its path. Throws InputError with what the
// compiler says.
std::string build_instrumented(const SkeletonSources& request, const std::string& folder);

// What a shell would make of `text`, but for commands in it. Throws InputError.
std::vector<std::string> shell_words(const std::string& text);
std::string shell_quoted(const std::string& word);

}  // namespace hpcast::forecast
