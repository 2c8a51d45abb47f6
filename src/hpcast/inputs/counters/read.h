// Counter tables from the files of whoever counted. docs/counters.md says what is understood of
// each format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

enum class Format : std::uint8_t { perf, perf_json, likwid, otf2, csv, json };
inline constexpr std::array formats{Format::perf, Format::perf_json, Format::likwid,
                                    Format::otf2, Format::csv,       Format::json};
const char* name_of(Format format);  // "perf", "perf-json", …
std::optional<Format> format_named(std::string_view name);

struct ReadOptions {
  std::optional<Format> format;  // empty: told from the content
  Aliases aliases;
  double interval_s = 0;  // OTF2: length of the intervals; 0: the whole run is one
};

// Throws InputError: what is no counter table, and every fault of a line.
Table read_counters(const std::string& path, const ReadOptions& options = {});
// The same of a text; `file` is its name in messages. Not for OTF2, which is several files.
Table counters_in(std::string_view text, const std::string& file, const ReadOptions& options = {});

}  // namespace hpcast::counters
