#include "hpcast/answers/answer.h"

#include <algorithm>

namespace hpcast::answers {

static void describe(Mapping& m, Tool& tool) {
  m("name", tool.name);
  m("version", tool.version);
}

static void describe(Mapping& m, Input& input) {
  m.type("input", "A file that the answer rests on");
  m("path", input.path, "As the user gave it");
  m("sha256", input.sha256, "Empty where there is no file");
  m("role", input.role, "machine, trace, program, counters …");
}

void describe_head(Mapping& m, const AnswerKind& kind, Answer& answer) {
  m.derived("format", std::string(kind.format), "Which kind of answer this is");
  m.derived("schema_version", current_schema_version);
  m.object(
      "tool", [&] { describe(m, answer.tool); }, "What made the file");
  m.list("inputs", answer.inputs, [&](Input& input) { describe(m, input); });
  m("verdict", answer.verdict, "The answer in a line");
  m("partial", answer.partial, "Only there where it is not of all of the run: why");
}

void describe_tail(Mapping& m, Answer& answer) {
  m.when(true, "warnings", answer.warnings, "What is to be minded before all else");
  m("assumptions", answer.assumptions);
  m("not_modelled", answer.not_modelled);
}

bool has_assumed_caches(const std::vector<std::string>& assumptions) {
  return std::any_of(assumptions.begin(), assumptions.end(),
                     [](const std::string& a) { return a.starts_with(caches_assumed); });
}

}  // namespace hpcast::answers
