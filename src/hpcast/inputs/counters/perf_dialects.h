// What perf stat writes that are no counts, or none that can be told apart, and what to do instead.
#pragma once

#include <string>
#include <string_view>

namespace hpcast::counters {

// Throw InputError. What people see of perf stat is rounded, and differs from version to version.
void refuse_perf_for_people(std::string_view text, const std::string& file);
// For texts without a line of counts.
void refuse_if_perf_metrics(std::string_view text, const std::string& file);
[[noreturn]] void refuse_perf_metrics(const std::string& file);

// Commas that separate values stand among those of decimal numbers: "820,50,msec,task-clock,…".
bool has_decimal_commas(std::string_view line);
inline constexpr const char* decimal_commas =
    "numbers with decimal commas between separating commas cannot be told apart";
inline constexpr const char* decimal_commas_hint =
    "LC_ALL=C perf stat -x, … writes decimal points; with another separator (perf stat -x ';') "
    "decimal commas are read";

}  // namespace hpcast::counters
