#include "hpcast/inputs/counters/other_outputs.h"

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool is_papi_high_level(std::string_view text) {
  return first_line(text).starts_with('{') && has(text, "\"papi_version\"");
}

bool is_array_of_perf(std::string_view text) {
  return first_line(text).starts_with('[') && has(text, "\"counter-value\"") &&
         has(text, "\"event\"");
}

// "|        Event       | Counter | HWThread 0 |"
bool is_likwid_for_people(std::string_view text) {
  for (std::size_t at = text.find("\n|"); at != std::string_view::npos;
       at = text.find("\n|", at + 1)) {
    const std::string_view line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    if ((has(line, " Event ") && has(line, " Counter ")) || has(line, " HWThread ")) return true;
  }
  return false;
}

}  // namespace

void refuse_other_outputs(std::string_view text, const std::string& file) {
  if (is_papi_high_level(text))
    throw InputError({file,
                      0,
                      {},
                      "this is the output of PAPI's high-level library, which is not read",
                      "write its numbers as CSV: region,thread,duration_s,PAPI_TOT_CYC,…; Score-P "
                      "(SCOREP_METRIC_PAPI) records an OTF2 archive, which is read"});
  if (is_array_of_perf(text))
    throw InputError({file,
                      0,
                      {},
                      "this is perf stat -j made an array, which is not read",
                      "jq -c '.[]' FILE makes perf's lines of it again, an object each"});
  if (is_likwid_for_people(text))
    throw InputError({file,
                      0,
                      {},
                      "these are LIKWID's tables for people",
                      "likwid-perfctr -O, or -o FILE.csv, writes what can be read"});
}

}  // namespace hpcast::counters
