#include "hpcast/faces/report/answers/closing.h"

namespace hpcast::report {

void add_closing(Document& document, const answers::Answer& answer, const char* left_out) {
  for (const std::string& warning : answer.warnings)
    document.minds.push_back({"Warning: " + warning, Show::page});
  document.parts.emplace_back(ListPart{"Warnings", answer.warnings, Show::text});
  document.parts.emplace_back(ListPart{"Assumed", answer.assumptions});
  document.parts.emplace_back(ListPart{left_out, answer.not_modelled});
}

}  // namespace hpcast::report
