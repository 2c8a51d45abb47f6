#include "hpcast/answers/answer_file.h"

namespace hpcast::answers {

namespace {

[[noreturn]] void refuse(const Document& document, const std::string& what,
                         const std::string& hint) {
  throw InputError(Diagnostic{document.file, 1, "", what, hint});
}

}  // namespace

bool is_answer(const Json& json, const AnswerKind& kind) {
  if (!json.is_object() || !json.contains("schema_version")) return false;
  const auto format = json.find("format");
  return format == json.end() ? json.contains(kind.mark) : *format == kind.format;
}

void check_head(const Document& document, const AnswerKind& kind) {
  const std::string writer =
      "expected a file written by '" + std::string(kind.command) + " --json'";
  if (!document.root.is_object() || !document.root.contains("schema_version"))
    refuse(document, "not an answer of hpcast: no schema_version", writer);
  if (!is_answer(document.root, kind))
    refuse(document, "not an answer of " + std::string(kind.command), writer);
  Faults faults(document);
  Fields fields(document.root, "", faults);
  const auto version = fields.integer("schema_version", 1, 1'000'000);
  faults.throw_if_any();
  if (*version > current_schema_version)
    throw InputError(Diagnostic{
        document.file, document.line_of("/schema_version"), "/schema_version",
        "schema_version " + std::to_string(*version) + " is newer than this hpcast reads (" +
            std::to_string(current_schema_version) + ")",
        "use the hpcast that wrote the file, or a newer one"});
}

void refuse_other_kinds(const Document& document, const AnswerKind& kind) {
  const Json& root = document.root;
  if (!root.is_object() || !root.contains("schema_version") || !root.contains("verdict")) return;
  if (!is_answer(root, kind))
    refuse(document, "this is an answer, but none of " + std::string(kind.command),
           "hpcast report " + document.file + " --html PAGE makes its page");
}

void refuse_unknown_kind(const Document& document) {
  const auto* const format = document.root.is_object() && document.root.contains("format")
                                 ? &document.root["format"]
                                 : nullptr;
  refuse(document,
         "not an answer of hpcast" + (format != nullptr && format->is_string()
                                          ? ": its format is " + format->get<std::string>()
                                          : std::string()),
         "expected a file that a command of hpcast has written with --json");
}

std::string to_text(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::answers
