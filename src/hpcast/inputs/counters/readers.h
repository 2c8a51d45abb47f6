// One reader a format, and the test that recognises it. For read.cc.
#pragma once

#include <string>
#include <string_view>

#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

bool is_perf(std::string_view text);
Table read_perf(std::string_view text, const std::string& file, const Aliases& aliases);

bool is_perf_json(std::string_view text);
Table read_perf_json(std::string_view text, const std::string& file, const Aliases& aliases);

bool is_likwid(std::string_view text);
Table read_likwid(std::string_view text, const std::string& file, const Aliases& aliases);

// An archive is named by its anchor file, NAME.otf2, or the folder that holds one.
bool is_otf2(const std::string& path);
Table read_otf2(const std::string& path, const Aliases& aliases, double interval_s);

Table read_csv(std::string_view text, const std::string& file, const Aliases& aliases);

bool is_table_json(std::string_view text);
Table read_table_json(std::string_view text, const std::string& file);

}  // namespace hpcast::counters
