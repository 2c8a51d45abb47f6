// One run of a study: traced, simulated, forecast, written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/forecast/latency/study.h"

namespace hpcast::forecast {

struct StudyPlace {
  const StudyValue& panel;
  const StudyValue& value;    // of the case
  std::string scratch;        // a folder of its own, to be taken away
  std::string output, error;  // files in it: what the program and hpcast write meanwhile
  std::string file;           // to be written
};

// Ends with the file written, whatever became of the program. Meant for a process of its own whose
// standard streams are place.output and place.error.
void make_run(const StudyRequest& request, const StudyPlace& place);

// The file of a run that broke off, `how` it did.
void write_broken_run(const StudyPlace& place, const std::string& how);

// N of the first "working set N bytes".
std::optional<std::uint64_t> working_set_in(std::string_view output);

// The last line that is not empty, without what names the scratch folder; at most 300 bytes of it.
std::string last_line_of(std::string_view text, const std::string& scratch);

}  // namespace hpcast::forecast
