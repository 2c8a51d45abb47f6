// Answers as files: any that has a kind and a description is written, read back and has its schema.
#pragma once

#include <string>

#include "hpcast/answers/answer.h"
#include "hpcast/answers/json_mapping.h"
#include "hpcast/answers/schema.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// Whether it is meant as an answer of that kind, of any version.
bool is_answer(const Json& json, const AnswerKind& kind);

// Throws InputError where the document is no answer of that kind, or of a newer schema_version.
void check_head(const Document& document, const AnswerKind& kind);

// Throws InputError for an answer of another kind, and says what has its page.
void refuse_other_kinds(const Document& document, const AnswerKind& kind);

// Throws InputError for a document that is an answer of no kind.
[[noreturn]] void refuse_unknown_kind(const Document& document);

// The file's text, with a newline at its end.
std::string to_text(const Json& json);

template <class T>
Json to_json(const T& answer) {
  Json json;
  JsonWriter writer(json);
  describe(writer, const_cast<T&>(answer));  // writing changes nothing
  return json;
}

template <class T>
requires std::derived_from<T, Answer> std::string to_text(const T& answer) {
  return to_text(to_json(answer));
}

// Throws InputError with every fault of the file: of another kind, of a newer schema_version,
// missing or mistyped members. Members that this version does not know are ignored.
template <class T>
T from_document(const Document& document) {
  check_head(document, T::kind);
  Faults faults(document);
  JsonReader reader(document, faults);
  T answer;
  describe(reader, answer);
  faults.throw_if_any();
  return answer;
}

template <class T>
T read_answer(const std::string& path) {
  return from_document<T>(read_json(path));
}

// The text of its file in schemas/.
template <class T>
std::string schema_of() {
  SchemaPrinter printer(T::kind);
  T answer;
  describe(printer, answer);
  return printer.text();
}

}  // namespace hpcast::answers
