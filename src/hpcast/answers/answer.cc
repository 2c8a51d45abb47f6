#include "hpcast/answers/answer.h"

#include <algorithm>
#include <string>

#include "hpcast/base/diagnostics.h"

namespace hpcast::answers {

bool has_assumed_caches(const std::vector<std::string>& assumptions) {
  return std::any_of(assumptions.begin(), assumptions.end(),
                     [](const std::string& a) { return a.starts_with(caches_assumed); });
}

void refuse_newer(const Document& document, std::int64_t version) {
  if (version <= current_schema_version) return;
  throw InputError(Diagnostic{document.file, document.line_of("/schema_version"), "/schema_version",
                              "schema_version " + std::to_string(version) +
                                  " is newer than this hpcast reads (" +
                                  std::to_string(current_schema_version) + ")",
                              "use the hpcast that wrote the file, or a newer one"});
}

}  // namespace hpcast::answers
