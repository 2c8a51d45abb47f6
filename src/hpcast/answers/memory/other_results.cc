#include "hpcast/answers/memory/other_results.h"

#include <array>
#include <string>

#include "hpcast/answers/network/compare.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::answers {

namespace {

// A member that no other document has tells which command wrote it, with a page beside it.
struct WithPage {
  const char* member;
  const char* command;
};

constexpr std::array<WithPage, 6> with_pages = {{{"learned_sizes", "hpcast generate"},
                                                 {"busy_s", "hpcast latency"},
                                                 {"not_allocated", "hpcast skeleton"},
                                                 {"node_w", "hpcast power predict"},
                                                 {"nonnegative", "hpcast power fit"},
                                                 {"job_nodes", "hpcast power job"}}};

[[noreturn]] void refuse(const Document& document, const std::string& what,
                         const std::string& hint) {
  throw InputError(Diagnostic{document.file, 1, "", "this is " + what, hint});
}

[[noreturn]] void refuse_with_page(const Document& document, const std::string& command) {
  refuse(document, "a result of " + command,
         "its page comes with it: " + command + " … --html PAGE");
}

bool is_counter_model(const Json& json) {
  const auto format = json.find("format");
  return format != json.end() && *format == "hpcast-counter-model";
}

}  // namespace

void refuse_other_results(const Document& document) {
  const Json& json = document.root;
  if (!json.is_object() || !json.contains("schema_version")) return;
  if (is_network_result(json)) refuse_with_page(document, "hpcast network");
  if (is_counter_model(json))
    refuse(document, "a model of hpcast learn",
           "a forecast by it has a page: hpcast generate MODEL --size … --html PAGE");
  for (const WithPage& other : with_pages)
    if (json.contains(other.member)) refuse_with_page(document, other.command);
}

}  // namespace hpcast::answers
