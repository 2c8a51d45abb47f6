// What every answer of hpcast begins with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::answers {

inline constexpr int current_schema_version = 1;

struct Tool {
  std::string name = "hpcast";
  std::string version;
  bool operator==(const Tool&) const = default;
};

struct Input {
  std::string path;    // as the user gave it
  std::string sha256;  // lower-case hex; empty for a trace without a manifest
  std::string role;    // "machine", "trace", "program", "operations"
  bool operator==(const Input&) const = default;
};

// How the assumption begins that the machine's caches are not its own; verdicts repeat it.
inline constexpr std::string_view caches_assumed = "the machine's caches are assumed";
bool has_assumed_caches(const std::vector<std::string>& assumptions);

// Throws InputError for a schema_version of results that is newer than this hpcast reads.
void refuse_newer(const Document& document, std::int64_t version);

}  // namespace hpcast::answers
