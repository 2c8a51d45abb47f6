#include "hpcast/answers/json_mapping.h"

#include <algorithm>

#include "hpcast/base/text.h"

namespace hpcast::answers {

bool JsonWriter::enter(const char* name, const About&, Need, bool there) {
  if (!there) return false;
  auto& members = containers_.back()->get_ref<Json::object_t&>();
  slot_ = &members.emplace_back(name, nullptr).second;
  return true;
}

void JsonWriter::begin_object() {
  *slot_ = Json::object();
  containers_.push_back(slot_);
}

std::size_t JsonWriter::begin_list(std::size_t size) {
  *slot_ = Json::array();
  slot_->get_ref<Json::array_t&>().reserve(size);
  containers_.push_back(slot_);
  return size;
}

void JsonWriter::element(std::size_t) { slot_ = &containers_.back()->emplace_back(); }

bool JsonReader::enter(const char* name, const About& about, Need need, bool) {
  const Json* const object = containers_.back();
  if (object == nullptr) return false;
  auto found = object->find(name);
  if (found == object->end() && about.former != nullptr) {
    found = object->find(about.former);
    if (found != object->end()) name = about.former;
  }
  if (found == object->end() && need == Need::optional) return false;
  slot_ = found == object->end() ? nullptr : &*found;
  bound_ = about.bound;
  path_.emplace_back(name);
  return true;
}

std::string JsonReader::pointer(std::size_t steps) const {
  std::string pointer;
  for (std::size_t i = 0; i < steps; ++i)
    pointer = std::holds_alternative<std::size_t>(path_[i])
                  ? pointer_to(pointer, std::get<std::size_t>(path_[i]))
                  : pointer_to(pointer, std::get<const char*>(path_[i]));
  return pointer;
}

void JsonReader::fault(const char* name, const std::string& message, const std::string& hint) {
  faults_.add(pointer_to(pointer(path_.size()), name), message, hint);
}

void JsonReader::wrong(const std::string& expected, const std::string& hint) {
  faults_.add(pointer(path_.size()), "expected " + expected + ", found " + shown(*slot_), hint);
}

bool JsonReader::is_there(const char* expected) {
  if (slot_ != nullptr) return true;
  const char* const name = std::get<const char*>(path_.back());
  std::vector<std::string> present;
  for (const auto& member : containers_.back()->items()) present.push_back(member.key());
  const std::string near = nearest(name, present);
  faults_.add(pointer(path_.size() - 1),
              "'" + std::string(name) + "' is missing, expected " + expected,
              near.empty() ? "" : "is '" + near + "' meant to be '" + name + "'?");
  return false;
}

void JsonReader::begin_object() {
  const bool is_object = is_there("an object {...}") && slot_->is_object();
  if (slot_ != nullptr && !is_object) wrong("an object {...}");
  containers_.push_back(is_object ? slot_ : nullptr);
}

bool JsonReader::begin_part(const About& first, bool) {
  const Json* const object = containers_.back();
  return object != nullptr &&
         (object->contains(first.text) || (first.former && object->contains(first.former)));
}

std::size_t JsonReader::begin_list(std::size_t) {
  const bool is_array = is_there("an array [...]") && slot_->is_array();
  if (slot_ != nullptr && !is_array) wrong("an array [...]");
  containers_.push_back(is_array ? slot_ : nullptr);
  path_.emplace_back(std::size_t{0});
  return is_array ? slot_->size() : 0;
}

void JsonReader::element(std::size_t index) {
  slot_ = &(*containers_.back())[index];
  path_.back() = index;
}

void JsonReader::end_list() {
  containers_.pop_back();
  path_.pop_back();
}

// Texts are on one line: what shows them has lines of its own.
void JsonReader::value(std::string& text) {
  if (!is_there("a string")) return;
  if (slot_->is_string())
    text = on_one_line(slot_->get_ref<const std::string&>());
  else
    wrong("a string");
}

void JsonReader::value(bool& flag) {
  if (!is_there("true or false")) return;
  if (slot_->is_boolean())
    flag = slot_->get<bool>();
  else
    wrong("true or false");
}

void JsonReader::value(double& number) {
  if (!is_there("a number")) return;
  if (!slot_->is_number()) return wrong("a number");
  const double found = slot_->get<double>();
  if (found < 0 ? bound_ != Bound::none : found == 0 && bound_ == Bound::positive)
    return wrong(bound_ == Bound::positive ? "a number above 0" : "a number, 0 or more");
  number = found;
}

void JsonReader::value(std::uint64_t& number, std::uint64_t most) {
  if (!is_there("a whole number")) return;
  // A number that JSON has as 1e3 or 1000.0 is whole, too.
  const std::optional<std::uint64_t> found =
      slot_->is_number_unsigned() ? slot_->get<std::uint64_t>()
      : slot_->is_number_float()  ? to_whole(slot_->get<double>())
                                  : std::nullopt;
  if (!found || *found > most || (bound_ == Bound::positive && *found == 0))
    return wrong(bound_ == Bound::positive ? "a whole number, 1 or more"
                                           : "a whole number, 0 or more");
  number = *found;
}

void JsonReader::value(std::int64_t& number, std::int64_t most) {
  if (!is_there("a whole number")) return;
  const bool fits = slot_->is_number_integer() &&
                    !(slot_->is_number_unsigned() &&
                      slot_->get<std::uint64_t>() > static_cast<std::uint64_t>(most));
  if (!fits || slot_->get<std::int64_t>() < -most) return wrong("a whole number");
  number = slot_->get<std::int64_t>();
}

void JsonReader::value(std::size_t& word, WordList words) {
  const std::vector<std::string> known(words.begin(), words.end());
  const std::string expected = list_of(known);
  if (!is_there(expected.c_str())) return;
  const std::string found = slot_->is_string() ? slot_->get<std::string>() : std::string();
  const auto at = std::find(known.begin(), known.end(), found);
  if (at == known.end()) return wrong(expected, did_you_mean(found, known));
  word = static_cast<std::size_t>(at - known.begin());
}

}  // namespace hpcast::answers
