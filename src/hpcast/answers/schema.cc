#include "hpcast/answers/schema.h"

#include <utility>

namespace hpcast::answers {

namespace {

// What fits into a line is one; of the rest, each element has its own.
void print(std::string& text, const Json& json, std::size_t depth) {
  constexpr std::size_t line = 120;
  const std::string compact = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::size_t last_line = text.size() - (text.rfind('\n') + 1);
  if (!json.is_structured() || json.empty() || last_line + compact.size() < line) {
    // As people write it: {"a": 1, "b": 2}.
    bool quoted = false;
    for (std::size_t i = 0; i < compact.size(); ++i) {
      if (compact[i] == '"' && (i == 0 || compact[i - 1] != '\\')) quoted = !quoted;
      text += compact[i];
      if (!quoted && (compact[i] == ',' || compact[i] == ':')) text += ' ';
    }
    return;
  }
  const char* separator = "\n";
  text += json.is_object() ? '{' : '[';
  for (const auto& [key, value] : json.items()) {
    text += separator + std::string(depth + 1, ' ');
    if (json.is_object()) text += '"' + key + "\": ";
    print(text, value, depth + 1);
    separator = ",\n";
  }
  text += "\n" + std::string(depth, ' ') + (json.is_object() ? '}' : ']');
}

}  // namespace

SchemaPrinter::SchemaPrinter(const AnswerKind& kind)
    : kind_(kind),
      root_({{"$schema", "http://json-schema.org/draft-07/schema#"},
             {"title", "Answer of " + std::string(kind.command)},
             {"description",
              std::string(kind.docs) +
                  " explains it. Members not named here may appear in later versions of the same "
                  "schema_version and are to be ignored."}}),
      slot_(&root_) {
  begin_object();
}

std::string SchemaPrinter::text() {
  end_object();
  root_["properties"]["format"] = {{"const", kind_.format}};
  root_["properties"]["schema_version"] = {{"const", current_schema_version}};
  if (!definitions_.empty()) root_["definitions"] = std::move(definitions_);
  std::string text;
  print(text, root_, 0);
  return text + "\n";
}

void SchemaPrinter::type(const char* name, const char* text) {
  objects_.back().definition = name;
  if (*text != 0) (*objects_.back().schema)["description"] = text;
}

bool SchemaPrinter::enter(const char* name, const About& about, Need need, bool) {
  Object& object = objects_.back();
  bound_ = about.bound;
  if (object.are_numbers) {
    slot_ = &unnamed_;
    return true;
  }
  if (need == Need::required && object.part.empty()) object.required.push_back(name);
  if (need == Need::required && !object.part.empty() && object.part != name)
    object.dependencies[object.part].push_back(name);
  slot_ = &object.properties[name];
  *slot_ = Json::object();
  if (*about.text != 0) (*slot_)["description"] = about.text;
  return true;
}

void SchemaPrinter::begin_object() {
  (*slot_)["type"] = "object";
  objects_.emplace_back().schema = slot_;
}

void SchemaPrinter::begin_numbers() {
  begin_object();
  (*slot_)["additionalProperties"] = {{"type", "number"}};
  objects_.back().are_numbers = true;
}

void SchemaPrinter::end_object() {
  Object object = std::move(objects_.back());
  objects_.pop_back();
  if (!object.required.empty()) (*object.schema)["required"] = std::move(object.required);
  if (!object.properties.empty()) (*object.schema)["properties"] = std::move(object.properties);
  if (!object.dependencies.empty())
    (*object.schema)["dependencies"] = std::move(object.dependencies);
  if (object.definition.empty()) return;
  definitions_[object.definition] =
      std::exchange(*object.schema, Json{{"$ref", "#/definitions/" + object.definition}});
}

bool SchemaPrinter::begin_part(const About& first, bool) {
  objects_.back().part = first.text;
  return true;
}

void SchemaPrinter::end_part() { objects_.back().part.clear(); }

std::size_t SchemaPrinter::begin_list(std::size_t) {
  (*slot_)["type"] = "array";
  lists_.push_back(slot_);
  return 1;
}

void SchemaPrinter::element(std::size_t) {
  slot_ = &(*lists_.back())["items"];
  *slot_ = Json::object();
}

void SchemaPrinter::number_type(const char* name) {
  (*slot_)["type"] = name;
  if (bound_ == Bound::not_negative) (*slot_)["minimum"] = 0;
}

void SchemaPrinter::value(std::string&) { (*slot_)["type"] = "string"; }
void SchemaPrinter::value(bool&) { (*slot_)["type"] = "boolean"; }

void SchemaPrinter::value(double&) {
  number_type("number");
  if (bound_ == Bound::positive) (*slot_)["exclusiveMinimum"] = 0;
}

void SchemaPrinter::value(std::uint64_t&, std::uint64_t) {
  number_type("integer");
  if (bound_ == Bound::positive) (*slot_)["minimum"] = 1;
}

void SchemaPrinter::value(std::int64_t&, std::int64_t) { (*slot_)["type"] = "integer"; }

void SchemaPrinter::value(std::size_t&, WordList words) {
  (*slot_)["enum"] = Json::array();
  for (const char* word : words) (*slot_)["enum"].push_back(word);
}

}  // namespace hpcast::answers
